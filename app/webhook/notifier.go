package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"sextant/app/backoff"
)

const (
	// DownFor is the default time for which a screen must be down before a notification.
	DownFor = 5 * time.Minute
	// wellFor is how long it must be well before a notification of that.
	wellFor = time.Minute
	// sameAgain is the least time between notifications of the same kind of trouble.
	sameAgain = time.Hour
	// firstRetry and lastRetry are the first and the greatest backoff after a failed call.
	firstRetry, lastRetry = 10 * time.Second, 10 * time.Minute
	// mostCalls bounds the calls at once.
	mostCalls = 8
)

// A Trouble is a problem of a screen. Kind is a stable word, empty for no problem; Reason is for people.
type Trouble struct {
	Kind, Reason string
}

// A Config has the dependencies of a Notifier. All must be set.
type Config struct {
	// Words returns the title and the text of a message, for people. until is zero while the trouble lasts.
	Words func(screen string, t Trouble, since, until time.Time) (title, text string)
	Post  func(ctx context.Context, t Target, m Message) error
	// Log is called with an error when calls start to fail or a message is refused for good, and with nil when they
	// succeed again. Log and Save may block, and are called one at a time.
	Log func(err error)
	// Load and Save keep the state across restarts.
	Load func() string
	Save func(state string)
	Now  func() time.Time
	// Elapsed is a monotonic clock, and After is time.AfterFunc by that clock.
	Elapsed func() time.Duration
	After   func(wait time.Duration, f func()) (stop func() bool)
}

// A Setup is the target of notifications, their delay, and a link to the state of the screens.
type Setup struct {
	Target
	After time.Duration
	Link  string
}

// A Notifier watches screens and sends notifications. Its methods may be called on any goroutine. Set and Observe
// return at once; Keep and Close wait for the disk.
type Notifier struct {
	config Config
	ctx    context.Context
	end    context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex // is not held while Post, Log or Save is called
	setup   Setup
	screens map[string]*screen
	calls   int  // in progress
	failing bool // as Log was called last
	// What flush has to do, and whether it is at work.
	unlogged []error
	unsaved  bool
	flushing bool
}

// A screen is the state of a screen. The fields with JSON names are kept across restarts.
type screen struct {
	Called  *called              `json:"called,omitempty"` // the trouble that was notified, and whose end was not yet
	Last    map[string]time.Time `json:"last,omitempty"`   // the last notification of each kind
	Pending *Message             `json:"pending,omitempty"`

	trouble Trouble
	since   time.Time     // start of the trouble, by the wall clock
	begin   time.Duration // start of this kind, by the monotonic clock
	well    time.Duration // since when it is well, 0 if it is not

	calling  bool        // a call is in progress
	failures int         // successive failures of calls
	retry    func() bool // stops the timer of the retry, nil for none
	refused  *Message    // is not sent again to this target
}

