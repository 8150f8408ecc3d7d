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
	// DownFor is how long something is down before somebody is called, where the target does not say.
	DownFor = 5 * time.Minute
	// wellFor is how long it must be well for that to be called.
	wellFor = time.Minute
	// sameAgain is how long nobody is called for the same trouble again.
	sameAgain = time.Hour
	// firstRetry and lastRetry bound the pause after a call that failed.
	firstRetry, lastRetry = 10 * time.Second, 10 * time.Minute
)

// A Trouble is what is wrong with a screen. Kind, a word that stays the same, is empty for nothing; Reason is for
// people.
type Trouble struct {
	Kind, Reason string
}

// A Config is what a Notifier works with. All must be there.
type Config struct {
	// Words are the title and the text of a message, for people. Until is zero while it lasts.
	Words func(screen string, t Trouble, since, until time.Time) (title, text string)
	Post  func(ctx context.Context, t Target, m Message) error
	// Log gets a line when calls begin to fail, and when they do not fail any more, with a nil error.
	Log func(err error)
	// Load and Save keep what was called over a restart.
	Load func() string
	Save func(state string)
	Now  func() time.Time
	// Elapsed is a monotonic clock, and After calls a function after a while of it, as time.AfterFunc does.
	Elapsed func() time.Duration
	After   func(wait time.Duration, f func()) (stop func() bool)
}

// A Setup is whom to call, after how long, and where the state of the screens is.
type Setup struct {
	Target
	After time.Duration
	Link  string
}

// A Notifier watches screens. Its methods may be called from any goroutine, and return at once.
type Notifier struct {
	config Config
	ctx    context.Context
	end    context.CancelFunc
	work   sync.WaitGroup

	mu       sync.Mutex
	setup    Setup
	screens  map[string]*screen
	failures int  // of calls in a row
	busy     bool // a call is made, or waits for its next try
	stop     func() bool
}

// A screen is what is known of one. What has a name in JSON is kept over a restart.
type screen struct {
	Called  *called              `json:"called,omitempty"` // for what somebody was called, and not yet that it is over
	Last    map[string]time.Time `json:"last,omitempty"`   // when somebody was called, for each kind
	Pending *Message             `json:"pending,omitempty"`

	trouble Trouble
	since   time.Time     // by the computer's clock
	begin   time.Duration // of this kind, by the monotonic clock
	well    time.Duration // since when it is well, 0 for not
}

// A called is a trouble for which somebody was called.
type called struct {
	Kind   string    `json:"kind"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

// NewNotifier makes a notifier, which calls nobody before there is a Setup with an address.
func NewNotifier(c Config) *Notifier {
	notifier := &Notifier{config: c, screens: map[string]*screen{}, stop: func() bool { return false }}
	notifier.ctx, notifier.end = context.WithCancel(context.Background())
	_ = json.Unmarshal([]byte(c.Load()), &notifier.screens) // what cannot be read starts from nothing
	for name, s := range notifier.screens {
		if s == nil {
			delete(notifier.screens, name)
		}
	}
	return notifier
}

// Set changes who is called.
func (c *Notifier) Set(s Setup) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s == c.setup {
		return
	}
	c.setup, c.failures = s, 0
	if c.busy && c.stop() { // it waits for its next try, perhaps at an address that was wrong
		c.busy = false
	}
	c.callLocked()
}

// Close ends calls. What could not be said is said after the next start.
func (c *Notifier) Close() {
	c.end()
	c.mu.Lock()
	c.stop()
	c.mu.Unlock()
	c.work.Wait()
}

// Keep forgets the screens that there are not any more.
func (c *Notifier) Keep(screens map[string]bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	before := len(c.screens)
	maps.DeleteFunc(c.screens, func(name string, _ *screen) bool { return !screens[name] })
	if len(c.screens) < before {
		c.saveLocked()
	}
}

// Observe takes how a screen is. It is to be called every few seconds.
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
	case !s.Last[t.Kind].IsZero() && since >= 0 && since < sameAgain: // not after the clock was set back
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

// sendLocked has a message sent in the place of one that could not be sent yet.
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

// callLocked sends what is pending, unless that is under way.
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

// onPosted goes on after a call.
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
