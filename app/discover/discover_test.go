package discover

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/mdns"

	"sextant/app/testkit"
)

// entry returns an entry as it comes from the network.
func entry(instance string, text ...string) *mdns.ServiceEntry {
	return &mdns.ServiceEntry{
		Name: instance + "." + service + "." + domain, Host: "hall.local.", Port: 8080,
		AddrV4: net.IPv4(192, 0, 2, 7), InfoFields: text,
	}
}

// TestRelay converts entries to relays.
func TestRelay(t *testing.T) {
	t.Parallel()
	changed := func(change func(e *mdns.ServiceEntry)) *mdns.ServiceEntry {
		e := entry("hall", "path=/")
		change(e)
		return e
	}
	for _, tt := range []struct {
		name string
		e    *mdns.ServiceEntry
		want Relay // without a URL if the entry is refused
	}{
		{
			"all of it", entry("hall", "path=/tt", `name=Hall\ 2`, "keys=1"), Relay{
				"Hall 2", "http://192.0.2.7:8080/tt", true,
			},
		},
		{
			"no more than must be", entry(`2nd\ floor\,\ Käthe\.1`), Relay{
				"2nd floor, Käthe.1", "http://192.0.2.7:8080", false,
			},
		},
		{"in bytes", entry(`K\195\164the`), Relay{"Käthe", "http://192.0.2.7:8080", false}},
		{"with TLS", entry("hall", "TLS=1", "tls=0", "path=/"), Relay{"hall", "https://hall.local:8080", false}},
		{"a name that cannot be shown", entry("hall", `name=\027[2J`), Relay{"hall", "http://192.0.2.7:8080", false}},
		{"no name that can be shown", entry(`\226\128\174evil`), Relay{}},
		{"a long name", entry(strings.Repeat("x", 61)), Relay{}},
		{"IPv6", changed(func(e *mdns.ServiceEntry) {
			e.AddrV4, e.AddrV6IPAddr = nil, &net.IPAddr{IP: net.ParseIP("2001:db8::1")}
		}), Relay{"hall", "http://[2001:db8::1]:8080", false}},
		{"of a link", changed(func(e *mdns.ServiceEntry) {
			e.AddrV4, e.AddrV6IPAddr = nil, &net.IPAddr{IP: net.ParseIP("fe80::1"), Zone: "eth0"}
		}), Relay{"hall", "http://[fe80::1%25eth0]:8080", false}},
		{"a zone that is none", changed(func(e *mdns.ServiceEntry) {
			e.AddrV4, e.AddrV6IPAddr, e.Host = nil, &net.IPAddr{IP: net.ParseIP("fe80::1"), Zone: "]/"}, ""
		}), Relay{}},
		{"this machine", changed(func(e *mdns.ServiceEntry) { e.AddrV4 = net.IPv4(127, 0, 0, 1) }), Relay{}},
		{"this machine in IPv6", changed(func(e *mdns.ServiceEntry) {
			e.AddrV4, e.AddrV6IPAddr = nil, &net.IPAddr{IP: net.ParseIP("::ffff:127.0.0.1")}
		}), Relay{}},
		{"everybody", changed(func(e *mdns.ServiceEntry) { e.AddrV4 = net.IPv4(224, 0, 0, 251) }), Relay{}},
		{"nobody", changed(func(e *mdns.ServiceEntry) { e.AddrV4 = nil }), Relay{}},
		{"no port", changed(func(e *mdns.ServiceEntry) { e.Port = 0 }), Relay{}},
		{"another service", changed(func(e *mdns.ServiceEntry) { e.Name = "hall._ipp._tcp.local." }), Relay{}},
		{"a path that leads up", entry("hall", "path=/../x"), Relay{}},
		{"another host in the path", entry("hall", "path=@evil.example/"), Relay{}},
		{"a query in the path", entry("hall", "path=/?app_key="), Relay{}},
		{"a host that is none", changed(func(e *mdns.ServiceEntry) {
			e.Host, e.InfoFields = "hall.local/evil.", []string{"tls=1"}
		}), Relay{}},
		{
			"an address as host",
			changed(func(e *mdns.ServiceEntry) { e.Host, e.InfoFields = "127.0.0.1.", []string{"tls=1"} }),
			Relay{},
		},
	} {
		if got, ok := relay(tt.e); ok != (tt.want.URL != "") || ok && got != tt.want {
			t.Errorf("%s: %+v, %v", tt.name, got, ok)
		}
	}
}

