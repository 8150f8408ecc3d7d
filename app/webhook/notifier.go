package webhook

import (
	"context"
	"encoding/json"
	"maps"
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
	// Log is called with an error when calls start to fail, and with nil when they succeed again.
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

// A Notifier watches screens and sends notifications. Its methods may be called on any goroutine, and return at once.
type Notifier struct {
	config Config
	ctx    context.Context
	end    context.CancelFunc
	work   sync.WaitGroup

	mu       sync.Mutex
	setup    Setup
	screens  map[string]*screen
	failures int  // successive failures of calls
	busy     bool // a call is in progress, or waits for its retry
	stop     func() bool
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
}

// A called is a trouble that was notified.
type called struct {
	Kind   string    `json:"kind"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

// NewNotifier makes a notifier, which makes no calls before it has a Setup with an address.
func NewNotifier(c Config) *Notifier {
	notifier := &Notifier{config: c, screens: map[string]*screen{}, stop: func() bool { return false }}
	notifier.ctx, notifier.end = context.WithCancel(context.Background())
	_ = json.Unmarshal([]byte(c.Load()), &notifier.screens) // after an error it starts with an empty state
	for name, s := range notifier.screens {
		if s == nil {
			delete(notifier.screens, name)
		}
	}
	return notifier
}

// Set sets the target of notifications.
func (c *Notifier) Set(s Setup) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s == c.setup {
		return
	}
	c.setup, c.failures = s, 0
	if c.busy && c.stop() { // it waits for its retry, perhaps at a wrong address
		c.busy = false
	}
	c.callLocked()
}

// Close cancels calls. Pending notifications are sent after the next start.
func (c *Notifier) Close() {
	c.end()
	c.mu.Lock()
	c.stop()
	c.mu.Unlock()
	c.work.Wait()
}

// Keep removes all screens but the given ones.
func (c *Notifier) Keep(screens map[string]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := len(c.screens)
	maps.DeleteFunc(c.screens, func(name string, _ *screen) bool { return !screens[name] })
	if len(c.screens) < before {
		c.saveLocked()
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
	c.saveLocked()
	c.callLocked()
}

func (c *Notifier) saveLocked() {
	if data, err := json.Marshal(c.screens); err == nil {
		c.config.Save(string(data))
	}
}

// callLocked sends what is pending, unless a call is in progress.
func (c *Notifier) callLocked() {
	if c.busy || c.setup.URL == "" || c.ctx.Err() != nil {
		return
	}
	for name, s := range c.screens {
		if s.Pending != nil {
			c.busy = true
			target, message := c.setup.Target, s.Pending
			c.work.Go(func() {
				err := c.config.Post(c.ctx, target, *message)
				c.onPosted(name, message, err)
			})
			return
		}
	}
}

// onPosted handles the result of a call.
func (c *Notifier) onPosted(name string, m *Message, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() != nil {
		return
	}
	if err != nil {
		if c.failures++; c.failures == 1 {
			c.config.Log(err)
		}
		c.stop = c.config.After(backoff.After(c.failures, firstRetry, lastRetry), func() {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.busy = false
			c.callLocked()
		})
		return
	}
	if c.failures > 0 {
		c.config.Log(nil)
	}
	c.failures, c.busy = 0, false
	if s := c.screens[name]; s != nil && s.Pending == m {
		s.Pending = nil
		c.saveLocked()
	}
	c.callLocked()
}
