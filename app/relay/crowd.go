package relay

import (
	"net/http"
	"sync/atomic"
	"time"

	"sextant/app/api"
	"sextant/app/relay/site"
)

// What an answer costs as long as it is under way, in units of a goroutine with its buffers.
const (
	answerCost  = 1
	siteCost    = 8   // a page for people is made for its reader
	reportCost  = 4   // a screen's report is read as a whole
	pictureCost = 128 // so is its picture, of mostPicture at most
	// mostCost is that of all, which is one answer for each connection that package serve allows.
	mostCost = 4096
)

// crowdedWait is when a client may ask again that has too many answers under way.
const crowdedWait = 5 * time.Second

// A crowd bounds the cost of the answers under way, and the part of each client: it may begin another one as long as
// its own cost no more than what is left for others. So one client can have half of all, the next one half of what is
// left, and there is room for newcomers. It is safe for concurrent use.
type crowd struct {
	most int64
	busy atomic.Int64 // the cost of all
}

// A member is a client in a crowd: the owner of a key, whatever address it asks from, or an address without a key.
type member struct{ busy atomic.Int64 }

// enter begins an answer that costs so much. It returns a refusal if that is too much.
func (c *crowd) enter(m *member, cost int64) error {
	own, all := m.busy.Add(cost), c.busy.Add(cost)
	if own-cost <= c.most-all {
		return nil
	}
	c.leave(m, cost)
	if own == cost { // others have all
		return &api.Refusal{Status: http.StatusServiceUnavailable, RetryAfter: crowdedWait}
	}
	return &api.Refusal{Status: http.StatusTooManyRequests, RetryAfter: crowdedWait}
}

func (c *crowd) leave(m *member, cost int64) {
	m.busy.Add(-cost)
	c.busy.Add(-cost)
}

// join begins an answer to a client, and returns what ends it. The error is the refusal if it costs too much.
func (r *Relay) join(who identity, cost int64) (leave func(), err error) {
	m := r.clients.memberOf(who)
	if err := r.crowd.enter(m, cost); err != nil {
		r.figures.turnAway()
		return nil, err
	}
	return func() { r.crowd.leave(m, cost) }, nil
}

// admitReader begins an answer to a reader of the web pages.
func (r *Relay) admitReader(q *http.Request, c site.Client) (leave func(), err error) {
	return r.join(readerOf(q, c), siteCost)
}
