package navigate

import (
	"context"
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/teletext"
)

// behindFactor is by how much less often the page is asked for while the window is behind others.
const behindFactor = 5

// Refresh keeps the page on screen up to date.
type Refresh struct {
	nav   *Navigation
	timer *time.Timer
	// failed is why the page could not be brought up to date, nil when it could, and again when it is tried
	// again.
	failed error
	again  time.Time
	busy   bool
	// stale: the page has changed, which was announced while it could not be asked for. awaited is a page of
	// which that was announced while a trip to it was under way.
	stale   bool
	awaited int
}

// reset begins with another page; the timer goes on.
func (r *Refresh) reset() { *r = Refresh{nav: r.nav, timer: r.timer, awaited: r.awaited} }

// stop ends the timer.
func (r *Refresh) stop() {
	if r.timer != nil {
		r.timer.Stop()
	}
}

// arm asks for the page on screen again after its interval, or after the pause that a failure needs.
func (r *Refresh) arm(pause time.Duration) {
	n := r.nav
	r.stop()
	if r.failed == nil || pause == 0 {
		pause = n.cfg.Every
	}
	if pause == 0 {
		return
	}
	r.again = n.cfg.Now().Add(pause)
	post := n.poster()
	r.timer = time.AfterFunc(pause, func() { post(r.refreshNow) })
}

// refreshNow asks for the page on screen again, unless it cannot be seen. Behind other windows that is
// done less often.
func (r *Refresh) refreshNow() {
	n := r.nav
	if r.busy || n.scene.Page == 0 {
		return
	}
	a := n.screen.Attention()
	waits := a == Behind && r.failed == nil && n.cfg.Now().Sub(n.scene.Asked) < behindFactor*n.cfg.Every
	if a == Minimised || waits {
		r.arm(time.Minute) // or its interval, if it has not failed
		return
	}
	r.revalidate(r.want())
}

// Invalidate handles a notice that pages have changed: the one on screen is asked for at once.
func (r *Refresh) Invalidate(pages []int) {
	n := r.nav
	if target, loading := n.Target(); loading && slices.Contains(pages, target.Page) {
		r.awaited = target.Page
	}
	switch {
	case n.scene.Page == 0 || !slices.Contains(pages, n.scene.Page):
	case r.busy || n.screen.Attention() == Minimised:
		r.stale = true
	default:
		r.revalidate(r.want())
	}
}

// onArrived asks for a page that came although a notice says that it has changed since. Where that was in what came,
// nothing is asked.
func (r *Refresh) onArrived(page int) {
	was := r.awaited
	if r.awaited = 0; was == page && !r.busy {
		r.revalidate(r.want())
	}
}

// want is what is asked for of the page on screen.
func (r *Refresh) want() acquire.Want {
	n := r.nav
	return acquire.Want{Page: n.scene.Page, Subpage: n.scene.Subpage, Picture: n.cfg.Pictures, Class: budget.Refresh}
}

// Seen says that the window can be seen again: what became old meanwhile is asked for.
func (r *Refresh) Seen() {
	n := r.nav
	switch {
	case r.stale && !r.busy:
		r.revalidate(r.want())
	case r.timer != nil && n.cfg.Every > 0 && n.cfg.Now().Sub(n.scene.Asked) >= n.cfg.Every:
		r.timer.Reset(0)
	}
}

// revalidate asks whether the page on screen has changed, and for a picture that it lacks. What is
// unchanged is not shown again; where the service cannot be asked, the page stays and its age is shown.
func (r *Refresh) revalidate(w acquire.Want) {
	n := r.nav
	r.busy, r.stale = true, false
	w.Subpage = n.scene.Subpage
	r.fetch(n.visit, w, func(s Scene) {
		r.busy = false
		r.onRefreshed(s)
		r.arm(s.Retry)
		n.screen.Changed()
		if n.cfg.Pictures && n.scene.Picture == nil && s.Document != nil && w.Subpage != n.scene.Subpage {
			r.illustrate(w.Class) // the subpage on screen is another one by now
		}
		if r.stale && n.screen.Attention() != Minimised {
			r.revalidate(r.want())
		}
	})
}

// illustrate asks for the picture of the subpage on screen.
func (r *Refresh) illustrate(c budget.Class) {
	n := r.nav
	r.fetch(n.trip, acquire.Want{Page: n.scene.Page, Subpage: n.scene.Subpage, Picture: true, Class: c}, func(s Scene) {
		if s.Document != nil {
			r.onRefreshed(s)
		}
		n.screen.Changed()
	})
}

