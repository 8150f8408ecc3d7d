package relay

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"

	"sextant/app/api"
	"sextant/app/relay/serve"
)

// changesPath is the path of the stream of changes.
const changesPath = "/v1/relay/changes"

// streamCut is the key of the context's channel that is closed when the stream of a request is to end.
type streamCut struct{}

// pingEvery is how often an idle stream sends a comment, which shows that the connection is alive.
const pingEvery = 15 * time.Second

// changes serves changes as server-sent events (HTML standard, section 9.2) until the client disconnects or the relay
// ends.
func (r *Relay) changes(w http.ResponseWriter, q *http.Request) {
	since := q.URL.Query().Get("since")
	if last := q.Header.Get("Last-Event-ID"); last != "" {
		since = last
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy must not hold it back
	if q.Method == http.MethodHead {
		return
	}
	r.figures.streams.Inc()
	defer r.figures.streams.Dec()
	cut, _ := q.Context().Value(streamCut{}).(<-chan struct{})
	s := stream{feed: r.feed, alive: r.onAlive(q), to: serve.Writer(w, r.parts.Now), cut: cut}
	next, known := r.feed.begin(since)
	first := api.Notice{Kind: api.Opened, Time: r.parts.Now()}
	if !known {
		first.Kind = api.Reset
	}
	name, data := first.Event()
	s.writeEvent(name, r.feed.id(next), data)
	s.sendFrom(q.Context().Done(), next)
}

// A stream sends events to one client.
type stream struct {
	feed *feed
	to   io.Writer
	cut  <-chan struct{}
	// alive is called after each successful write.
	alive func()
	out   bytes.Buffer
	err   error
}

// writeEvent queues an event for the next flush.
func (s *stream) writeEvent(name, id string, data []byte) {
	fmt.Fprintf(&s.out, "event: %s\nid: %s\ndata: %s\n\n", name, id, data)
}

// flush sends what is queued.
func (s *stream) flush() {
	if _, s.err = s.to.Write(s.out.Bytes()); s.err == nil {
		s.alive()
	}
	s.out.Reset()
}

// sendFrom sends events from a number on, until the client disconnects or falls too far behind.
func (s *stream) sendFrom(done <-chan struct{}, next int64) {
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		events, more, ok := s.feed.read(next)
		for _, e := range events {
			next++
			s.writeEvent(e.name, s.feed.id(next), e.data)
		}
		if s.out.Len() > 0 {
			s.flush()
		}
		if !ok || s.err != nil {
			return
		}
		if len(events) > 0 {
			continue
		}
		select {
		case <-more:
		case <-ping.C:
			s.out.WriteString(": ping\n\n")
		case <-s.cut:
			return
		case <-done:
			return
		}
	}
}