// FuzzRelay converts arbitrary entries. The name and the address of a relay must be valid.
func FuzzRelay(f *testing.F) {
	f.Add("hall."+service+"."+domain, "hall.local.", 8080,
		[]byte{192, 0, 2, 7}, []byte(nil), "", "path=/|name=Hall|keys=1|tls=0")
	f.Add(`a\ \195\164.`+service+"."+domain, "x.", 443, []byte(nil),
		[]byte(net.ParseIP("fe80::1")), "eth0", `path=/x|tls=1|name=\`)
	f.Fuzz(func(t *testing.T, name, host string, port int, v4, v6 []byte, zone, text string) {
		r, ok := relay(&mdns.ServiceEntry{
			Name: name, Host: host, Port: port, AddrV4: v4,
			AddrV6IPAddr: &net.IPAddr{IP: v6, Zone: zone}, InfoFields: strings.Split(text, "|"),
		})
		if !ok {
			return
		}
		u, err := url.Parse(r.URL)
		if err != nil || u.Hostname() == "" || u.Port() != fmt.Sprint(port) || u.User != nil ||
			u.RawQuery != "" || u.Fragment != "" || u.Path != "" && u.Path[0] != '/' {
			t.Errorf("%q, %v", r.URL, err)
		}
		if a, err := netip.ParseAddr(u.Hostname()); err == nil &&
			(a.IsLoopback() || a.IsMulticast() || a.IsUnspecified()) {
			t.Errorf("%q", r.URL)
		}
		if !nameable(r.Name) || len(r.URL) > 500 {
			t.Errorf("%q, %q", r.Name, r.URL)
		}
	})
}

// FuzzEscape checks that unescape reverses escape.
func FuzzEscape(f *testing.F) {
	for _, text := range []string{"", "a.b", `\1\`, "ä\x00\xff", `"; '@()`, `\195`, `7\999`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := unescape(escape(text)); got != text {
			t.Errorf("%q became %q", text, got)
		}
		if n := len(unescape(text)); n > len(text) {
			t.Errorf("%q became %d bytes", text, n)
		}
	})
}

