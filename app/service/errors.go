package service

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"sextant/app/api"
)

// statusError returns the error for an answer's status.
func statusError(op string, r *http.Response, now time.Time) *api.Error {
	e := &api.Error{Op: op, Status: r.StatusCode, RetryAfter: retryAfter(r.Header.Get("Retry-After"), now)}
	switch {
	case r.StatusCode == http.StatusNotFound:
		e.Kind = api.NotFound
	case r.StatusCode == http.StatusForbidden:
		e.Kind = api.Refused
	case r.StatusCode == http.StatusUnauthorized:
		e.Kind = api.QuotaUsed
	case r.StatusCode == http.StatusTooManyRequests:
		e.Kind = api.RateLimited
	case r.StatusCode >= 500:
		e.Kind = api.Trouble
	default:
		e.Kind = api.BadContent
	}
	return e
}

// maxRetryAfter bounds Retry-After, so that a broken header does not stop all requests for good.
const maxRetryAfter = 24 * time.Hour

// retryAfter parses the header's seconds or date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		return min(max(0, time.Duration(seconds)*time.Second), maxRetryAfter)
	}
	if t, err := http.ParseTime(value); err == nil {
		return min(max(0, t.Sub(now)), maxRetryAfter)
	}
	return 0
}

// failure returns the error for a request without a readable answer.
func (c *Client) failure(ctx context.Context, op string, err error, w *witness) *api.Error {
	kind, fault := w.fault(err)
	return c.failed(ctx, op, kind, cmp.Or(fault, err))
}

// bodyFailure returns the error for an answer whose body is incomplete.
func (c *Client) bodyFailure(ctx context.Context, op string, err error) *api.Error {
	return c.failed(ctx, op, api.Trouble, bodyFault(err))
}

// failed returns an error of a kind, unless ctx has ended or err is an api.Error already.
func (c *Client) failed(ctx context.Context, op string, kind api.Kind, err error) *api.Error {
	var known *api.Error
	if errors.As(err, &known) {
		return known
	}
	if cause := context.Cause(ctx); errors.Is(cause, context.Canceled) {
		return &api.Error{Kind: api.Cancelled, Op: op, Err: context.Canceled}
	}
	return &api.Error{Kind: kind, Op: op, Err: c.scrub(err)}
}

// scrub removes the request's address, and with it the credentials, from an error.
func (c *Client) scrub(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if isTimeout(err) {
		return api.ErrSilent
	}
	if c.holdsSecret(err.Error()) {
		return errors.New("the cause cannot be shown: it holds the key")
	}
	return err
}
