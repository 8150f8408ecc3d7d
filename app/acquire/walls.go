package acquire

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/teletext"
)

// probeEvery is the least time between two requests for known pages by which the service is judged.
const probeEvery = 20 * time.Second

// probeAfter is how many pages in a row, none of which is known, may be answered with 404 before a known one is asked
// for.
const probeAfter = 5

// wallOf is how many known pages that are answered with 404, with no document between, make a wall: the service does
// not work, as while a gateway in front of it is deployed, and its 404s say nothing about pages.
const wallOf = 2

// doubts returns how many pages of which there is some evidence were answered with 404 since a document came.
func (a *attempts) doubts(least evidence) (pages int) {
	for place, f := range a.failed {
		if place.Subpage == 0 && f.isDoubted() && f.evidence >= least && f.last == a.successes {
			pages++
		}
	}
	return pages
}

// isDoubted reports whether a page that should be there was answered with 404, and is not missing.
func (f *failure) isDoubted() bool { return f.evidence > noEvidence && f.notFound > 0 && !f.missing }

func (a *attempts) isWall() bool { return a.doubts(hasCome) >= wallOf }

// wantsProbe reports whether a known page should be asked for, to learn whether 404s concern their pages.
func (a *attempts) wantsProbe() bool {
	return a.odd || a.unknown >= probeAfter || a.doubts(wasNamed) > 0
}

// isMissing reports whether a 404 says that there is no such page or picture: that of a page that should be there if it
// is not the first, and another page came since the first; that of any other if no page is in doubt.
func (a *attempts) isMissing(f *failure) bool {
	if f.evidence > noEvidence {
		return f.notFound > 1 && a.successes > f.doubted
	}
	return a.doubts(wasNamed) == 0
}

// endWall ends the backoffs of everything that failed since the last document came.
func (a *attempts) endWall() {
	for place, f := range a.failed {
		switch {
		case f.last != a.successes:
		case place.Subpage != 0, f.evidence == noEvidence:
			delete(a.failed, place)
		case !f.missing && !f.spared:
			f.spared, f.doubted = true, a.successes+1
			fallthrough
		case !f.missing:
			f.backoff = 0
		}
	}
}

// doubtUnknown ends the backoffs of unknown pages that were answered with 404 since the last document, once for each:
// if there are several, or a known one was answered so, too, perhaps nothing worked.
func (a *attempts) doubtUnknown() {
	var all []*failure
	for place, f := range a.failed {
		if place.Subpage == 0 && f.evidence == noEvidence && f.notFound > 0 && f.last == a.successes {
			all = append(all, f)
		}
	}
	for _, f := range all {
		if !f.spared && len(all)+a.doubts(wasNamed) >= wallOf {
			f.missing, f.spared, f.backoff, f.doubted = false, true, 0, a.successes+1
		}
	}
}

// inWall makes trouble of the service of the error of a page in a wall, and returns it. Other errors stay.
func (a *attempts) inWall(f *failure) error {
	if e := (*api.Error)(nil); !f.missing && a.isWall() && errors.As(f.err, &e) && e.Kind == api.NotFound {
		f.err = &api.Error{Kind: api.Trouble, Op: e.Op, Status: e.Status, Err: api.ErrWall}
	}
	return f.err
}

// isOdd reports whether the service answered with something that is no trouble of its own by the status, and no page
// either: a web page, a gateway's text, a refusal of a key that it had accepted.
func isOdd(err error) bool {
	return errors.Is(err, api.ErrWebPage) || errors.Is(err, api.ErrNoRoute) || errors.Is(err, api.ErrRefusedNow)
}

func isUnreadable(err error) bool {
	kind := api.KindOf(err)
	return kind == api.BadContent || kind == api.TooLarge
}

// countUnreadable counts a page whose answer cannot be read. From the second since a document came it is trouble of the
// service, and the error that: some answer everything with an error that looks like success.
func (a *attempts) countUnreadable(f *failure, err error) error {
	if f.tries == 0 || f.last != a.successes {
		a.unreadable++
	}
	e := (*api.Error)(nil)
	if a.unreadable < wallOf || !errors.As(err, &e) {
		return err
	}
	a.odd = true
	cause := errUnreadable
	if e.Err != nil {
		cause = fmt.Errorf("%w: %w", errUnreadable, e.Err)
	}
	return &api.Error{Kind: api.Trouble, Op: e.Op, Status: e.Status, Err: cause}
}

var errUnreadable = errors.New("no answer can be read")

// ownError returns an odd error as one that concerns its place alone.
func ownError(err error) error {
	var e *api.Error
	if !errors.As(err, &e) {
		return err
	}
	own := *e
	if own.Err = (ownCause{e.Err}); errors.Is(err, api.ErrNoRoute) {
		own.Kind, own.Err = api.NotFound, nil
	}
	return &own
}

// An ownCause is the cause of trouble that concerns one place only.
type ownCause struct{ error }

func (c ownCause) Unwrap() error { return c.error }

// settleDoubts returns wishes for pages by which doubts about 404s are settled.
func (p *Pages) settleDoubts() []Wish {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.config.Now()
	return append(p.attempts.secondLooks(now), p.attempts.probe(p.facts, now)...)
}

// secondLooks returns wishes for the pages that never came and were answered with 404, which said nothing as there were
// doubts. Nobody else asks for them again, while others lead to them.
func (a *attempts) secondLooks(now time.Time) (wishes []Wish) {
	for place, f := range a.failed {
		isOpen := f.evidence < hasCome && f.notFound > 0 && !f.missing && f.last < a.successes
		if isOpen && place.Subpage == 0 && f.waits(now) <= 0 {
			wishes = append(wishes, Wish{Page: place.Page, Class: budget.Prefetch, Weight: 1})
		}
	}
	slices.SortFunc(wishes, byPage)
	return wishes
}

// probe returns a wish for a known page, where answers are in doubt: the one that came last, or else failed first.
func (a *attempts) probe(known map[int]pageFact, now time.Time) []Wish {
	if ago := now.Sub(a.probed); !a.wantsProbe() || ago >= 0 && ago < probeEvery {
		return nil
	}
	best := 0
	isBetter := func(page int) bool { // those that came last before those that failed, and of these the longest ago
		f, other := a.failed[teletext.Place{Page: page}], a.failed[teletext.Place{Page: best}]
		switch {
		case best == 0:
			return true
		case (f == nil) != (other == nil):
			return f == nil
		case f != nil:
			return cmp.Or(f.at.Compare(other.at), cmp.Compare(page, best)) < 0
		}
		return cmp.Or(known[best].asked.Compare(known[page].asked), cmp.Compare(page, best)) < 0
	}
	for page := range known {
		if f := a.failed[teletext.Place{Page: page}]; (f == nil || !f.missing) && isBetter(page) {
			best = page
		}
	}
	if best == 0 {
		return nil
	}
	return []Wish{{Page: best, Class: budget.Refresh, Weight: 1, Probe: true}}
}
