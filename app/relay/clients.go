package relay

import (
	"maps"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// wantLasts is how long a page counts as wanted after a client has asked for it. A client that listens to changes
	// still asks for what it shows every half hour.
	wantLasts = 45 * time.Minute
	// mostClients bounds the memory. All clients beyond it share one record.
	mostClients = 4096
	// feedLasts is the same after a reader of feeds has asked, which do so every hour or two.
	feedLasts = 4 * time.Hour
	// clientLasts is how long a client is remembered after its last request.
	clientLasts = feedLasts
)

// An identity distinguishes clients: by the name of their key, and by the host that they ask from.
type identity struct{ name, host string }

// allOthers are the clients beyond mostClients.
var allOthers = identity{name: "all others"}

// A client is a program or a person that asks the relay, by identity.
type client struct {
	member *member
	// wanted has the Unix time of its last request for each page; a feed is wanted longer, as if it asked later.
	wanted [lastPage - firstPage + 1]atomic.Uint32
	seen   atomic.Int64 // Unix time of its last request
	// reads is the Unix time of its last request on behalf of a reader.
	reads atomic.Int64
	spent []time.Time // see shares
}

// A clientTable has the clients and what they want. It is safe for concurrent use. The zero value is empty.
type clientTable struct {
	mu        sync.RWMutex
	clients   map[identity]*client
	members   map[identity]*member // by the name of the key alone, or the host
	forgotten time.Time            // time of the last forgetLocked
}

// clientOf returns a client, and adds it where it is new.
func (t *clientTable) clientOf(who identity, now time.Time) *client {
	t.mu.RLock()
	c := t.clients[who]
	t.mu.RUnlock()
	if c == nil {
		c = t.addClient(who, now)
	}
	c.seen.Store(now.Unix())
	return c
}

func (t *clientTable) addClient(who identity, now time.Time) *client {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.clients == nil {
		t.clients = map[identity]*client{}
	}
	if len(t.clients) >= mostClients && now.Sub(t.forgotten).Abs() > time.Minute {
		t.forgetLocked(now)
	}
	if len(t.clients) >= mostClients {
		who = allOthers
	}
	c := t.clients[who]
	if c == nil {
		c = &client{member: t.memberLocked(who)}
		t.clients[who] = c
	}
	return c
}

// memberOf returns whose part of the crowd an answer is.
func (t *clientTable) memberOf(who identity) *member {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.memberLocked(who)
}

func (t *clientTable) memberLocked(who identity) *member {
	if who.name != "" {
		who.host = ""
	}
	m := t.members[who]
	if m == nil && len(t.members) >= mostClients {
		who = allOthers
		m = t.members[who]
	}
	if m == nil {
		if t.members == nil {
			t.members = map[identity]*member{}
		}
		m = &member{}
		t.members[who] = m
	}
	return m
}

// forgetLocked drops clients without a request for clientLasts, and members that are none of the others.
func (t *clientTable) forgetLocked(now time.Time) {
	t.forgotten = now
	used := map[*member]bool{}
	for who, c := range t.clients {
		if now.Unix()-c.seen.Load() > int64(clientLasts/time.Second) {
			delete(t.clients, who)
		} else {
			used[c.member] = true
		}
	}
	maps.DeleteFunc(t.members, func(_ identity, m *member) bool { return !used[m] && m.busy.Load() == 0 })
}

// wants records that a client asks for a page that it shows or is about to show.
func (c *client) wants(page int, now time.Time) { c.setWanted(page, now, now) }

// wantsFeed records that a client asks for the feed of a page.
func (c *client) wantsFeed(page int, now time.Time) {
	c.setWanted(page, now, now.Add(feedLasts-wantLasts))
}

// setWanted sets until when a page counts as wanted, less wantLasts, unless that is later already.
func (c *client) setWanted(page int, now, at time.Time) {
	if page < firstPage || page > lastPage {
		return
	}
	w := &c.wanted[page-firstPage]
	known := time.Unix(int64(w.Load()), 0)
	if isAhead := known.Sub(now) <= feedLasts; known.Before(at) || !isAhead { // else the clock was set back
		w.Store(uint32(at.Unix()))
	}
}

// A census is how much each page is wanted: each client has one vote, split equally among the pages that it wants.
type census struct {
	votes [lastPage - firstPage + 1]float64
	// clients counts those that asked within wantLasts, and readers reports whether one of them asked for a reader.
	clients int
	readers bool
}

// votesFor returns the votes for a page.
func (c *census) votesFor(page int) float64 { return c.votes[page-firstPage] }

func (t *clientTable) takeCensus(now time.Time) *census {
	t.mu.Lock()
	t.forgetLocked(now)
	all := make([]*client, 0, len(t.clients))
	for _, c := range t.clients {
		all = append(all, c)
	}
	t.mu.Unlock()
	since := now.Add(-wantLasts).Unix()
	result := &census{}
	var pages []int
	for _, c := range all {
		if c.seen.Load() > since {
			result.clients++
		}
		result.readers = result.readers || c.reads.Load() > since
		pages = pages[:0]
		for i := range c.wanted {
			if int64(c.wanted[i].Load()) > since {
				pages = append(pages, i)
			}
		}
		for _, i := range pages {
			result.votes[i] += 1 / float64(len(pages))
		}
	}
	return result
}
