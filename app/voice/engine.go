// Package voice reads pages aloud: it makes sentences of a page, and has them said by what the system speaks with.
package voice

import (
	"context"
	"errors"
	"sync"
	"time"
)

// patience is how long an answer may take.
const patience = 5 * time.Second

// Options say how a text is said.
type Options struct {
	// Language is that of the text, as in "fi".
	Language string
	// Rate is how fast it is said, in percent of the usual.
	Rate int
	// Voice is the name of one of the engine's, "" for any that speaks the language.
	Voice string
}

// The bounds of the rate.
const (
	LeastRate = 50
	UsualRate = 100
	MostRate  = 300
)

// A driver is a way to speak.
type driver interface {
	// speak says a text, and returns when it was said, or soon after the context has ended, which silences it at once.
	speak(ctx context.Context, text string, o Options) error
	// voices are the names of all voices, empty where that is not known.
	voices(ctx context.Context) ([]string, error)
	// close lets go of what the driver holds. Nothing is said by then.
	close()
}

// An Engine says one text at a time. It belongs to the loop that its functions are posted to.
type Engine struct {
	post   func(func())
	open   func(start bool) (driver, error)
	stop   context.CancelFunc // silences what is said; nil while nothing is
	done   func(error)        // who has it said
	last   chan struct{}      // closed when the driver is free
	mu     sync.Mutex         // guards made
	made   driver
	closed bool
}

// New makes an engine. env gives the environment's variables, and post runs a function on the loop. Nothing is started
// before it is to speak.
func New(env func(string) string, post func(func())) *Engine {
	return newEngine(post, func(start bool) (driver, error) { return open(env, start) })
}

func newEngine(post func(func()), open func(start bool) (driver, error)) *Engine {
	free := make(chan struct{})
	close(free)
	return &Engine{post: post, open: open, last: free}
}

// ErrOther is what a caller who has a text said gets that another one silences.
var ErrOther = errors.New("another text is said")

// Speak says a text, and ends what was said before. done is called on the loop when all of it was said, with nil, or
// with why it was not, ErrOther where another Speak came before the end; it is not called after Stop.
func (e *Engine) Speak(text string, o Options, done func(error)) {
	if e.stop != nil {
		e.Stop()
		e.done(ErrOther)
	}
	ctx, stop := context.WithCancel(context.Background())
	e.stop, e.done = stop, done
	e.use(true, func(d driver, err error) {
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			err = d.speak(ctx, text, o)
		}
		e.post(func() {
			if ctx.Err() == nil {
				stop()
				e.stop = nil
				done(err)
			}
		})
	})
}

// Stop silences what is said, at once.
func (e *Engine) Stop() {
	if e.stop != nil {
		e.stop()
		e.stop = nil
	}
}

// Voices asks for the names of all voices, which done is called with on the loop, empty where that is not known.
// Nothing is started for that.
func (e *Engine) Voices(done func([]string)) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	e.use(false, func(d driver, err error) {
		defer stop()
		var names []string
		if err == nil {
			names, _ = d.voices(ctx) // none where they are not known
		}
		e.post(func() { done(names) })
	})
}

// Close ends all, and returns when it has ended. Nothing is posted that anybody waits for.
func (e *Engine) Close() {
	e.Stop()
	e.closed = true
	<-e.last
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.made != nil {
		e.made.close()
	}
}

// use has a function use the driver when those before it have, on a goroutine of its own. start says that what speaks
// may be started.
func (e *Engine) use(start bool, f func(driver, error)) {
	if e.closed {
		return
	}
	before, free := e.last, make(chan struct{})
	e.last = free
	go func() {
		defer close(free)
		<-before
		f(e.openDriver(start))
	}()
}

// openDriver is the driver, which is opened for the first caller. After a failure it is tried again.
func (e *Engine) openDriver(start bool) (driver, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.made == nil {
		d, err := e.open(start)
		if err != nil {
			return nil, err
		}
		e.made = d
	}
	return e.made, nil
}
