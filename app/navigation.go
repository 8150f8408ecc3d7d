package app

import (
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
// instead of the one after. Any other is never waited for.
const (
	frame   = 16 * time.Millisecond
	holdFor = 12 * time.Millisecond
)

// pageSource is what navigation needs of acquisition.
type pageSource interface {
	Recall(page, subpage int, picture bool) (a acquire.Answer, fresh, ok bool)
	Turn(ctx context.Context, page, subpage int, picture bool) acquire.Answer
	Fetch(ctx context.Context, page, subpage int, picture bool) acquire.Answer
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
}

// navigation carries out what the browser wants. It lives on the UI goroutine.
type navigation struct {
	*browse.Browser
	pages     pageSource
	directory *browse.Directory
	screen    screen
	do        func(func())
	now       func() time.Time
	pictures  bool // the service's pictures are wanted

	cancel  context.CancelFunc // of the trip under way
	slow    bool               // the trip has lasted for the loading delay
	timers  map[browse.Timer]*time.Timer
	loading *time.Timer
	pace    time.Duration // a running mean of how long the service takes, 0 before it is known
	shown   acquire.Answer
}

func newNavigation(pages pageSource, s screen, kiosk bool, do func(func()), now func() time.Time) *navigation {
	return &navigation{
		Browser: browse.New(kiosk), pages: pages, directory: browse.NewDirectory(), screen: s, do: do, now: now, pictures: true,
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
	var ctx context.Context
	ctx, n.cancel = context.WithCancel(context.Background())
	if l.Why != browse.Reload {
		if a, fresh, ok := n.pages.Recall(l.Place.Page, l.Place.Subpage, n.pictures); ok {
			n.arrive(l, a)
			if !fresh && n.Current(l.Trip) {
				n.revalidate(ctx, l, a)
			}
			return
		}
	}
	n.loading = time.AfterFunc(loadingDelay, func() {
		n.do(func() {
			n.slow = n.Current(l.Trip)
			n.screen.Changed()
		})
	})
	n.travel(ctx, l)
}

func (n *navigation) stopLoading() {
	if n.loading != nil {
		n.loading.Stop()
	}
	n.slow = false
}

// travel asks the service. Where it answers within a frame, the answer is shown in this one.
func (n *navigation) travel(ctx context.Context, l browse.Load) {
	type answer struct {
		acquire.Answer
		took time.Duration
	}
	came := make(chan answer, 1)
	start, picture := n.now(), n.pictures
	go func() {
		ask := n.pages.Fetch
		if l.Why == browse.Turn {
			ask = n.pages.Turn
		}
		a := ask(ctx, l.Place.Page, l.Place.Subpage, picture)
		came <- answer{a, n.now().Sub(start)}
	}()
	deliver := func(a answer) {
		if n.pace == 0 {
			n.pace = a.took
		}
		n.pace = (n.pace + a.took) / 2
		n.arrive(l, a.Answer)
	}
	if n.pace > 0 && n.pace < frame {
		select {
		case a := <-came:
			deliver(a)
			return
		case <-time.After(holdFor):
		}
	}
	go func() {
		a := <-came
		n.do(func() { deliver(a) })
	}()
}

// revalidate asks whether the place shown from memory has changed. A failure does not matter to a
// reader who has the page.
func (n *navigation) revalidate(ctx context.Context, l browse.Load, shown acquire.Answer) {
	picture := n.pictures
	go func() {
		a := n.pages.Fetch(ctx, l.Place.Page, shown.Subpage, picture)
		n.do(func() {
			switch {
			case !n.Current(l.Trip):
			case a.Document == nil && a.Picture == nil:
				if err := failureOf(a); !isCancelled(err) {
					n.screen.Notify(message{pageMessage(l.Place, false, err).sentence, "This page is from " + shown.Fetched.Format("15:04") + "."}, true)
				}
			case a.Document != nil && shown.Document != nil && a.Document.Modified.Equal(shown.Document.Modified) && a.Subpage == shown.Subpage && n.shown.Page == a.Page:
				n.shown.Fetched = a.Fetched // unchanged: nothing to repaint
			default:
				n.arrive(l, a)
			}
		})
	}()
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
	n.run(n.Loaded(l.Trip, browse.Place{Page: a.Page, Subpage: a.Subpage}, a.Document))
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

// WantPictures says whether the service's pictures are needed from now on. The one of the subpage on
// screen is asked for if it is missing.
func (n *navigation) WantPictures(want bool) {
	n.pictures = want
	shown := n.shown
	if _, loading := n.Target(); !want || loading || shown.Page == 0 || shown.Picture != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	before := n.cancel
	n.cancel = func() {
		before()
		cancel()
	}
	go func() {
		a := n.pages.Turn(ctx, shown.Page, shown.Subpage, true)
		n.do(func() {
			if here := n.shown; a.Picture != nil && here.Page == shown.Page && here.Subpage == a.Subpage && here.Picture == nil {
				n.shown = a
				n.screen.ShowAnswer(a)
				n.screen.Changed()
			}
		})
	}()
}

// fail keeps what is on the screen and says what happened.
func (n *navigation) fail(l browse.Load, a acquire.Answer) {
	err := failureOf(a)
	if isCancelled(err) {
		return
	}
	kind := service.KindOf(err)
	var e *service.Error
	retry := time.Duration(0)
	if errors.As(err, &e) {
		retry = max(e.RetryAfter, patience[kind])
	}
	effects := n.Failed(l.Trip, kind.Temporary(), retry)
	m := pageMessage(l.Place, a.Document != nil, err)
	if wait, ok := retryIn(effects); ok {
		m.hint = "It is tried again in " + waitWords(wait) + "."
	}
	n.screen.Notify(m, kind != service.NotFound)
	n.run(effects)
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
	for _, t := range n.timers {
		t.Stop()
	}
}
