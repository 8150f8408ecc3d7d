package acquire

import (
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

// mostTold bounds the subpages whose digests are remembered of a page's change.
const mostTold = 50

// A following knows from change notices how fresh pages are. It goes by sequence numbers, so that no clock matters. It
// belongs to Pages, with whose lock it is used.
type following struct {
	moment int           // counts what happens
	alive  bool          // changes are told as they happen
	since  int           // the moment from which on none was missed
	reset  int           // the moment in which it was said last that anything may have changed
	asked  map[int]asked // the pages that came, or were said to be unchanged
	told   map[int]*told // pages that are another than what came last
}

// An asked page was asked for in a moment, and at a time.
type asked struct {
	moment int
	at     time.Time
}

// followedFor is how long a page that came counts as known to be as it is now, without asking: a service that announces
// changes looks after pages that are asked for now and then.
const followedFor = 30 * time.Minute

// A told change is one of a page that has not come yet.
type told struct {
	moment  int
	digests map[int][32]byte // by subpages, with that of the page under 0; nil where nothing can agree with them
}

// next is another moment.
func (f *following) next() int {
	f.moment++
	return f.moment
}

// opened records that notices come from now on, and where the stream resumed, that none was missed.
func (f *following) opened(goesOn bool) {
	if !goesOn || f.since == 0 {
		f.since = f.next()
	}
	f.alive = true
}

// isOutdated reports whether a page is said to be another than what came last.
func (f *following) isOutdated(page int) bool {
	return f.told[page] != nil || f.asked[page].moment < f.reset
}

// isFollowed reports whether a page that came is known to be as it is now.
func (f *following) isFollowed(page int, now time.Time) bool {
	last := f.asked[page]
	return f.alive && !f.isOutdated(page) && last.moment >= f.since &&
		f.since > 0 && now.Sub(last.at).Abs() < followedFor
}

// tell records that a page changed.
func (f *following) tell(n api.Notice) {
	t := f.told[n.Page]
	if t == nil {
		if f.told == nil {
			f.told = map[int]*told{}
		}
		t = &told{digests: map[int][32]byte{}}
		f.told[n.Page] = t
	}
	t.moment = f.next()
	switch {
	case n.Gone || len(t.digests) >= mostTold:
		t.digests = nil
	case t.digests != nil:
		t.digests[n.Subpage] = n.Digest
	}
}

// came records a document by the sequence number and about the time of its request. A notice since then may be in it
// already.
func (f *following) came(doc *teletext.Page, moment int, now time.Time) {
	t := f.told[doc.Number]
	if t != nil && t.moment > moment {
		if !t.agrees(doc) {
			return
		}
		moment = t.moment
	}
	delete(f.told, doc.Number)
	if f.asked == nil {
		f.asked = map[int]asked{}
	}
	f.asked[doc.Number] = asked{max(moment, f.asked[doc.Number].moment), now}
}

// agrees reports whether a document is what was announced.
func (t *told) agrees(doc *teletext.Page) bool {
	for subpage, digest := range t.digests {
		if !agrees(doc, subpage, digest) {
			return false
		}
	}
	return t.digests != nil
}

// agrees reports whether a subpage of a document, or the whole where that is 0, has a digest.
func agrees(doc *teletext.Page, subpage int, digest [32]byte) bool {
	if subpage == 0 {
		return doc.Digest() == digest
	}
	s, _ := doc.Subpage(subpage)
	return s != nil && s.Digest() == digest
}

// told records what a notice says of a page, and reports whether that is news.
func (p *Pages) told(n api.Notice) bool {
	if !teletext.ValidPage(n.Page) {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	e, ok := p.pages.Peek(n.Page)
	if ok && !n.Gone && p.following.told[n.Page] == nil && agrees(e.document, n.Subpage, n.Digest) {
		return false
	}
	p.following.tell(n)
	if !n.Gone { // there is something to be had again
		p.attempts.changed(n.Page, n.Subpage)
	}
	return true
}

// Invalidate makes what is known of pages count as another than the service has by now.
func (p *Pages) Invalidate(pages ...int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, page := range pages {
		p.following.tell(api.Notice{Kind: api.Changed, Page: page, Gone: true})
	}
}

// opened records that notices come from now on, and where the stream resumed, that none was missed.
func (p *Pages) opened(goesOn bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.following.opened(goesOn)
}

// reset records that notices come from now on, and that any page may have changed before. It gives those in memory that
// somebody looked at.
func (p *Pages) reset() (pages []int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.following.opened(false)
	p.following.reset = p.following.since
	for _, page := range p.pages.Keys() {
		if e, _ := p.pages.Peek(page); e.seen {
			pages = append(pages, page)
		}
	}
	return pages
}

// moment is the one that it is now, for what is about to be asked.
func (p *Pages) moment() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.following.moment
}

// confirm records that a document came or is unchanged, by the sequence number of its request.
func (p *Pages) confirm(k *known, moment int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.following.came(k.document, moment, p.config.Now())
}

// closed records that no notices come for now.
func (p *Pages) closed() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.following.alive = false
}

// Freshness is what is known of a page's from change notices.
type Freshness int

// The states. Unfollowed is a page of which nobody tells; by its age it may be fresh.
const (
	Unfollowed Freshness = iota
	Followed             // it is known to be as it is now
	Outdated             // it is said to be another by now
)

// Freshness tells what change notices say of a page, from memory.
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
