package navigate

import (
	"cmp"
	"context"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/teletext"
)

// loadingDelay is how long a page may take before "loading" is shown.
const loadingDelay = 500 * time.Millisecond

// The UI goroutine waits for a service that answers within a frame, so that its page is in the next frame instead of
// the one after, and for the store. It never waits for a slower service.
const (
	frame   = 16 * time.Millisecond
	holdFor = 12 * time.Millisecond
)

// pictureWait is how long a subpage is held back for its picture where no user waits for it.
const pictureWait = 2 * time.Second

// standInAfter is how long a page is held back for its picture where the user waits for it.
const standInAfter = 300 * time.Millisecond

// load starts a trip and ends the one before it. The page on screen is refreshed until another one is shown.
func (n *Navigation) load(l browse.Load) {
	n.cancel()
	n.stopLoading()
	n.trip, n.cancel = context.WithCancel(context.Background())
	post := n.poster()
	n.loading = time.AfterFunc(loadingDelay, func() {
		post(func() {
			n.slow = n.Current(l.Trip)
			n.screen.Changed()
		})
	})
	n.travel(n.trip, l, n.want(l))
}

// want returns a trip's request.
func (n *Navigation) want(l browse.Load) acquire.Want {
	w := acquire.Want{
		Page: l.Place.Page, Subpage: l.Place.Subpage, Picture: n.cfg.Pictures, Reload: l.Why == browse.Reload,
	}
	if l.Automatic {
		w.Class = budget.Kiosk
	}
	return w
}

func (n *Navigation) stopLoading() {
	if n.loading != nil {
		n.loading.Stop()
	}
	n.slow = false
}

// known is a scene from memory or the store.
type known struct {
	Scene
	fresh bool
}

// travel reads the page from memory or the store, and asks the service for what is missing. An answer from memory, the
// store, or a service that answers within a frame, is shown in this frame.
func (n *Navigation) travel(ctx context.Context, l browse.Load, w acquire.Want) {
	steps := make(chan func(), 2) // run on this goroutine, in order; nil when there is nothing to show yet
	now, pages, decode := n.cfg.Now, n.pages, n.decode
	go func() {
		defer close(steps)
		k, enough := stored(pages, decode, w)
		if enough {
			steps <- func() { n.showKnown(l, *k) }
			return
		}
		steps <- nil
		start := now()
		scene, standsIn := fetch(ctx, pages, decode, w, k != nil)
		took := now().Sub(start)
		steps <- func() {
			n.pace = (cmp.Or(n.pace, took) + took) / 2
			if standsIn {
				n.showKnown(l, known{scene, true})
			} else {
				n.arriveOr(l, scene, k)
			}
		}
	}()
	n.runSteps(steps)
}

// arriveOr shows the service's answer, or the known page where the service failed.
func (n *Navigation) arriveOr(l browse.Load, arrived Scene, k *known) {
	switch {
	case k == nil:
		n.arrive(l, arrived)
	case arrived.Document == nil:
		n.showKnown(l, *k)
	default:
		n.showKnown(l, known{arrived, true})
	}
}

// runSteps runs the steps of a trip: those that come within a frame now, and the others when they come.
func (n *Navigation) runSteps(steps <-chan func()) {
	for held := time.After(holdFor); ; {
		select {
		case f, more := <-steps:
			switch {
			case f != nil:
				f()
				continue
			case !more:
				return
			case n.pace > 0 && n.pace < frame:
				continue
			}
		case <-held:
		}
		break
	}
	post := n.poster()
	go func() {
		for f := range steps {
			if f != nil {
				post(f)
			}
		}
	}()
}

// A decoder decodes the subpage of an answer. It is Decode, but in tests.
type decoder func(acquire.Answer) Scene

// fetch asks the service for a place. One that is drawable already waits for pictureWait at most. Otherwise, where only
// the picture is slow, it returns the scene without it after standInAfter, to be drawn; standsIn is true then.
func fetch(ctx context.Context, pages Source, decode decoder, w acquire.Want, drawable bool) (s Scene, standsIn bool) {
	switch {
	case drawable:
		ctx, cancel := context.WithTimeout(ctx, pictureWait)
		defer cancel()
		return fetchShown(ctx, pages, decode, w), false
	case !w.Picture || w.Reload || w.Class != budget.User:
		return fetchShown(ctx, pages, decode, w), false
	}
	whole, drawn := make(chan Scene, 1), make(chan Scene, 1)
	go func() { whole <- decode(pages.Fetch(ctx, w)) }()
	select {
	case s = <-whole:
		return s, false
	case <-time.After(standInAfter):
	}
	document := w // shares the request, or has its answer; it asks nothing again that has failed
	document.Picture, document.Kept, document.Class = false, true, budget.Refresh
	go func() { drawn <- decode(pages.Fetch(ctx, document)) }()
	select {
	case s = <-whole:
		return s, false
	case s = <-drawn:
	}
	if s.Grid == nil {
		return <-whole, false
	}
	return s, true
}

// fetchShown asks the service for a place, and for its picture, wanted or not, where nothing else can be shown.
func fetchShown(ctx context.Context, pages Source, decode decoder, w acquire.Want) Scene {
	s := decode(pages.Fetch(ctx, w))
	if s.Document == nil || s.Grid != nil || w.Picture || len(s.Document.Subpages) == 0 {
		return s
	}
	w.Picture, w.Reload, w.Kept = true, false, true
	return decode(pages.Fetch(ctx, w))
}

