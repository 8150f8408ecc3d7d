package station

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/service"
	"sextant/app/settings"
)

// A LateKey is the key of a service whose place does not answer at once: a keyring waits for its user to unlock it. It
// is safe for concurrent use.
type LateKey struct {
	read  func() (string, error) // which may take as long as the user does
	pause time.Duration
	all   bool // not only users ask for it

	mu      sync.Mutex
	reading bool
	ended   time.Time        // when the last reading failed
	have    func(key string) // nil once the key is known
}

// NewLateKey returns a key that read waits for. After a failure it is read again when a user asks for something; where
// hardly ever one does, at any request, but once a minute only.
func NewLateKey(read func() (string, error), unattended bool) *LateKey {
	l := &LateKey{read: read, all: unattended}
	if unattended {
		l.pause = time.Minute
	}
	return l
}

// begin reads the key, and calls have with it, on another goroutine. Only the have of the last call is called.
func (l *LateKey) begin(have func(key string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.have = have
	if !l.reading {
		l.readLocked()
	}
}

// ask reads the key again, unless that is under way, was tried a moment ago, or it is known.
func (l *LateKey) ask(by budget.Class) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.have != nil && !l.reading && (l.all || by == budget.User) && time.Since(l.ended) >= l.pause {
		l.readLocked()
	}
}

func (l *LateKey) readLocked() {
	l.reading = true
	go func() {
		key, err := l.read()
		l.mu.Lock()
		have := l.have
		if l.reading, l.ended = false, time.Now(); err == nil || settings.IsNoKey(err) {
			l.have = nil
		}
		known := l.have == nil
		l.mu.Unlock()
		if known {
			have(key)
		}
	}()
}

// A keyGate sends no requests while the key is not known. It is safe for concurrent use.
type keyGate struct {
	service.Gate
	late *LateKey
	open atomic.Bool
}

// Enter fails with api.ErrKeyLocked while the key is not known.
func (g *keyGate) Enter(ctx context.Context) (answered func(error), err error) {
	if !g.open.Load() {
		g.late.ask(budget.ClassOf(ctx))
		return nil, &api.Error{Kind: api.NoNetwork, Op: "key", Err: api.ErrKeyLocked}
	}
	return g.Gate.Enter(ctx)
}
