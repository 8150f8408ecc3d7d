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

// statusError is the failure that an answer's status means.
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

// maxRetryAfter keeps a strange header from silencing the program for good.
const maxRetryAfter = 24 * time.Hour

// retryAfter reads the header's seconds or date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		return min(max(0, time.Duration(seconds)*time.Second), maxRetryAfter)
	}
	if t, err := http.ParseTime(value); err == nil {
		return min(max(0, t.Sub(now)), maxRetryAfter)
	}
	return 0
}

// failure is the Error for a request that got no answer, or none that can be read.
func (c *Client) failure(ctx context.Context, op string, err error, w *witness) *api.Error {
	kind, fault := w.fault(err)
	return c.failed(ctx, op, kind, cmp.Or(fault, err))
}

// bodyFailure is the Error for an answer whose body did not come to its end.
func (c *Client) bodyFailure(ctx context.Context, op string, err error) *api.Error {
	return c.failed(ctx, op, api.Trouble, bodyFault(err))
}

// failed is an Error of a kind, unless the caller has given up or the cause is an Error already.
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

// scrub takes the request's address, and with it the credentials, out of an error.
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
