package app

import (
	"cmp"
	"context"
	"errors"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/service"
	"sextant/app/teletext"
)

// loadingDelay is how long a page may take before "loading" is shown.
const loadingDelay = 500 * time.Millisecond

// A service that answers within a frame is waited for, so that its page is in the very next frame
// instead of the one after, and the store always is. Any other is never waited for.
const (
	frame   = 16 * time.Millisecond
	holdFor = 12 * time.Millisecond
)

// pageSource is what navigation needs of acquisition.
type pageSource interface {
	Recall(w acquire.Want) (a acquire.Answer, fresh, ok bool)
	Stored(w acquire.Want) (a acquire.Answer, fresh, ok bool)
	Fetch(ctx context.Context, w acquire.Want) acquire.Answer
}

// A screen is what navigation shows things on. Its methods are called on the UI goroutine only.
type screen interface {
	// ShowAnswer puts a subpage on the screen.
	ShowAnswer(a acquire.Answer)
	// Changed says that the state around the picture may have changed.
	Changed()
	// Notify shows a message, with a retry where reload is set.
	Notify(m message, reload bool)
	// Mention shows a short sentence that goes away by itself.
	Mention(sentence string)
	// Settle takes away messages about a page, since one arrived.
	Settle()
	// Arrived says that the user has come to a place.
	Arrived(a acquire.Answer, from int)
	// Attention tells how much of the window can be seen.
	Attention() attention
}

// navigation carries out what the browser wants. It lives on the UI goroutine.
type navigation struct {
	*browse.Browser
	pages     pageSource
	directory *browse.Directory
	screen    screen
	do        func(func())
	now       func() time.Time
	kiosk     bool
	pictures  bool          // the service's pictures are wanted
	every     time.Duration // the page on screen is asked for again this often, 0 for never

	last    browse.Load
	trip    context.Context // of the last load; all that is asked for its sake ends with it
	cancel  context.CancelFunc
	slow    bool // the trip has lasted for the loading delay
	timers  map[browse.Timer]*time.Timer
	loading *time.Timer
	pace    time.Duration // a running mean of how long the service takes, 0 before it is known
	shown   acquire.Answer
	refresh refresh
}

func newNavigation(pages pageSource, s screen, turning bool, do func(func()), now func() time.Time) *navigation {
	return &navigation{
		Browser: browse.New(turning), pages: pages, directory: browse.NewDirectory(), screen: s, do: do, now: now, pictures: true,
		cancel: func() {}, timers: map[browse.Timer]*time.Timer{},
	}
}

// run carries out effects, and then lets the screen follow.
func (n *navigation) run(effects []browse.Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case browse.Load:
			n.load(e)
		case browse.Arm:
			n.arm(e)
		case browse.Reject:
			n.screen.Mention(rejectMessage(e.Reason))
		}
	}
	n.screen.Changed()
}

func (n *navigation) arm(a browse.Arm) {
	if t := n.timers[a.Timer]; t != nil {
		t.Stop()
	}
	n.timers[a.Timer] = time.AfterFunc(a.After, func() {
		n.do(func() { n.run(n.TimedOut(a)) })
	})
}

// load begins a trip and ends the one before it.
func (n *navigation) load(l browse.Load) {
	n.cancel()
	n.stopLoading()
	n.refresh.stop()
	n.trip, n.cancel = context.WithCancel(context.Background())
	n.last = l
	w := n.want(l)
	if l.Why != browse.Reload {
		if a, fresh, ok := n.pages.Recall(w); ok && (!w.Picture || a.Picture != nil) {
			n.show(l, known{a, fresh})
			return
		}
	}
	n.loading = time.AfterFunc(loadingDelay, func() {
		n.do(func() {
			n.slow = n.Current(l.Trip)
			n.screen.Changed()
		})
	})
	n.travel(n.trip, l, w)
}

// want is what a trip asks acquisition for.
func (n *navigation) want(l browse.Load) acquire.Want {
	w := acquire.Want{Page: l.Place.Page, Subpage: l.Place.Subpage, Picture: n.pictures, Anew: l.Why == browse.Reload}
	if n.kiosk || l.ByItself {
		w.Class = acquire.Kiosk
	}
	return w
}

func (n *navigation) stopLoading() {
	if n.loading != nil {
		n.loading.Stop()
	}
	n.slow = false
}

// known is an answer from memory or the store.
type known struct {
	acquire.Answer
	fresh bool
}

// travel looks into the store, and asks the service for what is not there. The store, and a service that
// answers within a frame, show their answer in this one.
func (n *navigation) travel(ctx context.Context, l browse.Load, w acquire.Want) {
	steps := make(chan func(), 2) // to be done here, in order; nil when the store has nothing
	go func() {
		defer close(steps)
		k, enough := n.stored(w)
		if enough {
			steps <- func() { n.show(l, *k) }
			return
		}
		steps <- nil
		start := n.now()
		a := n.pages.Fetch(ctx, w)
		took := n.now().Sub(start)
		steps <- func() {
			n.pace = (cmp.Or(n.pace, took) + took) / 2
			if k != nil && a.Document == nil {
				n.show(l, *k) // better than nothing
				return
			}
			n.arrive(l, a)
		}
	}()
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
	go func() {
		for f := range steps {
			if f != nil {
				n.do(f)
			}
		}
	}()
}

