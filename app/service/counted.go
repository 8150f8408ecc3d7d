package service

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"

	"sextant/app/api"
)

// A counted transport asks the gate for each request to the service beyond the first that a call comes to: a redirect
// to the service, and a request that is sent again because its connection, which had been idle, turned out to be
// closed. The transport below it would send that again without asking anybody.
type counted struct {
	next http.RoundTripper
	gate Gate
	own  func(*url.URL) bool // reports whether an address is the service's
}

// mostRepeats bounds how often a request is sent again: no more connections than that are kept idle.
const mostRepeats = 4

func (t *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPut { // to a relay, which is asked nothing; the next one comes soon
		return t.next.RoundTrip(r)
	}
	isCounted := t.own(r.URL) && r.Header.Get("Accept") != eventStream
	if isCounted && r.Response != nil { // of the redirect
		if err := t.enter(r); err != nil {
			return nil, err
		}
	}
	for repeats := 0; ; repeats++ {
		var reused, answered atomic.Bool
		ctx := httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
			GotConn:              func(i httptrace.GotConnInfo) { reused.Store(i.Reused) },
			GotFirstResponseByte: func() { answered.Store(true) },
		})
		once := r.WithContext(ctx)
		once.Body = empty{}
		resp, err := t.next.RoundTrip(once)
		if err == nil || !reused.Load() || answered.Load() || isTimeout(err) || r.Context().Err() != nil ||
			repeats == mostRepeats || isCounted && t.enter(r) != nil {
			return resp, err
		}
	}
}

// enter counts one more request. How it ends is reported by the call that it belongs to.
func (t *counted) enter(r *http.Request) error {
	answered, err := t.gate.Enter(r.Context())
	if err == nil {
		answered(&api.Error{Kind: api.Cancelled, Err: errCounted})
	}
	return err
}

var errCounted = errors.New("its end is that of the call")

// empty is a body without content, which the package net/http does not know as such: it never repeats a request that
// has one.
type empty struct{}

func (empty) Read([]byte) (int, error) { return 0, io.EOF }
func (empty) Close() error             { return nil }
