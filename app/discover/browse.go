package discover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/mdns"
)

// The bounds of what is looked at: entries of any service in a network, and networks.
const (
	mostEntries  = 1024
	mostNetworks = 8
)

var errNoNetwork = errors.New("this machine is in no network in which it could look for relays")

// Browse asks for relays and listens for so long, which may be two seconds, and returns those that answered, sorted by
// name, each once. When ctx ends it returns at once with its error.
func Browse(ctx context.Context, listen time.Duration) ([]Relay, error) {
	networks := attachments()
	if len(networks) == 0 {
		return nil, fmt.Errorf("looking for relays: %w", errNoNetwork)
	}
	done := make(chan struct{})
	var found []Relay
	var err error
	go func() {
		defer close(done)
		found, err = browse(ctx, networks[:min(len(networks), mostNetworks)], listen)
	}()
	select {
	case <-done:
		return found, err
	case <-ctx.Done(): // the library's queries end when their time is over
		return nil, ctx.Err()
	}
}

// browse asks in all networks, by IPv4 and by IPv6 on its own, for a machine need not have both.
func browse(ctx context.Context, networks []attachment, listen time.Duration) ([]Relay, error) {
	entries := make(chan *mdns.ServiceEntry, mostEntries)
	var work sync.WaitGroup
	failed := make([]error, 2*len(networks))
	for i := range failed {
		work.Go(func() {
			failed[i] = mdns.QueryContext(ctx, &mdns.QueryParam{
				Service: service, Timeout: listen, Interface: &networks[i/2].card, Entries: entries,
				DisableIPv4: i%2 == 1, DisableIPv6: i%2 == 0, Logger: silent(),
			})
		})
	}
	work.Wait() // until then the library goes on writing to the entries
	close(entries)
	if !slices.Contains(failed, nil) {
		return nil, fmt.Errorf("looking for relays: %w", failed[0])
	}
	var all []Relay
	for e := range entries {
		if r, ok := relay(e); ok {
			all = append(all, r)
		}
	}
	return tidy(all), nil
}

// tidy sorts relays by name, and leaves one of each address.
func tidy(all []Relay) []Relay {
	slices.SortFunc(all, func(a, b Relay) int { return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.Name, b.Name)) })
	all = slices.CompactFunc(all, func(a, b Relay) bool { return a.URL == b.URL })
	slices.SortStableFunc(all, func(a, b Relay) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
