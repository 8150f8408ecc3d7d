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

// Limits of a search: entries of any service on a network, and networks.
const (
	mostEntries  = 1024
	mostNetworks = 8
)

var errNoNetwork = errors.New("this machine is in no network in which it could look for relays")

// Browse queries for relays, listens for the given time, usually two seconds, and returns those that answered, sorted
// by name, each once. When ctx ends it returns its error at once.
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
	case <-ctx.Done(): // the library's queries end with their timeout
		return nil, ctx.Err()
	}
}

// browse queries all networks, by IPv4 and IPv6 separately, because a machine may not have both.
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
	work.Wait() // the library writes to entries until then
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

// tidy sorts relays by name, and removes those with the same address.
func tidy(all []Relay) []Relay {
	slices.SortFunc(all, func(a, b Relay) int { return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.Name, b.Name)) })
	all = slices.CompactFunc(all, func(a, b Relay) bool { return a.URL == b.URL })
	slices.SortStableFunc(all, func(a, b Relay) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
