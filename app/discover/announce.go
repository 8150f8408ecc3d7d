package discover

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hashicorp/mdns"
)

// lookEvery is the interval at which changes of the network are checked.
const lookEvery = 30 * time.Second

// An Announcement is what a relay announces.
type Announcement struct {
	Name string // 1 to 60 printable characters
	// Address is where it listens. If that is the unspecified address, the addresses of one network are announced.
	Address netip.AddrPort
	// Host is its name for TLS, empty for the machine's local name.
	Host string
	Path string // the base path of its service, empty for "/"
	TLS  bool
	Keys bool // clients need a key
}

// Announce answers searches for relays until ctx ends. Without a network it waits for one. The error is about an
// invalid announcement.
func Announce(ctx context.Context, a Announcement) error {
	if a.Path == "" {
		a.Path = "/"
	}
	if a.Host == "" {
		a.Host = localName()
	}
	if err := a.wrong(); err != nil {
		return fmt.Errorf("announcing the relay: %w", err)
	}
	var at attachment
	var server *mdns.Server
	end := func() {
		if server != nil {
			_ = server.Shutdown() // never fails
			server = nil
		}
	}
	defer end()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		now := a.attachment(attachments())
		if server == nil || now.card.Index != at.card.Index || !slices.Equal(now.addresses, at.addresses) {
			end()
			at = now
			server = a.startServer(at)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

func (a *Announcement) wrong() error {
	switch {
	case !nameable(a.Name):
		return fmt.Errorf("a name has 1 to %d characters that can be printed", mostName)
	case a.Address.Port() == 0 || !a.Address.IsValid():
		return errors.New("there is no address with a port")
	case !isHost(a.Host):
		return fmt.Errorf("%q is no name of a host", a.Host)
	case !isPath(a.Path):
		return fmt.Errorf("%q is no path that can be announced", a.Path)
	}
	return nil
}

// localName returns the machine's name on the local network.
func localName() string {
	name, err := os.Hostname()
	name, _, _ = strings.Cut(name, ".")
	if err != nil || !isHost(name) {
		name = "sextant-relay"
	}
	return name + ".local"
}

// attachment returns the network on which the relay is announced, without addresses if there is none.
func (a *Announcement) attachment(all []attachment) attachment {
	where := a.Address.Addr().Unmap().WithZone("")
	if !where.IsUnspecified() {
		for _, one := range all {
			if slices.Contains(addressesOf(one.card), where) {
				return attachment{one.card, []netip.Addr{where}}
			}
		}
		return attachment{}
	}
	usual := multicastAddress()
	if i := slices.IndexFunc(all, func(one attachment) bool { return slices.Contains(one.addresses, usual) }); i >= 0 {
		return all[i]
	}
	if len(all) > 0 {
		return all[0]
	}
	return attachment{}
}

// multicastAddress returns the address from which the system would send multicast, the zero address if it cannot.
func multicastAddress() netip.Addr {
	c, err := net.Dial("udp4", "224.0.0.251:5353") // sends nothing
	if err != nil {
		return netip.Addr{}
	}
	defer c.Close()
	at, _ := netip.ParseAddrPort(c.LocalAddr().String()) // the zero address if it is invalid
	return at.Addr()
}

// startServer starts to answer on a network. It returns nil if it cannot, which may be temporary.
func (a *Announcement) startServer(at attachment) *mdns.Server {
	if len(at.addresses) == 0 {
		return nil
	}
	records, err := a.records(at.addresses)
	if err != nil {
		return nil
	}
	server, err := mdns.NewServer(&mdns.Config{Zone: records, Iface: &at.card, Logger: silent()})
	if err != nil {
		return nil
	}
	return server
}

// records returns the DNS records of the announcement.
func (a *Announcement) records(addresses []netip.Addr) (*mdns.MDNSService, error) {
	text := []string{"path=" + a.Path, "name=" + a.Name}
	if a.TLS {
		text = append(text, "tls=1")
	}
	if a.Keys {
		text = append(text, "keys=1")
	}
	for i := range text {
		text[i] = escape(text[i])
	}
	ips := make([]net.IP, len(addresses))
	for i, address := range addresses {
		ips[i] = address.AsSlice()
	}
	return mdns.NewMDNSService(escape(label(a.Name)), service, domain, a.Host+".", int(a.Address.Port()), ips, text)
}

// label shortens a name to the length of a DNS label.
func label(name string) string {
	for len(name) > mostLabel {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return strings.TrimSpace(name)
}
