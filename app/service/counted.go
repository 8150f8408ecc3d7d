package service

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"

	"sextant/app/api"
)

// A counted transport passes each request to the service through the gate, beyond the first of a call, which has passed
// it already: redirects to the service, and requests that the transport below repeats because their idle connection
// turned out to be closed.
type counted struct {
	next http.RoundTripper
	gate Gate
	own  func(*url.URL) bool // reports whether an address is the service's
}

func (t *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	// A report goes to a relay, and so does the question for its stream of changes: neither has a quota.
	if r.Method != http.MethodGet || !t.own(r.URL) || r.Header.Get("Accept") == eventStream {
		return t.next.RoundTrip(r)
	}
	if r.Response != nil { // of the redirect
		if err := t.enter(r.Context()); err != nil {
			return nil, err
		}
	}
	var sent atomic.Bool
	ctx, cancel := context.WithCancelCause(r.Context()) // it ends with that of the call, since the body needs it
	resp, err := t.next.RoundTrip(r.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) {
			if sent.Load() { // it is about to be sent again
				if err := t.enter(r.Context()); err != nil {
					cancel(err)
				}
			}
		},
		WroteHeaders: func() { sent.Store(true) },
	})))
	if err != nil && r.Context().Err() == nil && ctx.Err() != nil {
		return nil, context.Cause(ctx) // the gate's, of which HTTP/2 says only that it was cancelled
	}
	return resp, err
}

// CloseIdleConnections is called by that of http.Client.
func (t *counted) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

type repeatKey struct{}

// IsRepeat reports whether a context with which a Gate is entered is that of a further request of a call that has
// passed it: such a request does not wait for the end of the first.
func IsRepeat(ctx context.Context) bool { return ctx.Value(repeatKey{}) != nil }

// enter passes one more request through the gate. Its call reports how it ends.
func (t *counted) enter(ctx context.Context) error {
	ctx = context.WithValue(ctx, repeatKey{}, true)
	limit, isTimed := ctx.Value(timeoutKey{}).(*timeout)
	if isTimed {
		limit.stop()
		defer limit.restart()
	}
	answered, err := t.gate.Enter(ctx)
	if err == nil {
		answered(&api.Error{Kind: api.Cancelled, Err: errCounted})
	}
	return err
}

var errCounted = errors.New("its end is that of the call")

// A timeout bounds a call, but for the time in which it waits for the gate.
type timeout struct {
	timer *time.Timer
	after time.Duration
}

type timeoutKey struct{}

// withTimeout returns a context that ends with api.ErrSilent after a time. The caller must call cancel.
func withTimeout(ctx context.Context, after time.Duration) (_ context.Context, cancel func()) {
	ctx, end := context.WithCancelCause(ctx)
	t := &timeout{time.AfterFunc(after, func() { end(api.ErrSilent) }), after}
	return context.WithValue(ctx, timeoutKey{}, t), func() {
		t.timer.Stop()
		end(context.Canceled)
	}
}

func (t *timeout) stop()    { t.timer.Stop() }
func (t *timeout) restart() { t.timer.Reset(t.after) }