// TestTidy checks that relays are sorted, with one for each address.
func TestTidy(t *testing.T) {
	t.Parallel()
	got := tidy([]Relay{
		{"b", "http://2", false},
		{"c", "http://1", false},
		{"a", "http://3", true},
		{"b", "http://2", false},
		{"a", "http://1", false},
	})
	if want := []Relay{
		{"a", "http://1", false}, {"a", "http://3", true}, {"b", "http://2", false},
	}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// TestAnnounceRefuses checks that invalid announcements are refused.
func TestAnnounceRefuses(t *testing.T) {
	t.Parallel()
	good := Announcement{Name: "Hall", Address: netip.MustParseAddrPort("0.0.0.0:8080")}
	for name, change := range map[string]func(a *Announcement){
		"no name":      func(a *Announcement) { a.Name = "" },
		"a line break": func(a *Announcement) { a.Name = "a\nb" },
		"no port":      func(a *Announcement) { a.Address = netip.MustParseAddrPort("0.0.0.0:0") },
		"no address":   func(a *Announcement) { a.Address = netip.AddrPort{} },
		"no host":      func(a *Announcement) { a.Host = "a b" },
		"no path":      func(a *Announcement) { a.Path = "tt" },
	} {
		a := good
		change(&a)
		if err := Announce(t.Context(), a); err == nil {
			t.Errorf("%s: announced", name)
		}
	}
}

// TestRecords checks that the longest announcement fits in its records.
func TestRecords(t *testing.T) {
	t.Parallel()
	a := Announcement{
		Name: strings.Repeat("ä", mostName), Host: "relay", Path: "/" + strings.Repeat("p", mostPath-1),
		TLS: true, Keys: true, Address: netip.MustParseAddrPort("192.0.2.1:1"),
	}
	testkit.NoError(t, a.wrong())
	records := testkit.Must(a.records([]netip.Addr{a.Address.Addr()}))(t)
	if n := len(unescape(records.Instance)); n > mostLabel || n < mostLabel-1 {
		t.Errorf("%d bytes", n)
	}
	r, ok := relay(&mdns.ServiceEntry{
		Name: records.Instance + "." + service + "." + domain,
		Host: records.HostName, Port: records.Port, InfoFields: records.TXT,
	})
	if want := (Relay{a.Name, "https://relay:1" + a.Path, true}); !ok || r != want {
		t.Errorf("%+v, %v", r, ok)
	}
	for _, text := range records.TXT {
		if len(unescape(text)) > 255 {
			t.Errorf("%q is too long for a record", text)
		}
	}
}

// TestFound announces relays in the networks of this computer, and finds them until they are stopped.
func TestFound(t *testing.T) {
	t.Parallel()
	networks := attachments()
	if len(networks) == 0 {
		if _, err := Browse(t.Context(), time.Second); !errors.Is(err, errNoNetwork) {
			t.Error(err)
		}
		t.Skip("this machine is in no network with multicast")
	}
	mark := fmt.Sprintf("%08x", rand.Uint32())
	plain := Announcement{Name: "Hall, 2. Käthe " + mark, Address: netip.MustParseAddrPort("[::]:8080"), Keys: true}
	secure := Announcement{
		Name: `A "\secure" one ` + mark, Address: netip.MustParseAddrPort("0.0.0.0:8443"),
		Host: "relay.example", Path: "/tt/", TLS: true,
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var work sync.WaitGroup
	for _, a := range []Announcement{plain, secure} {
		work.Go(func() {
			testkit.Check(t, Announce(ctx, a))
		})
	}
	var found []Relay
	for range 10 { // other computers may be as busy as this one
		all, err := Browse(t.Context(), time.Second)
		if err != nil {
			t.Skip("this machine cannot multicast: ", err)
		}
		found = slices.DeleteFunc(all, func(r Relay) bool { return !strings.Contains(r.Name, mark) })
		if len(found) >= 2 {
			break
		}
	}
	if len(found) != 2 || found[0] != (Relay{secure.Name, "https://relay.example:8443/tt", false}) {
		t.Fatalf("found %+v", found)
	}
	u, err := url.Parse(found[1].URL)
	if err != nil || found[1].Name != plain.Name || !found[1].NeedsKey || u.Port() != "8080" {
		t.Errorf("%+v, %v", found[1], err)
	} else if a, err := netip.ParseAddr(u.Hostname()); err != nil ||
		!slices.ContainsFunc(networks, func(n attachment) bool { return slices.Contains(n.addresses, a) }) {
		t.Errorf("%v is no address of this machine, %v", a, err)
	}
	stop()
	work.Wait()
	all, err := Browse(t.Context(), time.Second)
	if err != nil || slices.ContainsFunc(all, func(r Relay) bool { return strings.Contains(r.Name, mark) }) {
		t.Errorf("after the end %+v, %v", all, err)
	}
}

// TestBrowseIsStopped checks that cancelling ends a search.
func TestBrowseIsStopped(t *testing.T) {
	t.Parallel()
	if len(attachments()) == 0 {
		t.Skip("this machine is in no network with multicast")
	}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	done := make(chan error, 1)
	go func() {
		_, err := Browse(ctx, 2*time.Second)
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Skip("this machine cannot multicast: ", err)
		}
	case <-time.After(2 * time.Minute):
		t.Error("it goes on")
	}
}

// TestAttachment checks in which network a relay is announced.
func TestAttachment(t *testing.T) {
	t.Parallel()
	all := attachments()
	a := Announcement{Address: netip.MustParseAddrPort("127.0.0.1:80")}
	if got := a.attachment(all); got.addresses != nil {
		t.Errorf("this machine alone: %v", got)
	}
	for _, one := range all {
		for _, address := range one.addresses {
			a.Address = netip.AddrPortFrom(address, 80)
			if got := a.attachment(all); got.card.Index != one.card.Index ||
				!slices.Equal(got.addresses, []netip.Addr{address}) {
				t.Errorf("%v: %v", address, got)
			}
		}
	}
}
