package desktop

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/jezek/xgb"
)

var errXSilent = errors.New("the X server does not answer")

// xPatience is the timeout of a conversation with an X server. Only tests change it.
var xPatience = displayPatience

// mostHung limits the conversations with X servers that do not answer, because the library (xgb 1.1.1) cannot end them.
const mostHung = 8

var hung atomic.Int32

// converse calls talk, which uses an X server, on another goroutine. It fails after xPatience, and if the server's
// answers are invalid, for which the library panics.
func converse[T any](talk func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	if hung.Load() >= mostHung {
		return *new(T), errXSilent
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r = result{err: errInvalidX(p)}
			}
			done <- r
		}()
		r.value, r.err = talk()
	}()
	slow := time.NewTimer(xPatience)
	defer slow.Stop()
	select {
	case r := <-done:
		return r.value, r.err
	case <-slow.C:
		hung.Add(1)
		go func() {
			<-done
			hung.Add(-1)
		}()
		return *new(T), errXSilent
	}
}

// errInvalidX returns the error for a panic in the library.
func errInvalidX(panicked any) error {
	return fmt.Errorf("the X server's answer is invalid: %v", panicked)
}

// converseOn is converse with a connection to the display of the environment, which is closed afterwards.
func converseOn(talk func(x *xgb.Conn) error) error {
	_, err := converse(func() (none struct{}, err error) {
		x, err := connectX()
		if err != nil {
			return none, err
		}
		defer x.Close()
		return none, talk(x)
	})
	return err
}

// connectX connects to the display of the environment. It waits for the X server.
func connectX() (*xgb.Conn, error) { return connectXTo("") }

// connectXTo connects to a display, "" for that of the environment. The library's messages are in its error and not on
// standard error.
func connectXTo(display string) (x *xgb.Conn, err error) {
	defer func() {
		if p := recover(); p != nil {
			x, err = nil, errInvalidX(p)
		}
	}()
	xgb.Logger.SetOutput(io.Discard)
	return xgb.NewConnDisplay(display)
}
