package navigate

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/service"
	"sextant/app/teletext"
	"sextant/app/words"
)

// loadingDelay is how long a page may take before "loading" is shown.
const loadingDelay = 500 * time.Millisecond

// A service that answers within a frame is waited for, so that its page is in the very next frame
// instead of the one after, and the store always is. Any other is never waited for.
const (
	frame   = 16 * time.Millisecond
	holdFor = 12 * time.Millisecond
)

// pictureWait is how long a screen that nobody waits for holds a subpage back for its picture.
const pictureWait = 2 * time.Second

// pageSource is what navigation needs of acquisition.
type pageSource interface {
	Recall(w acquire.Want) (a acquire.Answer, fresh, ok bool)
	Stored(w acquire.Want) (a acquire.Answer, fresh, ok bool)
	Fetch(ctx context.Context, w acquire.Want) acquire.Answer
	StandIn(w acquire.Want) (a acquire.Answer, ok bool)
}

// A screen is what navigation shows things on. Its methods are called on the UI goroutine only.
type Screen interface {
	// ShowAnswer puts a subpage on the screen.
	ShowAnswer(a acquire.Answer)
	// Changed says that the state around the picture may have changed.
	Changed()
	// StandBy shows something while nothing can be shown of what is wanted: the answer, which is of another
	// page, or where that has none whatever makes a screen look alive.
	StandBy(a acquire.Answer)
	// Notify shows a message about a page, with a retry where reload is set.
	Notify(m words.Message, reload bool)
	// Mention shows a short sentence that goes away by itself.
	Mention(sentence string)
	// Settle takes away messages about a page, since they are true no more.
	Settle()
	// Arrived says that the user has come to a place.
	Arrived(a acquire.Answer, from int)
	// Attention tells how much of the window can be seen.
	Attention() Attention
}

// Navigation carries out what the browser wants. It lives on the UI goroutine.
type Navigation struct {
	*browse.Browser
	pages     pageSource
	Directory *browse.Directory
	Screen    Screen
	do        func(func())
	now       func() time.Time
	Kiosk     bool
	Pictures  bool          // the service's pictures are wanted
	Every     time.Duration // the page on screen is asked for again this often, 0 for never

	trip    context.Context // of the last load; all that is asked for its sake ends with it
	cancel  context.CancelFunc
	visit   context.Context // of the page on screen, likewise
	leave   context.CancelFunc
	Slow    bool // the trip has lasted for the loading delay
	timers  map[browse.Timer]*time.Timer
	loading *time.Timer
	pace    time.Duration // a running mean of how long the service takes, 0 before it is known
	answer  acquire.Answer
	Refresh refresh
}

func New(pages pageSource, s Screen, turning bool, do func(func()), now func() time.Time) *Navigation {
	return &Navigation{
		Browser: browse.New(turning), pages: pages, Directory: browse.NewDirectory(), Screen: s, do: do, now: now, Pictures: true,
		cancel: func() {}, leave: func() {}, timers: map[browse.Timer]*time.Timer{},
	}
}

// Answer is what is on the screen; its page is 0 while there is nothing yet.
func (n *Navigation) Answer() acquire.Answer { return n.answer }

// Run carries out effects, and then lets the screen follow.
func (n *Navigation) Run(effects []browse.Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case browse.Load:
			n.load(e)
		case browse.Arm:
			n.arm(e)
		case browse.Reject:
			n.Screen.Mention(rejectMessage(e.Reason))
		}
	}
	n.Screen.Changed()
}

func (n *Navigation) arm(a browse.Arm) {
	if t := n.timers[a.Timer]; t != nil {
		t.Stop()
	}
	n.timers[a.Timer] = time.AfterFunc(a.After, func() {
		n.do(func() { n.Run(n.TimedOut(a)) })
	})
}

// load begins a trip and ends the one before it. What keeps the page on screen up to date goes on until
// there is another one.
func (n *Navigation) load(l browse.Load) {
	n.cancel()
	n.stopLoading()
	n.trip, n.cancel = context.WithCancel(context.Background())
	w := n.want(l)
	if l.Why != browse.Reload {
		if a, fresh, ok := n.pages.Recall(w); ok && (!w.Picture || a.Picture != nil) {
			n.show(l, known{a, fresh})
			return
		}
	}
	n.loading = time.AfterFunc(loadingDelay, func() {
		n.do(func() {
			n.Slow = n.Current(l.Trip)
			n.Screen.Changed()
		})
	})
	n.travel(n.trip, l, w)
}

// want is what a trip asks acquisition for.
func (n *Navigation) want(l browse.Load) acquire.Want {
	w := acquire.Want{Page: l.Place.Page, Subpage: l.Place.Subpage, Picture: n.Pictures, Anew: l.Why == browse.Reload}
	if n.Kiosk || l.ByItself {
		w.Class = acquire.Kiosk
	}
	return w
}

func (n *Navigation) stopLoading() {
	if n.loading != nil {
		n.loading.Stop()
	}
	n.Slow = false
}

// known is an answer from memory or the store.
type known struct {
	acquire.Answer
	fresh bool
}

