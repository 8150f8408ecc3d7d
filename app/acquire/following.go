package acquire

import (
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

// mostDigests bounds the digests of subpages in a pendingChange.
const mostDigests = 50

// A following derives from change notices how fresh pages are. It orders notices and requests by sequence numbers, so
// that no clock matters. It is guarded by the lock of its Pages.
type following struct {
	seq       int                    // counts notices and requests
	alive     bool                   // notices come as pages change
	sinceSeq  int                    // no notice was missed after it
	resetSeq  int                    // any page may have changed before it
	confirmed map[int]confirmation   // pages that came, or were said to be unchanged
	pending   map[int]*pendingChange // pages that have changed since they came
}

// A confirmation has the sequence number and the time of the request for a page that came.
type confirmation struct {
	seq int
	at  time.Time
}

// followedFor is how long a page without a notice counts as unchanged after a request for it: a relay only announces
// changes of pages that are asked for now and then.
const followedFor = 30 * time.Minute

// A pendingChange was announced, and its page has not come yet.
type pendingChange struct {
	seq     int
	digests map[int][32]byte // by subpage, that of the page under 0; nil where no document can match
}

func (f *following) nextSeq() int {
	f.seq++
	return f.seq
}

// streamOpened records that notices come from now on. resumed: none was missed since the last stream.
func (f *following) streamOpened(resumed bool) {
	if !resumed || f.sinceSeq == 0 {
		f.sinceSeq = f.nextSeq()
	}
	f.alive = true
}

// isOutdated reports whether a page has changed since it came last, by a notice.
func (f *following) isOutdated(page int) bool {
	return f.pending[page] != nil || f.confirmed[page].seq < f.resetSeq
}

// isFollowed reports whether a page is known to be unchanged since it came.
func (f *following) isFollowed(page int, now time.Time) bool {
	last := f.confirmed[page]
	return f.alive && !f.isOutdated(page) && last.seq >= f.sinceSeq &&
		f.sinceSeq > 0 && now.Sub(last.at).Abs() < followedFor
}

// addChange records the notice of a change.
func (f *following) addChange(n api.Notice) {
	t := f.pending[n.Page]
	if t == nil {
		if f.pending == nil {
			f.pending = map[int]*pendingChange{}
		}
		t = &pendingChange{digests: map[int][32]byte{}}
		f.pending[n.Page] = t
	}
	t.seq = f.nextSeq()
	switch {
	case n.Gone || len(t.digests) >= mostDigests:
		t.digests = nil
	case t.digests != nil:
		t.digests[n.Subpage] = n.Digest
	}
}

// confirm records a document with the sequence number and the time of its request. It may already have the changes of
// later notices.
func (f *following) confirm(doc *teletext.Page, seq int, now time.Time) {
	t := f.pending[doc.Number]
	if t != nil && t.seq > seq {
		if !t.matches(doc) {
			return
		}
		seq = t.seq
	}
	delete(f.pending, doc.Number)
	if f.confirmed == nil {
		f.confirmed = map[int]confirmation{}
	}
	f.confirmed[doc.Number] = confirmation{max(seq, f.confirmed[doc.Number].seq), now}
}

// matches reports whether a document is what was announced.
func (p *pendingChange) matches(doc *teletext.Page) bool {
	for subpage, digest := range p.digests {
		if !hasDigest(doc, subpage, digest) {
			return false
		}
	}
	return p.digests != nil
}

// hasDigest reports whether a subpage of a document, or the whole where that is 0, has a digest.
func hasDigest(doc *teletext.Page, subpage int, digest [32]byte) bool {
	if subpage == 0 {
		return doc.Digest() == digest
	}
	s, _ := doc.Subpage(subpage)
	return s != nil && s.Digest() == digest
}

// applyNotice records a notice, and reports whether it changes anything.
func (p *Pages) applyNotice(n api.Notice) bool {
	if !teletext.ValidPage(n.Page) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.pages.Peek(n.Page)
	if ok && !n.Gone && p.following.pending[n.Page] == nil && hasDigest(e.Document, n.Subpage, n.Digest) {
		return false
	}
	p.following.addChange(n)
	if !n.Gone { // it may be there again
		p.attempts.reset(n.Page, n.Subpage)
	}
	return true
}

// Invalidate marks pages as outdated.
func (p *Pages) Invalidate(pages ...int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, page := range pages {
		p.following.addChange(api.Notice{Kind: api.Changed, Place: teletext.Place{Page: page}, Gone: true})
	}
}

// onStreamOpened is streamOpened under the lock.
func (p *Pages) onStreamOpened(resumed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.following.streamOpened(resumed)
}

// onStreamReset records that notices come from now on, and that any page may have changed before. It returns those in
// memory that were on screen.
func (p *Pages) onStreamReset() (pages []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.following.streamOpened(false)
	p.following.resetSeq = p.following.sinceSeq
	for _, page := range p.pages.Keys() {
		if e, _ := p.pages.Peek(page); e.seen {
			pages = append(pages, page)
		}
	}
	return pages
}

// seq returns the sequence number for a request that is about to go out.
func (p *Pages) seq() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.following.seq
}

// confirm records that a document came or is unchanged, with the sequence number of its request.
func (p *Pages) confirm(k *State, seq int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.following.confirm(k.Document, seq, p.config.Now())
}

// onStreamClosed records that no notices come for now.
func (p *Pages) onStreamClosed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.following.alive = false
}

// Freshness is what change notices say of a page.
type Freshness int

// The states. Unfollowed is a page without change notices; by its age it may be fresh.
const (
	Unfollowed Freshness = iota
	Followed             // known to be unchanged
	Outdated             // known to have changed
)

// Freshness returns what change notices say of a page, from memory.
func (p *Pages) Freshness(page int) Freshness {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch f := &p.following; {
	case f.isOutdated(page):
		return Outdated
	case f.isFollowed(page, p.config.Now()):
		return Followed
	}
	return Unfollowed
}