// A called is a trouble that was notified.
type called struct {
	Kind   string    `json:"kind"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

// NewNotifier makes a notifier, which makes no calls before it has a Setup with an address.
func NewNotifier(c Config) *Notifier {
	notifier := &Notifier{config: c, screens: map[string]*screen{}}
	notifier.ctx, notifier.end = context.WithCancel(context.Background())
	_ = json.Unmarshal([]byte(c.Load()), &notifier.screens) // after an error it starts with an empty state
	for name, s := range notifier.screens {
		if s == nil {
			delete(notifier.screens, name)
		}
	}
	return notifier
}

// Set sets the target of notifications. Another one gets at once what the one before has not accepted.
func (n *Notifier) Set(s Setup) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if s == n.setup {
		return
	}
	n.setup, n.failing = s, false
	for _, of := range n.screens {
		of.failures, of.refused = 0, nil
		of.stopRetryLocked()
	}
	n.callLocked()
}

// Close cancels calls. Pending notifications are sent after the next start.
func (n *Notifier) Close() {
	n.end()
	n.mu.Lock()
	for _, s := range n.screens {
		s.stopRetryLocked()
	}
	n.mu.Unlock()
	n.work.Wait()
	n.flush()
}

// Keep removes all screens but the given ones.
func (n *Notifier) Keep(screens map[string]bool) {
	n.mu.Lock()
	before := len(n.screens)
	for name, s := range n.screens {
		if !screens[name] {
			s.stopRetryLocked()
			delete(n.screens, name)
		}
	}
	n.unsaved = n.unsaved || len(n.screens) < before
	flushes := n.unsaved && !n.flushing
	n.flushing = n.flushing || flushes
	n.mu.Unlock()
	if flushes {
		n.flush()
	}
}

// Observe records the state of a screen. It must be called every few seconds.
func (n *Notifier) Observe(name string, t Trouble) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.setup.URL == "" {
		return
	}
	s := n.screens[name]
	if s == nil {
		s = &screen{}
		n.screens[name] = s
	}
	if t.Kind == "" {
		n.observeWellLocked(name, s)
	} else {
		n.observeDownLocked(name, s, t)
	}
}

func (n *Notifier) observeDownLocked(name string, s *screen, t Trouble) {
	elapsed, now := n.config.Elapsed(), n.config.Now()
	if s.trouble.Kind == "" {
		s.since = now
	}
	if s.trouble.Kind != t.Kind {
		s.begin = elapsed
	}
	s.trouble, s.well = t, 0
	since := now.Sub(s.Last[t.Kind])
	switch {
	case elapsed-s.begin < n.setup.After, s.Called != nil && s.Called.Kind == t.Kind:
		return
	case !s.Last[t.Kind].IsZero() && since >= 0 && since < sameAgain: // negative after the clock was set back
		return
	}
	if s.Last == nil {
		s.Last = map[string]time.Time{}
	}
	s.Last[t.Kind] = now
	s.Called = &called{t.Kind, t.Reason, s.since}
	n.sendLocked(name, s, Down, t, s.since, time.Time{})
}

func (n *Notifier) observeWellLocked(name string, s *screen) {
	elapsed, now := n.config.Elapsed(), n.config.Now()
	if s.well == 0 {
		s.well = max(elapsed, 1)
	}
	s.trouble = Trouble{}
	if s.Called == nil || elapsed-s.well < wellFor {
		return
	}
	was := s.Called
	s.Called = nil
	n.sendLocked(name, s, Well, Trouble{was.Kind, was.Reason}, was.Since, now.Add(-wellFor))
}

// sendLocked queues a message, in place of a pending one for the same screen.
func (n *Notifier) sendLocked(name string, s *screen, state string, t Trouble, since, until time.Time) {
	title, text := n.config.Words(name, t, since, until)
	s.Pending = &Message{
		Screen: name, State: state, Kind: t.Kind, Title: title, Text: text, Link: n.setup.Link, Since: since,
		At: n.config.Now(),
	}
	n.flushLocked(nil, true)
	n.callLocked()
}

// flushLocked has something logged or the state saved, on another goroutine, or by Close.
func (n *Notifier) flushLocked(logged []error, save bool) {
	n.unlogged, n.unsaved = append(n.unlogged, logged...), n.unsaved || save
	if !n.flushing && n.ctx.Err() == nil {
		n.flushing = true
		n.work.Go(n.flush)
	}
}

// flush calls Log and Save until there is nothing more. It saves the state that is the newest then.
func (n *Notifier) flush() {
	for {
		n.mu.Lock()
		logged, save := n.unlogged, n.unsaved
		n.unlogged, n.unsaved = nil, false
		if n.flushing = save || len(logged) > 0; !n.flushing {
			n.mu.Unlock()
			return
		}
		state, err := json.Marshal(n.screens)
		n.mu.Unlock()
		for _, err := range logged {
			n.config.Log(err)
		}
		if save && err == nil {
			n.config.Save(string(state))
		}
	}
}

// callLocked sends what is pending, each screen's on a goroutine of its own, so that none waits for another's retry.
func (n *Notifier) callLocked() {
	for name, s := range n.screens {
		if n.setup.URL == "" || n.ctx.Err() != nil || n.calls >= mostCalls {
			return
		}
		if s.Pending == nil || s.Pending == s.refused || s.calling || s.retry != nil {
			continue
		}
		n.calls++
		s.calling = true
		target, message := n.setup.Target, s.Pending
		n.work.Go(func() { n.onPosted(name, s, target, message, n.config.Post(n.ctx, target, *message)) })
	}
}

// onPosted handles the result of a call.
func (n *Notifier) onPosted(name string, s *screen, t Target, m *Message, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.calls--
	s.calling = false
	switch known := n.screens[name] == s; {
	case err != nil && (n.ctx.Err() != nil || !known || t != n.setup.Target):
	case err != nil:
		n.onFailedLocked(s, m, err)
	default:
		s.failures = 0
		if s.Pending == m {
			s.Pending = nil
			n.flushLocked(nil, true)
		}
		n.onSucceededLocked()
	}
	n.callLocked()
}

// onFailedLocked has a message sent again after a while, unless it was refused for good.
func (n *Notifier) onFailedLocked(s *screen, m *Message, err error) {
	s.failures++
	status, isStatus := errors.AsType[*StatusError](err)
	isFinal := isStatus && status.IsFinal()
	if isFinal {
		s.refused = m
	} else {
		s.retry = n.config.After(backoff.After(s.failures, firstRetry, lastRetry), func() {
			n.mu.Lock()
			defer n.mu.Unlock()
			s.retry = nil
			n.callLocked()
		})
	}
	if isFinal || !n.failing {
		n.failing = true
		n.flushLocked([]error{err}, false)
	}
}

// onSucceededLocked has it logged that calls succeed again, unless others still fail.
func (n *Notifier) onSucceededLocked() {
	for _, s := range n.screens {
		if s.failures > 0 {
			return
		}
	}
	if n.failing {
		n.failing = false
		n.flushLocked([]error{nil}, false)
	}
}

// stopRetryLocked stops the timer of the retry.
func (s *screen) stopRetryLocked() {
	if s.retry != nil {
		s.retry()
		s.retry = nil
	}
}
