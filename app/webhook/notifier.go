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
func (c *Notifier) Set(s Setup) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s == c.setup {
		return
	}
	c.setup, c.failing = s, false
	for _, of := range c.screens {
		of.failures, of.refused = 0, nil
		of.stopRetryLocked()
	}
	c.callLocked()
}

// Close cancels calls. Pending notifications are sent after the next start.
func (c *Notifier) Close() {
	c.end()
	c.mu.Lock()
	for _, s := range c.screens {
		s.stopRetryLocked()
	}
	c.mu.Unlock()
	c.work.Wait()
	c.flush()
}

// Keep removes all screens but the given ones.
func (c *Notifier) Keep(screens map[string]bool) {
	c.mu.Lock()
	before := len(c.screens)
	for name, s := range c.screens {
		if !screens[name] {
			s.stopRetryLocked()
			delete(c.screens, name)
		}
	}
	c.unsaved = c.unsaved || len(c.screens) < before
	flushes := c.unsaved && !c.flushing
	c.flushing = c.flushing || flushes
	c.mu.Unlock()
	if flushes {
		c.flush()
	}
}

// Observe records the state of a screen. It must be called every few seconds.
func (c *Notifier) Observe(name string, t Trouble) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.setup.URL == "" {
		return
	}
	s := c.screens[name]
	if s == nil {
		s = &screen{}
		c.screens[name] = s
	}
	if t.Kind == "" {
		c.observeWellLocked(name, s)
	} else {
		c.observeDownLocked(name, s, t)
	}
}

func (c *Notifier) observeDownLocked(name string, s *screen, t Trouble) {
	elapsed, now := c.config.Elapsed(), c.config.Now()
	if s.trouble.Kind == "" {
		s.since = now
	}
	if s.trouble.Kind != t.Kind {
		s.begin = elapsed
	}
	s.trouble, s.well = t, 0
	since := now.Sub(s.Last[t.Kind])
	switch {
	case elapsed-s.begin < c.setup.After, s.Called != nil && s.Called.Kind == t.Kind:
		return
	case !s.Last[t.Kind].IsZero() && since >= 0 && since < sameAgain: // negative after the clock was set back
		return
	}
	if s.Last == nil {
		s.Last = map[string]time.Time{}
	}
	s.Last[t.Kind] = now
	s.Called = &called{t.Kind, t.Reason, s.since}
	c.sendLocked(name, s, Down, t, s.since, time.Time{})
}

func (c *Notifier) observeWellLocked(name string, s *screen) {
	elapsed, now := c.config.Elapsed(), c.config.Now()
	if s.well == 0 {
		s.well = max(elapsed, 1)
	}
	s.trouble = Trouble{}
	if s.Called == nil || elapsed-s.well < wellFor {
		return
	}
	was := s.Called
	s.Called = nil
	c.sendLocked(name, s, Well, Trouble{was.Kind, was.Reason}, was.Since, now.Add(-wellFor))
}

// sendLocked queues a message, in place of a pending one for the same screen.
func (c *Notifier) sendLocked(name string, s *screen, state string, t Trouble, since, until time.Time) {
	title, text := c.config.Words(name, t, since, until)
	s.Pending = &Message{
		Screen: name, State: state, Kind: t.Kind, Title: title, Text: text, Link: c.setup.Link, Since: since,
		At: c.config.Now(),
	}
	c.flushLocked(nil, true)
	c.callLocked()
}

// flushLocked has something logged or the state saved, on another goroutine, or by Close.
func (c *Notifier) flushLocked(logged []error, save bool) {
	c.unlogged, c.unsaved = append(c.unlogged, logged...), c.unsaved || save
	if !c.flushing && c.ctx.Err() == nil {
		c.flushing = true
		c.work.Go(c.flush)
	}
}

// flush calls Log and Save until there is nothing more. It saves the state that is the newest then.
func (c *Notifier) flush() {
	for {
		c.mu.Lock()
		logged, save := c.unlogged, c.unsaved
		c.unlogged, c.unsaved = nil, false
		if c.flushing = save || len(logged) > 0; !c.flushing {
			c.mu.Unlock()
			return
		}
		state, err := json.Marshal(c.screens)
		c.mu.Unlock()
		for _, err := range logged {
			c.config.Log(err)
		}
		if save && err == nil {
			c.config.Save(string(state))
		}
	}
}

// callLocked sends what is pending, each screen's on a goroutine of its own, so that none waits for another's retry.
func (c *Notifier) callLocked() {
	for name, s := range c.screens {
		if c.setup.URL == "" || c.ctx.Err() != nil || c.calls >= mostCalls {
			return
		}
		if s.Pending == nil || s.Pending == s.refused || s.calling || s.retry != nil {
			continue
		}
		c.calls++
		s.calling = true
		target, message := c.setup.Target, s.Pending
		c.work.Go(func() { c.onPosted(name, s, target, message, c.config.Post(c.ctx, target, *message)) })
	}
}

// onPosted handles the result of a call.
func (c *Notifier) onPosted(name string, s *screen, t Target, m *Message, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls--
	s.calling = false
	switch known := c.screens[name] == s; {
	case err != nil && (c.ctx.Err() != nil || !known || t != c.setup.Target):
	case err != nil:
		c.onFailedLocked(s, m, err)
	default:
		s.failures = 0
		if s.Pending == m {
			s.Pending = nil
			c.flushLocked(nil, true)
		}
		c.onSucceededLocked()
	}
	c.callLocked()
}

// onFailedLocked has a message sent again after a while, unless it was refused for good.
func (c *Notifier) onFailedLocked(s *screen, m *Message, err error) {
	s.failures++
	status, isStatus := errors.AsType[*StatusError](err)
	isFinal := isStatus && status.IsFinal()
	if isFinal {
		s.refused = m
	} else {
		s.retry = c.config.After(backoff.After(s.failures, firstRetry, lastRetry), func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			s.retry = nil
			c.callLocked()
		})
	}
	if isFinal || !c.failing {
		c.failing = true
		c.flushLocked([]error{err}, false)
	}
}

// onSucceededLocked has it logged that calls succeed again, unless others still fail.
func (c *Notifier) onSucceededLocked() {
	for _, s := range c.screens {
		if s.failures > 0 {
			return
		}
	}
	if c.failing {
		c.failing = false
		c.flushLocked([]error{nil}, false)
	}
}

// stopRetryLocked stops the timer of the retry.
func (s *screen) stopRetryLocked() {
	if s.retry != nil {
		s.retry()
		s.retry = nil
	}
}