// stored is what can be shown of a place without the service, nil for nothing, and whether that is enough
// to be shown at once. A subpage whose picture is missing is drawn until that comes, but not where nobody
// waits for it.
func (n *navigation) stored(w acquire.Want) (k *known, enough bool) {
	if w.Anew {
		return nil, false
	}
	a, fresh, ok := n.pages.Stored(w)
	if !ok {
		return nil, false
	}
	complete := !w.Picture || a.Picture != nil
	if !complete && cellsOf(a) == nil {
		return nil, false
	}
	return &known{a, fresh}, complete || w.Class == acquire.User
}

// show puts on the screen what is known of a place, and asks the service for what may be newer and for
// what is missing.
func (n *navigation) show(l browse.Load, k known) {
	if !n.Current(l.Trip) {
		return
	}
	n.arrive(l, k.Answer)
	if n.Current(l.Trip) && (!k.fresh || n.pictures && k.Picture == nil) {
		n.revalidate(n.want(l))
	}
}

// arrive shows what came, unless the user is already elsewhere.
func (n *navigation) arrive(l browse.Load, a acquire.Answer) {
	if !n.Current(l.Trip) {
		return
	}
	n.stopLoading()
	n.learn(a)
	if a.Picture == nil && cellsOf(a) == nil {
		n.fail(l, a)
		return
	}
	n.shown = a
	n.screen.Settle()
	if a.DocumentErr != nil && !isCancelled(a.DocumentErr) {
		m := pageMessage(l.Place, false, a.DocumentErr)
		n.screen.Notify(message{"Only the picture of page " + l.Place.String() + " came.", m.sentence}, true)
	}
	n.screen.ShowAnswer(a)
	from := n.Shown().Page
	_, loading := n.Target()
	n.run(n.Loaded(l.Trip, browse.Place{Page: a.Page, Subpage: a.Subpage}, a.Document))
	if loading && n.Current(l.Trip) {
		n.refresh.begin()
		n.armRefresh()
		n.screen.Arrived(a, from)
	}
}

// learn keeps what an answer tells of which pages there are.
func (n *navigation) learn(a acquire.Answer) {
	switch {
	case a.Document != nil:
		n.directory.Learn(a.Document)
	case service.KindOf(a.DocumentErr) == service.NotFound && teletext.ValidPage(a.Page):
		n.directory.Missing(a.Page)
	}
}

// cellsOf is the subpage of an answer, nil where its document has nothing to draw.
func cellsOf(a acquire.Answer) *teletext.Subpage {
	if a.Document == nil {
		return nil
	}
	s, _ := a.Document.Subpage(a.Subpage)
	if s == nil || s.Empty() {
		return nil
	}
	return s
}

// fail keeps what is on the screen and says what happened.
func (n *navigation) fail(l browse.Load, a acquire.Answer) {
	err := failureOf(a)
	if isCancelled(err) {
		return
	}
	kind := service.KindOf(err)
	retry := retryOf(err)
	effects := n.Failed(l.Trip, kind.Temporary(), retry)
	m := pageMessage(l.Place, a.Document != nil, err)
	if wait, ok := retryIn(effects); ok {
		m.hint = "It is tried again in " + waitWords(wait) + "."
	}
	n.screen.Notify(m, kind != service.NotFound)
	if n.shown.Page != 0 {
		n.armRefresh() // of the page that stays
	}
	n.run(effects)
}

// retryOf is the least pause before asking again after a failure.
func retryOf(err error) time.Duration {
	var e *service.Error
	if !errors.As(err, &e) {
		return 0
	}
	return max(e.RetryAfter, patience[e.Kind])
}

func retryIn(effects []browse.Effect) (time.Duration, bool) {
	for _, e := range effects {
		if a, ok := e.(browse.Arm); ok && a.Timer == browse.RetryTimer {
			return a.After, true
		}
	}
	return 0, false
}

// patience is the least pause before asking again by oneself where a quota is at stake.
var patience = map[service.Kind]time.Duration{
	service.QuotaUsed:   5 * time.Minute,
	service.RateLimited: 10 * time.Second,
}

// failureOf picks the error that tells more when no picture came: a page that does not exist has no
// picture either.
func failureOf(a acquire.Answer) error {
	if a.DocumentErr != nil {
		return a.DocumentErr
	}
	return a.PictureErr
}

// stop ends the trip under way and all timers.
func (n *navigation) stop() {
	n.cancel()
	n.stopLoading()
	n.refresh.stop()
	for _, t := range n.timers {
		t.Stop()
	}
}
