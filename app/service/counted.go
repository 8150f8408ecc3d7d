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

// A counted transport passes each request to the service through the gate, beyond the first of a call, which has passed
// it already: redirects to the service, and requests that are repeated because their idle connection turned out to be
// closed. The transport below would repeat those without the gate.
type counted struct {
	next http.RoundTripper
	gate Gate
	own  func(*url.URL) bool // reports whether an address is the service's
}

// mostRepeats bounds how often a request is repeated: there are no more idle connections than that.
const mostRepeats = 4

func (t *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPut { // a report to a relay; the next one comes soon
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

// enter passes one more request through the gate. Its call reports how it ends.
func (t *counted) enter(r *http.Request) error {
	answered, err := t.gate.Enter(r.Context())
	if err == nil {
		answered(&api.Error{Kind: api.Cancelled, Err: errCounted})
	}
	return err
}

var errCounted = errors.New("its end is that of the call")

// empty is a body without content that the package net/http does not recognise as such, so that it never repeats its
// request.
type empty struct{}

func (empty) Read([]byte) (int, error) { return 0, io.EOF }
func (empty) Close() error             { return nil }
