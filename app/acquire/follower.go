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
	// firstFollow and mostFollow bound the backoff before the stream of changes is reopened.
	firstFollow = 2 * time.Second
	mostFollow  = time.Minute
	// withoutNotices is the backoff where there is no stream of changes, although a document links to one.
	withoutNotices = 10 * time.Minute
	// gatherFor is how long notices of one page are gathered, since each subpage has one.
	gatherFor = 50 * time.Millisecond
)

// monitorKey is the store's state with the address of the stream of changes.
const monitorKey = "monitor"

// A Monitor announces changes; a service.Client is one.
type Monitor interface {
	// Changes calls handle for each notice after the one with the ID since, until the stream or ctx ends. The error is
	// why it ended.
	Changes(ctx context.Context, monitor, since string, handle func(api.Notice)) error
}

// A Follower listens to the stream of changes to which a service's documents link, so that Pages knows what is fresh.
// It is safe for concurrent use.
type Follower struct {
	pages   *Pages
	monitor Monitor
	store   *store.Store
	notify  func(pages []int)
	last    string // the ID of the last notice; belongs to the goroutine that listens

	cancel context.CancelFunc
	work   sync.WaitGroup

	mu         sync.Mutex
	newAddress string       // from SetMonitor, not listened to yet
	changed    map[int]bool // pages to be reported
	// Each has an element when there is something new of its kind.
	addressChanged, pagesChanged chan struct{}
}

// NewFollower makes an idle follower for pages, whose Config.OnMonitor must call its SetMonitor. notify is called with
// pages that have changed, from any goroutine; a caller that shows one should ask for it.
func NewFollower(p *Pages, m Monitor, s *store.Store, notify func(pages []int)) *Follower {
	return &Follower{
		pages: p, monitor: m, store: s, notify: notify, cancel: func() {}, changed: map[int]bool{},
		addressChanged: make(chan struct{}, 1), pagesChanged: make(chan struct{}, 1),
	}
}

// Begin listens until Close, as soon as the address is known.
func (f *Follower) Begin() {
	var ctx context.Context
	ctx, f.cancel = context.WithCancel(context.Background())
	f.work.Go(func() { f.listen(ctx) })
	f.work.Go(func() { f.gather(ctx) })
}

// Close stops listening, and waits for the goroutines.
func (f *Follower) Close() {
	f.cancel()
	f.work.Wait()
}

// SetMonitor sets the address of the stream of changes to which a document links.
func (f *Follower) SetMonitor(monitor string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.newAddress = monitor
	signal(f.addressChanged)
}

// Monitor returns the address of the stream of changes, empty where that is not known.
func (f *Follower) Monitor() string {
	at, _ := f.store.State(monitorKey) // empty after an error
	return at
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // as it is already
	}
}

// listen reopens the stream of changes until ctx ends.
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

// where returns the address to listen at: that of the last document, or else before; without either it waits for a
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

// forget forgets the address, until a document has it again.
func (f *Follower) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.newAddress = ""
	f.store.SetState(monitorKey, "")
}

// listenOnce listens until the connection ends. It returns the error, and whether the connection lasted for mostFollow.
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

// queueChanged queues changed pages for gather.
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

// gather reports changed pages gatherFor after the first notice, so that each is reported once.
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
