package navigate

import (
	"context"
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/teletext"
)

// behindFactor is the factor of the interval while the window is behind others.
const behindFactor = 5

// Refresh keeps the page on screen up to date.
type Refresh struct {
	nav   *Navigation
	timer *time.Timer
	// failed is the error of the last request, nil for success, and during the next one.
	failed error
	again  time.Time
	busy   bool
	// stale: a change of the page was announced while it could not be asked for. awaited is a page of which a change
	// was announced during a trip to it.
	stale   bool
	awaited int
}

// reset starts with another page; the timer keeps running.
func (r *Refresh) reset() { *r = Refresh{nav: r.nav, timer: r.timer, awaited: r.awaited} }

// stop stops the timer.
func (r *Refresh) stop() {
	if r.timer != nil {
		r.timer.Stop()
	}
}

// arm sets the timer for the next request: after the interval, or after the pause of a failure.
func (r *Refresh) arm(pause time.Duration) {
	n := r.nav
	r.stop()
	if r.failed == nil || pause == 0 {
		pause = n.cfg.Every
	}
	if pause == 0 || n.stopped {
		return
	}
	r.again = n.cfg.Now().Add(pause)
	post := n.poster()
	r.timer = time.AfterFunc(pause, func() { post(r.refreshNow) })
}

// refreshNow asks for the page on screen again, unless the window cannot be seen. Behind other windows it does so less
// often.
func (r *Refresh) refreshNow() {
	n := r.nav
	if r.busy || n.scene.Page == 0 {
		return
	}
	a := n.screen.Attention()
	waits := a == Behind && r.failed == nil && n.cfg.Now().Sub(n.scene.Asked) < behindFactor*n.cfg.Every
	if a == Minimised || waits {
		r.arm(time.Minute) // or after its interval, if it has not failed
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

// OnPageChanged shows a changed document of the page on screen, which another window, a watch or anything else has
// requested. Only its picture may have to be requested.
func (r *Refresh) OnPageChanged(c acquire.Change) {
	n := r.nav
	if _, loading := n.Target(); loading || r.busy || !r.isNews(c) {
		return // what was asked for is about to be shown
	}
	pages, decode, w := n.pages, n.decode, r.want()
	r.prepare(n.visit, func() Scene {
		a, _, _ := pages.Recall(w)
		return decode(a)
	}, func(s Scene) {
		if _, loading := n.Target(); loading || r.busy || s.Document == nil || !r.isNews(c) {
			return
		}
		r.onRefreshed(s)
		n.screen.Changed()
		if n.cfg.Pictures && n.scene.Picture == nil {
			r.illustrate(w.Class)
		}
	})
}

// isNews reports whether a document of the page on screen is another one than the one that is shown.
func (r *Refresh) isNews(c acquire.Change) bool {
	shown := &r.nav.scene
	return shown.Page == c.Page && shown.Document != nil && shown.Digest != c.Digest
}

// onArrived asks again for a page of which a change was announced during the trip, unless the answer has it already.
func (r *Refresh) onArrived(page int) {
	was := r.awaited
	if r.awaited = 0; was == page && !r.busy {
		r.revalidate(r.want())
	}
}

// want returns the request for the page on screen.
func (r *Refresh) want() acquire.Want {
	n := r.nav
	return acquire.Want{Page: n.scene.Page, Subpage: n.scene.Subpage, Picture: n.cfg.Pictures, Class: budget.Refresh}
}

// Seen must be called when the window can be seen again. It asks for the page if it has become stale.
func (r *Refresh) Seen() {
	n := r.nav
	switch {
	case r.stale && !r.busy:
		r.revalidate(r.want())
	case r.timer != nil && n.cfg.Every > 0 && n.cfg.Now().Sub(n.scene.Asked) >= n.cfg.Every:
		r.timer.Reset(0)
	}
}

// revalidate asks whether the page on screen has changed, and for a picture that it lacks. An unchanged page is not
// shown again. Where the service cannot be asked, the page stays and its age is shown.
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
			r.illustrate(w.Class) // another subpage is on the screen now
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
	r.prepare(ctx, func() Scene { return fetchShown(ctx, pages, decode, w) }, done)
}

// prepare makes a scene of the page on screen in the background, and passes it to done unless ctx has ended.
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

// takeIn shows a document of the page on screen, unless it is unchanged.
func (r *Refresh) takeIn(s Scene) {
	n := r.nav
	n.learn(s.Answer)
	shown := &n.scene
	same := shown.Document != nil && s.Digest == shown.Digest && s.Subpage == shown.Subpage
	if same && s.Picture == nil {
		s.Picture = shown.Picture // it is of the same content
	}
	if same && s.Picture == shown.Picture {
		n.scene = s
		if _, missed := n.Missed(); !missed {
			n.screen.Settle()
		}
	} else {
		n.showScene(s)
	}
	n.Run(n.Refreshed(teletext.Place{Page: s.Page, Subpage: s.Subpage}, s.Document))
}

// Outdated returns when the page on screen was last confirmed, where the service cannot be asked since, when it is
// asked again, and why. since is zero where the page is up to date.
func (r *Refresh) Outdated() (since, again time.Time, why error) {
	n := r.nav
	if n.scene.Page == 0 || n.scene.Fetched.IsZero() || r.failed == nil {
		return time.Time{}, time.Time{}, nil
	}
	return n.scene.Fetched, r.again, r.failed
}

// WantPictures sets whether the service's pictures are needed. The one of the subpage on screen is asked for if it is
// missing.
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