// fetch asks the service for something of the page on screen.
func (r *Refresh) fetch(ctx context.Context, w acquire.Want, done func(Scene)) {
	n := r.nav
	pages, decode := n.pages, n.decode
	r.prepare(ctx, func() Scene { return decode(pages.Fetch(ctx, w)) }, done)
}

// prepare makes a scene of the page on screen in the background, which is taken in unless ctx has ended by then.
func (r *Refresh) prepare(ctx context.Context, scene func() Scene, done func(Scene)) {
	n := r.nav
	page, post := n.scene.Page, n.poster()
	go func() {
		s := scene()
		post(func() {
			if ctx.Err() == nil && n.scene.Page == page {
				done(s)
			}
		})
	}()
}

// onRefreshed handles the answer for the page on screen.
func (r *Refresh) onRefreshed(s Scene) {
	n := r.nav
	if s.Document == nil {
		r.failed = s.DocumentErr
		n.learn(s.Answer)
		return
	}
	r.failed = nil
	if missed, _ := n.Missed(); missed.Page == s.Page && (missed.Subpage == 0 || missed.Subpage == s.Subpage) {
		n.GiveUp() // it has come without a trip
	}
	if wanted := n.scene.Subpage; s.Subpage != wanted {
		r.onTurned(s, wanted)
	} else {
		r.takeIn(s)
	}
}

func hasSubpage(doc *teletext.Page, number int) bool {
	s, _ := doc.Subpage(number)
	return s != nil
}

// onTurned handles a document for another subpage than the one on screen.
func (r *Refresh) onTurned(s Scene, subpage int) {
	n := r.nav
	pages, decode, w := n.pages, n.decode, acquire.Want{Page: s.Page, Subpage: subpage, Picture: n.cfg.Pictures}
	r.prepare(n.visit, func() Scene {
		if now, _, ok := pages.Recall(w); ok {
			return decode(now)
		}
		if hasSubpage(s.Document, subpage) {
			s.Subpage, s.Picture = subpage, nil
			return decode(s.Answer)
		}
		return s
	}, func(s Scene) {
		if n.scene.Subpage == subpage {
			r.takeIn(s)
		} else {
			r.onRefreshed(s) // it was turned once more
		}
	})
}

// takeIn shows a document of the page on screen, unless it is the same.
func (r *Refresh) takeIn(s Scene) {
	n := r.nav
	n.learn(s.Answer)
	shown := &n.scene
	same := shown.Document != nil && s.Digest == shown.Digest && s.Subpage == shown.Subpage
	if same && s.Picture == nil {
		s.Picture = shown.Picture // it is of the very same content
	}
	if same && s.Picture == shown.Picture {
		n.scene = s
		if _, missed := n.Missed(); !missed {
			n.screen.Settle()
		}
	} else {
		n.showScene(s)
	}
	n.Run(n.Refreshed(browse.Place{Page: s.Page, Subpage: s.Subpage}, s.Document))
}

// Outdated returns since when the page on screen is the same because the service cannot be asked, why, and
// when it is asked again; since is zero when it is up to date.
func (r *Refresh) Outdated() (since time.Time, why api.Kind, again time.Time) {
	n := r.nav
	if n.scene.Page == 0 || n.scene.Fetched.IsZero() || r.failed == nil {
		return time.Time{}, 0, time.Time{}
	}
	return n.scene.Fetched, api.KindOf(r.failed), r.again
}

// WantPictures says whether the service's pictures are needed from now on. The one of the subpage on
// screen is asked for if it is missing.
func (r *Refresh) WantPictures(want bool) {
	n := r.nav
	n.cfg.Pictures = want
	if _, loading := n.Target(); !want || loading || n.scene.Page == 0 || n.scene.Picture != nil {
		return
	}
	pages, decode, digest := n.pages, n.decode, n.scene.Digest
	w := acquire.Want{Page: n.scene.Page, Subpage: n.scene.Subpage, Picture: true}
	r.prepare(n.trip, func() Scene {
		if a, _, ok := pages.Recall(w); ok && a.Picture != nil && a.Digest == digest {
			return decode(a)
		}
		return Scene{}
	}, func(s Scene) {
		switch {
		case n.scene.Picture != nil:
		case s.Page == 0:
			r.illustrate(budget.User)
		case s.Subpage == n.scene.Subpage && n.scene.Digest == digest:
			n.scene = s
			n.screen.Show(s)
		}
	})
}
