package relay

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

// mostEvents is how many changes are remembered for listeners that reconnect.
const mostEvents = 4096

// A feed has the last changes of all pages. Each listener remembers its own position; the feed has no state for it. It
// is safe for concurrent use.
type feed struct {
	now func() time.Time
	run string // distinguishes this run of the program from others

	mu     sync.Mutex
	events []event // a ring: that with number n is at n modulo mostEvents
	next   int64   // number of the next one
	more   chan struct{}
	cut    chan struct{} // closed when listeners are to reconnect
	closed bool
}

// An event is a change, as it is sent.
type event struct {
	name string
	data []byte
	at   time.Time
}

func newFeed(now func() time.Time) *feed {
	run := make([]byte, 6)
	_, _ = rand.Read(run) // never fails
	return &feed{now: now, run: hex.EncodeToString(run), more: make(chan struct{}), cut: make(chan struct{})}
}

// announce announces each subpage that differs from before. before is nil where nothing was known of the page.
func (f *feed) announce(before, after *document) {
	var all []api.Notice
	for _, s := range after.subpages {
		if before != nil {
			if digest, ok := before.subpageDigest(s.number); ok && digest == s.digest {
				continue
			}
		}
		all = append(all, changeOf(after.number, s.number, s.digest))
	}
	if len(all) == 0 || before != nil && before.hasMoreThan(after) {
		all = append(all, changeOf(after.number, 0, after.digest))
	}
	f.addChanges(all...)
}

// changeOf returns the notice of a changed subpage, or of a page as a whole where that is 0.
func changeOf(page, subpage int, digest [sha256.Size]byte) api.Notice {
	at := teletext.Place{Page: page, Subpage: subpage}
	return api.Notice{Kind: api.Changed, Place: at, Digest: digest}
}

// announceGone announces that a page has been removed.
func (f *feed) announceGone(page int) {
	f.addChanges(api.Notice{Kind: api.Changed, Place: teletext.Place{Page: page}, Gone: true})
}

func (f *feed) addChanges(changes ...api.Notice) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	for _, c := range changes {
		c.Time = f.now().UTC().Truncate(time.Millisecond)
		name, data := c.Event()
		e := event{name, data, c.Time}
		if len(f.events) < mostEvents {
			f.events = append(f.events, e)
		} else {
			f.events[f.next%mostEvents] = e
		}
		f.next++
	}
	close(f.more)
	f.more = make(chan struct{})
}

// id is the position behind the event with a number.
func (f *feed) id(next int64) string { return f.run + "-" + strconv.FormatInt(next, 10) }

// begin returns the number from which a listener reads on that has seen everything up to since, which is a position or
// a time in RFC 3339. Empty is now. known is false where events between may have been dropped.
func (f *feed) begin(since string) (next int64, known bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	oldest := f.next - int64(len(f.events))
	if since == "" {
		return f.next, true
	}
	if t, err := time.Parse(time.RFC3339, since); err == nil {
		next = f.next
		for next > oldest && !f.events[(next-1)%mostEvents].at.Before(t) {
			next--
		}
		if next == oldest { // whether there was more is not known
			return f.next, false
		}
		return next, true
	}
	run, number, _ := strings.Cut(since, "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || run != f.run || n < oldest || n > f.next {
		return f.next, false
	}
	return n, true
}

// read returns up to 100 events from a number on, and a channel that is closed once there are more. ok is false where
// the feed is closed, or these events have been dropped.
func (f *feed) read(from int64) (events []event, more <-chan struct{}, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed || from < f.next-int64(len(f.events)) {
		return nil, nil, false
	}
	for n := from; n < f.next && len(events) < 100; n++ {
		events = append(events, f.events[n%mostEvents])
	}
	return events, f.more, true
}

// interrupt ends the open streams. Their listeners may reconnect.
func (f *feed) interrupt() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.cut)
	f.cut = make(chan struct{})
}

// interrupted returns a channel that is closed when a stream that begins now is to end.
func (f *feed) interrupted() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.cut
}

// close ends all streams.
func (f *feed) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.closed {
		f.closed = true
		close(f.more)
	}
}
