// Package discover lets relays be found in the network that a machine is in, without anybody writing an address: by
// DNS-SD (RFC 6763) over multicast DNS (RFC 6762), as printers are found. A relay announces itself, and a program that
// looks for relays asks all of them at once.
//
// The packets are those of hashicorp/mdns. It answers questions on one interface of a machine, so a relay is announced
// in one network: that of the address at which it listens, or the one that the system sends multicast to.
//
// What comes from the network is from anybody. A Relay has nothing in it that could not be shown or asked for, and that
// is all that can be said of it.
package discover

import (
	"io"
	"log"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/mdns"
)

const (
	service = "_sextant-relay._tcp"
	domain  = "local."
)

// The bounds of what is announced and believed: characters of a name, and bytes of a path, of a host and of a label.
const (
	mostName  = 60
	mostPath  = 100
	mostHost  = 253
	mostLabel = 63
)

// A Relay is one that was found.
type Relay struct {
	Name string
	// URL is what to give to a client as the address of the service.
	URL      string
	NeedsKey bool
}

// relay is what an entry says, and whether that makes sense.
func relay(e *mdns.ServiceEntry) (r Relay, ok bool) {
	instance, ok := strings.CutSuffix(e.Name, "."+service+"."+domain)
	if !ok || len(e.Name) > 4*mostHost || e.Port < 1 || e.Port > 65535 {
		return r, false
	}
	says := fields(e.InfoFields)
	r = Relay{Name: says["name"], NeedsKey: says["keys"] == "1"}
	if !nameable(r.Name) {
		if r.Name = unescape(instance); !nameable(r.Name) {
			return r, false
		}
	}
	path := says["path"]
	if path == "" {
		path = "/"
	}
	address, isAddress := addressOf(e)
	host, scheme := "", "http"
	switch {
	case says["tls"] == "1": // which is for a name
		scheme, host = "https", strings.TrimSuffix(e.Host, ".")
		isAddress = false
	case isAddress:
		host = address.String()
	}
	if !isAddress && !isHost(host) || !isPath(path) {
		return r, false
	}
	r.URL = scheme + "://" + bracketed(host) + ":" + strconv.Itoa(e.Port) + strings.TrimSuffix(path, "/")
	return r, true
}

// fields are what the text record says, by keys in small letters. Of several of the same key the first one counts.
func fields(all []string) map[string]string {
	says := map[string]string{}
	for _, field := range all[:min(len(all), 20)] {
		if len(field) > 4*255 { // the most that escapes make of it
			continue
		}
		key, value, _ := strings.Cut(unescape(field), "=")
		key = strings.ToLower(key)
		if _, there := says[key]; !there {
			says[key] = value
		}
	}
	return says
}

// addressOf is an address of an entry that somebody in the network can have.
func addressOf(e *mdns.ServiceEntry) (netip.Addr, bool) {
	if a, ok := netip.AddrFromSlice(e.AddrV4); ok && plausible(a.Unmap()) {
		return a.Unmap(), true
	}
	if e.AddrV6IPAddr != nil {
		if a, ok := netip.AddrFromSlice(e.AddrV6IPAddr.IP); ok && plausible(a) && !a.Is4In6() {
			if !a.IsLinkLocalUnicast() {
				return a, true
			}
			return a.WithZone(e.AddrV6IPAddr.Zone), isZone(e.AddrV6IPAddr.Zone)
		}
	}
	return netip.Addr{}, false
}

func plausible(a netip.Addr) bool { return a.IsGlobalUnicast() || a.IsLinkLocalUnicast() }

// bracketed is a host as a URL has it (RFC 6874 for the zone).
func bracketed(host string) string {
	if strings.Contains(host, ":") {
		return "[" + strings.Replace(host, "%", "%25", 1) + "]"
	}
	return host
}

func nameable(name string) bool {
	return name != "" && utf8.ValidString(name) &&
		utf8.RuneCountInString(name) <= mostName && strings.TrimSpace(name) == name &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// isPath reports whether something is a plain path from the root.
func isPath(path string) bool {
	return strings.HasPrefix(path, "/") && len(path) <= mostPath &&
		!strings.Contains(path, "//") && !strings.Contains(path, "/.") &&
		!strings.ContainsFunc(path, func(r rune) bool { return !plain(r) && !strings.ContainsRune("/._~", r) })
}

// isHost reports whether something is the name of a host.
func isHost(host string) bool {
	if host == "" || len(host) > mostHost {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || len(label) > mostLabel || strings.Trim(label, "-") != label ||
			strings.ContainsFunc(label, func(r rune) bool { return !plain(r) }) {
			return false
		}
	}
	_, err := netip.ParseAddr(host)
	return err != nil
}

func isZone(zone string) bool {
	return zone != "" && len(zone) <= 16 &&
		!strings.ContainsFunc(zone, func(r rune) bool { return !plain(r) && r != '.' && r != '_' })
}

func plain(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-'
}

// silent is a log for what the library says of packets from anybody.
func silent() *log.Logger { return log.New(io.Discard, "", 0) }

// An attachment is how this machine is in a network.
type attachment struct {
	card      net.Interface
	addresses []netip.Addr
}

// attachments are the networks that can be multicast to.
func attachments() (all []attachment) {
	cards, _ := net.Interfaces() // none, where the system does not say
	for _, card := range cards {
		if card.Flags&(net.FlagUp|net.FlagMulticast|net.FlagLoopback|net.FlagPointToPoint) != net.FlagUp|
			net.FlagMulticast {
			continue
		}
		if found := addressesOf(card); len(found) > 0 {
			all = append(all, attachment{card, found})
		}
	}
	return all
}

// addressesOf are those of an interface, those of its link alone only if there are no others.
func addressesOf(card net.Interface) (all []netip.Addr) {
	var local []netip.Addr
	nets, _ := card.Addrs() // none, where it is gone meanwhile
	for _, n := range nets {
		prefix, err := netip.ParsePrefix(n.String())
		switch a := prefix.Addr().Unmap(); {
		case err != nil:
		case a.IsGlobalUnicast():
			all = append(all, a)
		case a.IsLinkLocalUnicast():
			local = append(local, a)
		}
	}
	if all == nil {
		all = local
	}
	slices.SortFunc(all, netip.Addr.Compare)
	return all
}
