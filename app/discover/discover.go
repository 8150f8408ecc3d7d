// Package discover finds relays on the local network without configuration, by DNS-SD (RFC 6763) over multicast DNS
// (RFC 6762), like printers. A relay announces itself, and a program that searches for relays queries all of them at
// once.
//
// It uses hashicorp/mdns, which answers on one interface of a machine. So a relay is announced on one network: that of
// the address at which it listens, or the one to which the system sends multicast.
//
// Answers are not authenticated. The fields of a Relay are only checked to be safe to show and to request.
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

// Limits of what is announced and accepted: characters of a name, and bytes of a path, of a host and of a label.
const (
	mostName  = 60
	mostPath  = 100
	mostHost  = 253
	mostLabel = 63
)

// A Relay is a relay that was found.
type Relay struct {
	Name string
	// URL is the address of the service for clients.
	URL      string
	NeedsKey bool
}

// relay returns the relay of an entry, and reports whether the entry is valid.
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
	case says["tls"] == "1": // a certificate is for a name
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

// fields returns the values of the text record, by lower-case keys. Of several with the same key the first one counts.
func fields(all []string) map[string]string {
	says := map[string]string{}
	for _, field := range all[:min(len(all), 20)] {
		if len(field) > 4*255 { // the greatest length with escapes
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

// addressOf returns an address of an entry that is valid on a local network.
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

// bracketed returns a host in the syntax of URLs (RFC 6874 for the zone).
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

// isPath reports whether a text is a plain absolute path.
func isPath(path string) bool {
	return strings.HasPrefix(path, "/") && len(path) <= mostPath &&
		!strings.Contains(path, "//") && !strings.Contains(path, "/.") &&
		!strings.ContainsFunc(path, func(r rune) bool { return !plain(r) && !strings.ContainsRune("/._~", r) })
}

// isHost reports whether a text is the name of a host.
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

// silent returns a logger that discards the library's messages about invalid packets.
func silent() *log.Logger { return log.New(io.Discard, "", 0) }

// An attachment is an interface of this machine with its addresses on a network.
type attachment struct {
	card      net.Interface
	addresses []netip.Addr
}

// attachments returns the networks that support multicast.
func attachments() (all []attachment) {
	cards, _ := net.Interfaces() // none after an error
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

// addressesOf returns the addresses of an interface, link-local ones only if there are no others.
func addressesOf(card net.Interface) (all []netip.Addr) {
	var local []netip.Addr
	nets, _ := card.Addrs() // none if it was removed
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