// travel looks into the store, and asks the service for what is not there. The store, and a service that
// answers within a frame, show their answer in this one.
func (n *Navigation) travel(ctx context.Context, l browse.Load, w acquire.Want) {
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
		a := n.fetch(ctx, w, k != nil)
		took := n.now().Sub(start)
		steps <- func() {
			n.pace = (cmp.Or(n.pace, took) + took) / 2
			switch {
			case k == nil:
				n.arrive(l, a)
			case a.Document == nil:
				n.show(l, *k) // better than nothing
			default:
				n.show(l, known{a, true})
			}
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

// fetch asks the service for a place. What could be drawn at once is not held back for long.
func (n *Navigation) fetch(ctx context.Context, w acquire.Want, drawable bool) acquire.Answer {
	if drawable {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, pictureWait)
		defer cancel()
	}
	return n.pages.Fetch(ctx, w)
}

// stored is what can be shown of a place without the service, nil for nothing, and whether that is enough
// to be shown at once. A subpage of which only the picture is missing is drawn until that comes, but held
// back for a moment where nobody waits for it.
func (n *Navigation) stored(w acquire.Want) (k *known, enough bool) {
	if w.Anew {
		return nil, false
	}
	a, fresh, ok := n.pages.Stored(w)
	if !ok {
		return nil, false
	}
	complete := !w.Picture || a.Picture != nil
	if !complete && CellsOf(a) == nil {
		return nil, false
	}
	return &known{a, fresh}, complete || !fresh || w.Class == acquire.User
}

// show puts on the screen what is known of a place, and asks the service for what may be newer and for
// what is missing.
func (n *Navigation) show(l browse.Load, k known) {
	if !n.Current(l.Trip) {
		return
	}
	n.arrive(l, k.Answer)
	switch {
	case !n.Current(l.Trip):
	case !k.fresh && !n.Refresh.Busy:
		n.revalidate(n.want(l))
	case n.Pictures && k.Picture == nil:
		n.illustrate(n.want(l).Class)
	}
}

// arrive shows what came, unless the user is already elsewhere.
func (n *Navigation) arrive(l browse.Load, a acquire.Answer) {
	if !n.Current(l.Trip) {
		return
	}
	n.stopLoading()
	shows := a.Document == nil && a.Page == n.answer.Page && n.answer.Document != nil
	if shows || a.Picture == nil && CellsOf(a) == nil {
		n.fail(l, a) // what is on the screen is better
		return
	}
	n.learn(a)
	from := n.Shown().Page
	if a.Page != from {
		n.leave()
		n.visit, n.leave = context.WithCancel(context.Background())
		n.Refresh = refresh{timer: n.Refresh.timer}
	}
	if a.Document != nil && a.Fetched.After(n.answer.Fetched) {
		n.Refresh.failed = nil
	}
	n.put(a)
	if a.DocumentErr != nil && !service.IsCancelled(a.DocumentErr) {
		n.Screen.Notify(words.PictureOnlyMessage(l.Place, a.DocumentErr).Again(a.Retry, n.now()), true)
	}
	if a.Page != from || l.Why != browse.Turn {
		n.armRefresh(a.Retry)
	}
	n.Run(n.Loaded(l.Trip, browse.Place{Page: a.Page, Subpage: a.Subpage}, a.Document))
	if n.Current(l.Trip) { // no step was waiting for this page
		n.Screen.Arrived(a, from)
	}
}

// put shows an answer, which makes what was said of pages that did not come untrue.
func (n *Navigation) put(a acquire.Answer) {
	n.answer = a
	if _, missed := n.Missed(); !missed {
		n.Screen.Settle()
	}
	n.Screen.ShowAnswer(a)
}

// learn keeps what an answer tells of which pages there are.
func (n *Navigation) learn(a acquire.Answer) {
	switch {
	case a.Document != nil:
		n.Directory.Learn(a.Document)
	case service.KindOf(a.DocumentErr) == service.NotFound && teletext.ValidPage(a.Page):
		n.Directory.Missing(a.Page)
	}
}

// CellsOf is the subpage of an answer, nil where its document has nothing to draw.
func CellsOf(a acquire.Answer) *teletext.Subpage {
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
func (n *Navigation) fail(l browse.Load, a acquire.Answer) {
	err := failureOf(a)
	if service.IsCancelled(err) {
		return
	}
	n.learn(a)
	effects := n.Failed(l.Trip, a.Retry)
	if _, missed := n.Missed(); missed {
		m := words.PageMessage(l.Place, a.Document != nil, err)
		if l.Place.Page == n.answer.Page && a.Document == nil && service.KindOf(err) == service.NotFound {
			m = words.Message{Sentence: fmt.Sprintf("The service has page %d no more.", l.Place.Page), Hint: "What it showed last stays here."}
		}
		n.Screen.Notify(m.Again(a.Retry, n.now()), true)
	}
	if n.answer.Page == 0 && n.Kiosk {
		n.standIn(l)
	}
	n.Run(effects)
}

// standIn shows something else on a screen that would be black.
func (n *Navigation) standIn(l browse.Load) {
	w := n.want(l)
	go func() {
		a, _ := n.pages.StandIn(w)
		n.do(func() {
			if n.answer.Page == 0 {
				n.Screen.StandBy(a)
			}
		})
	}()
}

// failureOf picks the error that tells more when no picture came: a page that does not exist has no
// picture either.
func failureOf(a acquire.Answer) error {
	if a.DocumentErr != nil {
		return a.DocumentErr
	}
	return a.PictureErr
}

// Stop ends the trip under way, what is asked for the page on screen, and all timers.
func (n *Navigation) Stop() {
	n.cancel()
	n.leave()
	n.stopLoading()
	if n.Refresh.timer != nil {
		n.Refresh.timer.Stop()
	}
	for _, t := range n.timers {
		t.Stop()
	}
}
