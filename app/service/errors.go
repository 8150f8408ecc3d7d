package service

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sextant/app/api"
	"sextant/app/httpclient"
)

// statusError returns the error for an answer's status and its body, which may be cut.
func (c *Client) statusError(op string, asked *url.URL, r *http.Response, body []byte) *api.Error {
	now := c.cfg.Now()
	e := &api.Error{Op: op, Status: r.StatusCode, RetryAfter: retryAfter(r.Header.Get("Retry-After"), now)}
	isLogin := isWebPage(body) && !httpclient.SameOrigin(asked, r.Request.URL)
	switch r.StatusCode {
	case http.StatusNetworkAuthenticationRequired, http.StatusProxyAuthRequired:
		isLogin = true
	}
	if isLogin {
		e.Kind, e.Err = api.NoNetwork, api.ErrPortal
		return e
	}
	if e.Kind, e.Err = gatewayFault(r.StatusCode, body); e.Kind == 0 {
		e.Kind = kindOfStatus(r.StatusCode)
	}
	if r.StatusCode == http.StatusRequestedRangeNotSatisfiable {
		e.Err = rangeError(r.Header.Get("Content-Range"))
	}
	if e.Kind == api.Refused && c.isDocument(asked) && c.refusals.isTemporary(now) {
		e.Kind, e.Err = api.Trouble, api.ErrRefusedNow
	}
	return e
}

// kindOfStatus returns what a status means where the body says nothing else.
func kindOfStatus(status int) api.Kind {
	switch {
	case status == http.StatusNotFound, status == http.StatusGone, status == http.StatusNoContent:
		return api.NotFound
	case status == http.StatusForbidden:
		return api.Refused
	case status == http.StatusUnauthorized:
		return api.QuotaUsed
	case status == http.StatusTooManyRequests:
		return api.RateLimited
	case status >= 500, status == http.StatusRequestTimeout:
		return api.Trouble
	}
	return api.BadContent
}

// maxRetryAfter bounds Retry-After, so that a broken header does not stop all requests for good.
const maxRetryAfter = 24 * time.Hour

// retryAfter parses the header's seconds or date.
func retryAfter(value string, now time.Time) time.Duration {
	if value = strings.TrimSpace(value); isDigits(value) {
		seconds, err := strconv.ParseInt(value, 10, 32)
		if err != nil { // more than fits
			return maxRetryAfter
		}
		return min(time.Duration(seconds)*time.Second, maxRetryAfter)
	}
	if t, err := http.ParseTime(value); err == nil {
		return min(max(0, t.Sub(now)), maxRetryAfter)
	}
	return 0
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// failure returns the error for a request without a readable answer.
func (c *Client) failure(ctx context.Context, op string, err error, w *witness) *api.Error {
	err = causeOf(ctx, err)
	kind, fault := w.fault(err)
	return c.failed(ctx, op, kind, cmp.Or(fault, err))
}

// bodyFailure returns the error for an answer whose body is incomplete.
func (c *Client) bodyFailure(ctx context.Context, op string, err error) *api.Error {
	return c.failed(ctx, op, api.Trouble, bodyFault(causeOf(ctx, err)))
}

// causeOf returns api.ErrSilent for the end of a context by its timeout: HTTP/2 says only that it was cancelled.
func causeOf(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), api.ErrSilent) {
		return api.ErrSilent
	}
	return err
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
	if c.key.Load().isIn(err.Error()) {
		return errors.New("the cause cannot be shown: it holds the key")
	}
	return err
}
