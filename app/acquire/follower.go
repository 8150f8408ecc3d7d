package acquire

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/store"
)

const (
	// firstFollow and mostFollow bound the pause before changes are listened to again.
	firstFollow = 2 * time.Second
	mostFollow  = time.Minute
	// withoutNotices is the pause where nobody announces changes, although a document said so.
	withoutNotices = 10 * time.Minute
	// gatherFor is how long it takes until all subpages of a change have been announced.
	gatherFor = 50 * time.Millisecond
)

// monitorKey is the state under which the store has where changes are announced.
const monitorKey = "monitor"

// A Monitor announces changes; a service.Client is one.
type Monitor interface {
	// Changes calls handle for each notice behind the one with the ID since, until that ends or ctx does; the error
	// says why.
	Changes(ctx context.Context, monitor, since string, handle func(api.Notice)) error
}

// A Follower listens where a service's documents say that changes are announced, so that Pages knows what is fresh.
// It is safe for concurrent use.
type Follower struct {
	pages   *Pages
	monitor Monitor
	store   *store.Store
	notify  func(pages []int)
	last    string // the ID of the last notice; of the goroutine that listens

	cancel context.CancelFunc
	work   sync.WaitGroup

	mu         sync.Mutex
	newAddress string       // where a document said that changes are announced, since that was last looked at
	changed    map[int]bool // pages to be reported
	// Each has an element when there is something new of its kind.
	addressChanged, pagesChanged chan struct{}
}

// NewFollower makes an idle follower for pages, whose Config.OnMonitor is to call its SetMonitor. notify is called with
// pages that have changed, from any goroutine: who shows one asks for it at once.
func NewFollower(p *Pages, m Monitor, s *store.Store, notify func(pages []int)) *Follower {
	return &Follower{
		pages: p, monitor: m, store: s, notify: notify, cancel: func() {}, changed: map[int]bool{},
		addressChanged: make(chan struct{}, 1), pagesChanged: make(chan struct{}, 1),
	}
}

// Begin listens until Close, as soon as it is known where.
func (f *Follower) Begin() {
	var ctx context.Context
	ctx, f.cancel = context.WithCancel(context.Background())
	f.work.Go(func() { f.listen(ctx) })
	f.work.Go(func() { f.gather(ctx) })
}

// Close ends the listening, and waits for its end.
func (f *Follower) Close() {
	f.cancel()
	f.work.Wait()
}

// SetMonitor records where a document says that changes are announced.
func (f *Follower) SetMonitor(monitor string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.newAddress = monitor
	signal(f.addressChanged)
}

// Monitor is where changes are announced, empty where that is not known.
func (f *Follower) Monitor() string {
	at, _ := f.store.State(monitorKey) // without a store it is not known
	return at
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // as it is already
	}
}

// listen listens again and again.
func (f *Follower) listen(ctx context.Context) {
	at, _ := f.store.State(monitorKey) // an earlier run's, empty where there is none
	for tries := 1; ; tries++ {
		if at = f.where(ctx, at); at == "" {
			return
		}
		lasted, err := f.listenOnce(ctx, at)
		if lasted {
			tries = 1
		}
		pause := backoff.After(tries, firstFollow, mostFollow)
		var e *api.Error
		if errors.As(err, &e) {
			pause = max(pause, e.RetryAfter)
		}
		if ctx.Err() == nil && !api.KindOf(err).Temporary() {
			f.forget()
			at, pause = "", max(pause, withoutNotices)
		}
		backoff.Wait(ctx, pause)
	}
}

// where is where to listen: where a document said last, or else where it was before; without either it waits for a
// document. It is empty when ctx has ended.
func (f *Follower) where(ctx context.Context, before string) string {
	for ctx.Err() == nil {
		f.mu.Lock()
		at := cmp.Or(f.newAddress, before)
		f.newAddress = ""
		f.mu.Unlock()
		if at != before {
			f.last = ""
			f.store.SetState(monitorKey, at)
		}
		if at != "" {
			return at
		}
		select {
		case <-f.addressChanged:
		case <-ctx.Done():
		}
	}
	return ""
}

// forget waits for a document to say again where to listen.
func (f *Follower) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.newAddress = ""
	f.store.SetState(monitorKey, "")
}

// listenOnce listens until the connection ends. It returns its error, and whether it lasted for mostFollow.
func (f *Follower) listenOnce(ctx context.Context, at string) (lasted bool, err error) {
	timer := time.NewTimer(mostFollow)
	defer timer.Stop()
	err = f.monitor.Changes(ctx, at, f.last, f.onNotice)
	f.pages.onStreamClosed()
	select {
	case <-timer.C:
		lasted = true
	default:
	}
	return lasted, err
}

// onNotice handles a notice.
func (f *Follower) onNotice(n api.Notice) {
	var changed []int
	switch n.Kind {
	case api.Opened:
		f.pages.onStreamOpened(f.last != "")
	case api.Reset:
		changed = f.pages.onStreamReset()
	case api.Changed:
		if f.pages.applyNotice(n) {
			changed = []int{n.Page}
		}
	}
	f.last = cmp.Or(n.ID, f.last)
	f.queueChanged(changed)
}

// queueChanged has changed pages reported.
func (f *Follower) queueChanged(pages []int) {
	if len(pages) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, page := range pages {
		f.changed[page] = true
	}
	signal(f.pagesChanged)
}

// gather reports what has changed a moment after the first notice of it, so that a page counts once.
func (f *Follower) gather(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-f.pagesChanged:
		}
		backoff.Wait(ctx, gatherFor)
		f.mu.Lock()
		pages := slices.Sorted(maps.Keys(f.changed))
		clear(f.changed)
		f.mu.Unlock()
		if len(pages) > 0 { // and they were not reported with those before
			f.notify(pages)
		}
	}
}
