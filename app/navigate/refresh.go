package navigate

import (
	"context"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/service"
)

// Attention is how much of the window can be seen.
type Attention int

const (
	InFront   Attention = iota // the user works with it
	Behind                     // another window has the keyboard
	Minimised                  // it cannot be seen at all
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
	Busy   bool
}

// armRefresh asks for the page on screen again after its interval, or after the pause that a failure needs.
func (n *Navigation) armRefresh(pause time.Duration) {
	r := &n.Refresh
	if r.timer != nil {
		r.timer.Stop()
	}
	if r.failed == nil || pause == 0 {
		pause = n.Every
	}
	if pause == 0 {
		return
	}
	r.again = n.now().Add(pause)
	r.timer = time.AfterFunc(pause, func() { n.do(n.refreshNow) })
}

// refreshNow asks for the page on screen again, unless it cannot be seen. Behind other windows that is
// done less often.
func (n *Navigation) refreshNow() {
	if n.Refresh.Busy || n.answer.Page == 0 {
		return
	}
	a := n.Screen.Attention()
	waits := a == Behind && n.Refresh.failed == nil && n.now().Sub(n.answer.Fetched) < behindFactor*n.Every
	if a == Minimised || waits {
		n.armRefresh(time.Minute) // or its interval, if it has not failed
		return
	}
	w := acquire.Want{Page: n.answer.Page, Subpage: n.answer.Subpage, Picture: n.Pictures, Class: acquire.Refresh}
	if n.Kiosk {
		w.Class = acquire.Kiosk
	}
	n.revalidate(w)
}

// Seen says that the window can be seen again: what became old meanwhile is asked for.
func (n *Navigation) Seen() {
	if n.Refresh.timer != nil && n.Every > 0 && n.now().Sub(n.answer.Fetched) >= n.Every {
		n.Refresh.timer.Reset(0)
	}
}

// revalidate asks whether the page on screen has changed, and for a picture that it lacks. What is
// unchanged is not shown again; where the service cannot be asked, the page stays and its age is told.
func (n *Navigation) revalidate(w acquire.Want) {
	n.Refresh.Busy = true
	w.Subpage = n.answer.Subpage
	n.ask(n.visit, w, func(a acquire.Answer) {
		n.Refresh.Busy = false
		n.refreshed(a)
		n.armRefresh(a.Retry)
		n.Screen.Changed()
		if n.Pictures && n.answer.Picture == nil && a.Document != nil && w.Subpage != n.answer.Subpage {
			n.illustrate(w.Class) // the subpage on screen is another one by now
		}
	})
}

// illustrate asks for the picture of the subpage on screen.
func (n *Navigation) illustrate(c acquire.Class) {
	n.ask(n.trip, acquire.Want{Page: n.answer.Page, Subpage: n.answer.Subpage, Picture: true, Class: c}, func(a acquire.Answer) {
		if a.Document != nil {
			n.refreshed(a)
		}
		n.Screen.Changed()
	})
}

// ask asks the service for something of the page on screen, which is taken in unless ctx has ended.
func (n *Navigation) ask(ctx context.Context, w acquire.Want, came func(acquire.Answer)) {
	go func() {
		a := n.pages.Fetch(ctx, w)
		n.do(func() {
			if ctx.Err() == nil && n.answer.Page == w.Page {
				came(a)
			}
		})
	}()
}

// refreshed takes in what came of the page on screen.
func (n *Navigation) refreshed(a acquire.Answer) {
	if a.Document == nil {
		n.Refresh.failed = a.DocumentErr
		n.learn(a)
		return
	}
	n.Refresh.failed = nil
	if missed, _ := n.Missed(); missed.Page == a.Page && (missed.Subpage == 0 || missed.Subpage == a.Subpage) {
		n.GiveUp() // it has come by itself
	}
	if a.Subpage != n.answer.Subpage { // it was turned meanwhile
		if now, _, ok := n.pages.Recall(acquire.Want{Page: a.Page, Subpage: n.answer.Subpage, Picture: n.Pictures}); ok {
			a = now
		} else if s, _ := a.Document.Subpage(n.answer.Subpage); s != nil {
			a.Subpage, a.Picture = n.answer.Subpage, nil
		}
	}
	n.learn(a)
	shown := &n.answer
	same := shown.Document != nil && a.Digest == shown.Digest && a.Subpage == shown.Subpage
	if same && a.Picture == nil {
		a.Picture = shown.Picture // it is of the very same content
	}
	if same && a.Picture == shown.Picture {
		n.answer = a
		if _, missed := n.Missed(); !missed {
			n.Screen.Settle()
		}
	} else {
		n.put(a)
	}
	n.Run(n.Refreshed(browse.Place{Page: a.Page, Subpage: a.Subpage}, a.Document))
}

// staleAfter is the age from which it is said of a page that keeps itself up to date.
const staleAfter = 5 * time.Minute

// Outdated tells since when the page on screen is the same because the service cannot be asked, why, and
// when it is asked again; since is zero when it is up to date.
func (n *Navigation) Outdated() (since time.Time, why service.Kind, again time.Time) {
	r := &n.Refresh
	switch {
	case n.answer.Page == 0 || n.answer.Fetched.IsZero():
	case r.failed != nil:
		return n.answer.Fetched, service.KindOf(r.failed), r.again
	case n.Kiosk && n.now().Sub(n.answer.Fetched) > max(staleAfter, 2*n.Every):
		return n.answer.Fetched, 0, time.Time{}
	}
	return time.Time{}, 0, time.Time{}
}

// WantPictures says whether the service's pictures are needed from now on. The one of the subpage on
// screen is asked for if it is missing.
func (n *Navigation) WantPictures(want bool) {
	n.Pictures = want
	if _, loading := n.Target(); !want || loading || n.answer.Page == 0 || n.answer.Picture != nil {
		return
	}
	w := acquire.Want{Page: n.answer.Page, Subpage: n.answer.Subpage, Picture: true}
	if a, _, ok := n.pages.Recall(w); ok && a.Picture != nil && a.Digest == n.answer.Digest {
		n.answer = a
		n.Screen.ShowAnswer(a)
		return
	}
	n.illustrate(acquire.User)
}
