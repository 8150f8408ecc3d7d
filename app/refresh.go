package app

import (
	"math/rand/v2"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/service"
)

// attention is how much of the window can be seen.
type attention int

const (
	inFront   attention = iota // the user works with it
	behind                     // another window has the keyboard
	minimised                  // it cannot be seen at all
)

// behindFactor is by how much less often the page is asked for while the window is behind others.
const behindFactor = 5

// longestPause is the longest time between two tries while the service cannot be reached.
const longestPause = time.Minute

// refresh keeps the page on screen up to date.
type refresh struct {
	timer *time.Timer
	// failed is why the page could not be brought up to date, nil when it could.
	failed error
	tries  int
	busy   bool
}

func (r *refresh) begin() { r.failed, r.tries = nil, 0 }

func (r *refresh) stop() {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	r.busy = false
}

// armRefresh asks for the page on screen again after its interval, or sooner when that failed.
func (n *navigation) armRefresh() {
	r := &n.refresh
	if r.timer != nil {
		r.timer.Stop()
	}
	pause := n.every
	if r.failed != nil {
		pause = n.retryPause()
	}
	if pause == 0 {
		return
	}
	r.timer = time.AfterFunc(pause, func() { n.do(func() { n.refreshNow() }) })
}

// retryPause is the time before the next try after a failure: doubled each time, with a little chance
// in it so that many programs do not come back in the same moment.
func (n *navigation) retryPause() time.Duration {
	d := min(2*time.Second<<min(n.refresh.tries, 5), longestPause)
	d = d*3/4 + rand.N(d/4)
	return max(d, retryOf(n.refresh.failed))
}

// refreshNow asks for the page on screen again, unless it cannot be seen. Behind other windows that is
// done less often.
func (n *navigation) refreshNow() {
	if !n.Current(n.last.Trip) || n.refresh.busy {
		return
	}
	a := n.screen.Attention()
	waits := a == behind && n.refresh.failed == nil && n.now().Sub(n.shown.Fetched) < behindFactor*n.every
	if a == minimised || waits {
		n.armRefresh()
		return
	}
	n.revalidate(acquire.Want{Page: n.shown.Page, Picture: n.pictures, Class: acquire.Refresh})
}

// Seen says that the window can be seen again: what became old meanwhile is asked for.
func (n *navigation) Seen() {
	if n.refresh.timer != nil && n.every > 0 && n.now().Sub(n.shown.Fetched) >= n.every {
		n.refresh.timer.Reset(0)
	}
}

// revalidate asks whether the place on screen has changed, and for a picture that it lacks. What is
// unchanged is not shown again; where the service cannot be asked, the page stays and its age is told.
func (n *navigation) revalidate(w acquire.Want) {
	n.refresh.busy = true
	w.Subpage = n.shown.Subpage
	l, ctx := n.last, n.trip
	go func() {
		a := n.pages.Fetch(ctx, w)
		n.do(func() {
			if !n.Current(l.Trip) || ctx.Err() != nil || n.shown.Page != w.Page {
				return
			}
			n.refresh.busy = false
			n.refreshed(l, a)
			n.armRefresh()
		})
	}()
}

func (n *navigation) refreshed(l browse.Load, a acquire.Answer) {
	shown := &n.shown
	err := a.DocumentErr
	if a.Document == nil {
		if err != nil && !isCancelled(err) {
			n.refresh.failed = err
			n.refresh.tries++
			n.learn(a)
			n.screen.Changed()
		}
		return
	}
	n.refresh.begin()
	if shown.Document != nil && a.Digest == shown.Digest && a.Subpage == shown.Subpage && (a.Picture == shown.Picture || a.Picture == nil) {
		a.Picture = shown.Picture
		n.shown = a
		n.run(n.Loaded(l.Trip, browse.Place{Page: a.Page, Subpage: a.Subpage}, a.Document))
		return
	}
	n.arrive(l, a)
}

// Outdated tells since when the page on screen is the same because the service cannot be asked, and
// why; zero when it is up to date.
func (n *navigation) Outdated() (since time.Time, why service.Kind) {
	if n.refresh.failed == nil || n.shown.Fetched.IsZero() {
		return time.Time{}, 0
	}
	return n.shown.Fetched, service.KindOf(n.refresh.failed)
}

// WantPictures says whether the service's pictures are needed from now on. The one of the subpage on
// screen is asked for if it is missing.
func (n *navigation) WantPictures(want bool) {
	n.pictures = want
	if _, loading := n.Target(); !want || loading || n.shown.Page == 0 || n.shown.Picture != nil {
		return
	}
	w := acquire.Want{Page: n.shown.Page, Subpage: n.shown.Subpage, Picture: true}
	if a, _, ok := n.pages.Recall(w); ok && a.Picture != nil && a.Digest == n.shown.Digest {
		n.shown = a
		n.screen.ShowAnswer(a)
		return
	}
	n.revalidate(w)
}