// stored returns the scene of a place from memory or the store, nil for none, and whether that is enough to be shown at
// once. A subpage of which only the picture is missing is drawn until that comes, but held back for a moment where no
// user waits for it.
func stored(pages Source, decode decoder, w acquire.Want) (k *known, enough bool) {
	if w.Reload {
		return nil, false
	}
	if a, fresh, ok := pages.Recall(w); ok && (!w.Picture || a.Picture != nil) {
		if scene := decode(a); scene.Grid != nil || scene.Picture != nil {
			return &known{scene, fresh}, true
		}
		w.Picture = true // only that can be shown
	}
	a, fresh, ok := pages.Stored(w)
	if !ok {
		return nil, false
	}
	scene := decode(a)
	if scene.Grid == nil && !w.Picture {
		w.Picture = true
		a, fresh, _ = pages.Stored(w)
		scene = decode(a)
	}
	complete := !w.Picture || a.Picture != nil
	if !complete && scene.Grid == nil {
		return nil, false
	}
	return &known{scene, fresh}, complete || !fresh || w.Class == budget.User
}

// showKnown shows the known page of a place, and asks the service for a newer one and for a missing picture.
func (n *Navigation) showKnown(l browse.Load, k known) {
	if !n.Current(l.Trip) {
		return
	}
	n.arrive(l, k.Scene)
	switch {
	case !n.Current(l.Trip):
	case !k.fresh && !n.Refresh.busy:
		n.Refresh.revalidate(n.want(l))
	case n.cfg.Pictures && k.Picture == nil:
		n.Refresh.illustrate(n.want(l).Class)
	}
}

// arrive shows an answer, unless the user is already elsewhere.
func (n *Navigation) arrive(l browse.Load, s Scene) {
	if !n.Current(l.Trip) {
		return
	}
	n.stopLoading()
	shows := s.Document == nil && s.Page == n.scene.Page && n.scene.Document != nil
	if shows || s.Picture == nil && s.Grid == nil {
		n.fail(l, s.Answer) // the page on the screen is better
		return
	}
	n.learn(s.Answer)
	from := n.Shown().Page
	if s.Page != from {
		n.leave()
		n.visit, n.leave = context.WithCancel(context.Background())
		n.Refresh.reset()
	}
	if s.Document != nil && s.Asked.After(n.scene.Asked) {
		n.Refresh.failed = nil
	}
	n.showScene(s)
	if s.DocumentErr != nil && !api.IsCancelled(s.DocumentErr) {
		n.screen.Fail(browse.Failure{Place: l.Place, Kind: browse.PictureOnly, Err: s.DocumentErr, Retry: s.Retry})
	}
	if s.Page != from || l.Why != browse.Turn {
		n.Refresh.arm(s.Retry)
	}
	n.Run(n.Loaded(l.Trip, teletext.Place{Page: s.Page, Subpage: s.Subpage}, s.Document))
	if n.Current(l.Trip) { // no step was waiting for this page
		n.screen.Arrived(s, from)
	}
	n.Refresh.onArrived(s.Page)
}

// showScene shows a scene, and removes messages about pages that did not come.
func (n *Navigation) showScene(s Scene) {
	n.scene = s
	if _, missed := n.Missed(); !missed {
		n.screen.Settle()
	}
	n.screen.Show(s)
}

// learn records in the directory which pages exist, by an answer.
func (n *Navigation) learn(a acquire.Answer) {
	switch {
	case a.Document != nil:
		n.directory.Record(a.Document)
	case a.Missing && teletext.ValidPage(a.Page):
		n.directory.Missing(a.Page)
	}
}

// fail keeps the page on the screen, and shows why the trip failed.
func (n *Navigation) fail(l browse.Load, a acquire.Answer) {
	err := failureOf(a)
	if api.IsCancelled(err) {
		return
	}
	n.learn(a)
	f := browse.Failure{Place: l.Place, Err: err, Retry: a.Retry}
	isNotFound, isOnScreen := api.KindOf(a.DocumentErr) == api.NotFound, l.Place.Page == n.scene.Page
	switch {
	case isNotFound && !isOnScreen && n.scene.Page != 0:
		f.Kind, f.Retry = browse.NoPage, 0
		effects := n.Failed(l.Trip, 0)
		n.GiveUp() // a missing page is an answer
		n.screen.Fail(f)
		n.Run(effects)
		return
	case isNotFound && isOnScreen && a.Document == nil:
		f.Kind = browse.PageRemoved
	case a.Document != nil && api.KindOf(err) == api.NotFound:
		f.Kind = browse.NoPicture
	}
	effects := n.Failed(l.Trip, a.Retry)
	if _, missed := n.Missed(); missed && !(isNotFound && !a.Missing && isOnScreen) {
		n.screen.Fail(f)
	}
	n.Run(effects)
}

// failureOf returns the document's error before the picture's: a page that does not exist has no picture either.
func failureOf(a acquire.Answer) error {
	if a.DocumentErr != nil {
		return a.DocumentErr
	}
	return a.PictureErr
}
