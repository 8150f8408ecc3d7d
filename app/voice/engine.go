// Package voice reads pages aloud: it splits a page into sentences, and says them by the system's speech synthesis.
package voice

import (
	"context"
	"errors"
	"sync"
	"time"
)

// patience is the timeout for an answer.
const patience = 5 * time.Second

// Options are the options for saying a text.
type Options struct {
	// Language is the text's language, as in "fi".
	Language string
	// Rate is the speed, in percent of the voice's usual one.
	Rate int
	// Voice is the name of one of the engine's, "" for any that speaks the language.
	Voice string
}

// The limits of the rate.
const (
	LeastRate = 50
	UsualRate = 100
	MostRate  = 300
)

// A driver is a speech synthesiser.
type driver interface {
	// speak says a text, and returns when it was said, or soon after the end of the context, which silences it at once.
	speak(ctx context.Context, text string, o Options) error
	// voices returns the names of all voices, empty if they are not known.
	voices(ctx context.Context) ([]string, error)
	// close releases the driver's resources. It must not be called while speaking.
	close()
}

// An Engine says one text at a time. It belongs to the loop that its functions are posted to.
type Engine struct {
	post   func(func())
	open   func(start bool) (driver, error)
	stop   context.CancelFunc // silences the current text; nil for none
	done   func(error)        // the callback for the current text
	last   chan struct{}      // closed when the driver is free
	mu     sync.Mutex         // guards made
	made   driver
	closed bool
}

// New makes an engine. env returns variables of the environment, and post posts a function to the loop. No process is
// started before it speaks.
func New(env func(string) string, post func(func())) *Engine {
	return newEngine(post, func(start bool) (driver, error) { return open(env, start) })
}

func newEngine(post func(func()), open func(start bool) (driver, error)) *Engine {
	free := make(chan struct{})
	close(free)
	return &Engine{post: post, open: open, last: free}
}

// ErrOther is the error for a text that was replaced by another one.
var ErrOther = errors.New("another text is said")

// Speak says a text, and silences the one before. done is called on the loop with nil at the end of the text, or with
// an error, which is ErrOther if another Speak came before; it is not called after Stop.
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

// Stop silences the current text at once.
func (e *Engine) Stop() {
	if e.stop != nil {
		e.stop()
		e.stop = nil
	}
}

// Voices queries the names of all voices, and calls done with them on the loop, empty if they are not known. It does
// not start speech-dispatcher.
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

// Close silences the engine, and waits for its end, without needing the loop.
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

// use calls a function with the driver after those before it, on its own goroutine. start allows starting the
// synthesiser.
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

// openDriver returns the driver, and opens it for the first caller. After a failure the next call retries.
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
