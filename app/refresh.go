package app

import (
	"context"
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

// refresh keeps the page on screen up to date.
type refresh struct {
	timer *time.Timer
	// failed is why the page could not be brought up to date, nil when it could, and again when it is tried
	// again.
	failed error
	again  time.Time
	busy   bool
}

// armRefresh asks for the page on screen again after its interval, or after the pause that a failure needs.
func (n *navigation) armRefresh(pause time.Duration) {
	r := &n.refresh
	if r.timer != nil {
		r.timer.Stop()
	}
	if r.failed == nil || pause == 0 {
		pause = n.every
	}
	if pause == 0 {
		return
	}
	r.again = n.now().Add(pause)
	r.timer = time.AfterFunc(pause, func() { n.do(n.refreshNow) })
}

// refreshNow asks for the page on screen again, unless it cannot be seen. Behind other windows that is
// done less often.
func (n *navigation) refreshNow() {
	if n.refresh.busy || n.shown.Page == 0 {
		return
	}
	a := n.screen.Attention()
	waits := a == behind && n.refresh.failed == nil && n.now().Sub(n.shown.Fetched) < behindFactor*n.every
	if a == minimised || waits {
		n.armRefresh(time.Minute) // or its interval, if it has not failed
		return
	}
	w := acquire.Want{Page: n.shown.Page, Subpage: n.shown.Subpage, Picture: n.pictures, Class: acquire.Refresh}
	if n.kiosk {
		w.Class = acquire.Kiosk
	}
	n.revalidate(w)
}

// Seen says that the window can be seen again: what became old meanwhile is asked for.
func (n *navigation) Seen() {
	if n.refresh.timer != nil && n.every > 0 && n.now().Sub(n.shown.Fetched) >= n.every {
		n.refresh.timer.Reset(0)
	}
}

// revalidate asks whether the page on screen has changed, and for a picture that it lacks. What is
// unchanged is not shown again; where the service cannot be asked, the page stays and its age is told.
func (n *navigation) revalidate(w acquire.Want) {
	n.refresh.busy = true
	w.Subpage = n.shown.Subpage
	n.ask(n.visit, w, func(a acquire.Answer) {
		n.refresh.busy = false
		n.refreshed(a)
		n.armRefresh(a.Retry)
		n.screen.Changed()
		if n.pictures && n.shown.Picture == nil && a.Document != nil && w.Subpage != n.shown.Subpage {
			n.illustrate(w.Class) // the subpage on screen is another one by now
		}
	})
}

// illustrate asks for the picture of the subpage on screen.
func (n *navigation) illustrate(c acquire.Class) {
	n.ask(n.trip, acquire.Want{Page: n.shown.Page, Subpage: n.shown.Subpage, Picture: true, Class: c}, func(a acquire.Answer) {
		if a.Document != nil {
			n.refreshed(a)
		}
		n.screen.Changed()
	})
}

// ask asks the service for something of the page on screen, which is taken in unless ctx has ended.
func (n *navigation) ask(ctx context.Context, w acquire.Want, came func(acquire.Answer)) {
	go func() {
		a := n.pages.Fetch(ctx, w)
		n.do(func() {
			if ctx.Err() == nil && n.shown.Page == w.Page {
				came(a)
			}
		})
	}()
}

// refreshed takes in what came of the page on screen.
func (n *navigation) refreshed(a acquire.Answer) {
	if a.Document == nil {
		n.refresh.failed = a.DocumentErr
		n.learn(a)
		return
	}
	n.refresh.failed = nil
	if missed, _ := n.Missed(); missed.Page == a.Page && (missed.Subpage == 0 || missed.Subpage == a.Subpage) {
		n.GiveUp() // it has come by itself
	}
	if a.Subpage != n.shown.Subpage { // it was turned meanwhile
		if now, _, ok := n.pages.Recall(acquire.Want{Page: a.Page, Subpage: n.shown.Subpage, Picture: n.pictures}); ok {
			a = now
		} else if s, _ := a.Document.Subpage(n.shown.Subpage); s != nil {
			a.Subpage, a.Picture = n.shown.Subpage, nil
		}
	}
	n.learn(a)
	shown := &n.shown
	same := shown.Document != nil && a.Digest == shown.Digest && a.Subpage == shown.Subpage
	if same && a.Picture == nil {
		a.Picture = shown.Picture // it is of the very same content
	}
	if same && a.Picture == shown.Picture {
		n.shown = a
		if _, missed := n.Missed(); !missed {
			n.screen.Settle()
		}
	} else {
		n.put(a)
	}
	n.run(n.Refreshed(browse.Place{Page: a.Page, Subpage: a.Subpage}, a.Document))
}

// staleAfter is the age from which it is said of a page that keeps itself up to date.
const staleAfter = 5 * time.Minute

// Outdated tells since when the page on screen is the same because the service cannot be asked, why, and
// when it is asked again; since is zero when it is up to date.
func (n *navigation) Outdated() (since time.Time, why service.Kind, again time.Time) {
	r := &n.refresh
	switch {
	case n.shown.Page == 0 || n.shown.Fetched.IsZero():
	case r.failed != nil:
		return n.shown.Fetched, service.KindOf(r.failed), r.again
	case n.kiosk && n.now().Sub(n.shown.Fetched) > max(staleAfter, 2*n.every):
		return n.shown.Fetched, 0, time.Time{}
	}
	return time.Time{}, 0, time.Time{}
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
	n.illustrate(acquire.User)
}
