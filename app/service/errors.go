package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Kind tells failures apart by what a user can do about them.
type Kind int

// The kinds of failures.
const (
	// NotFound: no such page, subpage or recording (404).
	NotFound Kind = iota + 1
	// Refused: the credentials were refused (403).
	Refused
	// QuotaUsed: the quota of requests is used up (401).
	QuotaUsed
	// RateLimited: too many requests in a short time (429).
	RateLimited
	// Trouble: the service itself failed (5xx).
	Trouble
	// NoNetwork: the service could not be reached, or did not answer in time.
	NoNetwork
	// BadContent: an answer that is not what the specification says.
	BadContent
	// TooLarge: an answer beyond the limit for its kind.
	TooLarge
	// Cancelled: the caller gave the request up.
	Cancelled
	// Misused: an address or identifier that cannot be asked for.
	Misused
)

var kindWords = map[Kind]string{
	NotFound:    "not found",
	Refused:     "credentials refused",
	QuotaUsed:   "quota used up",
	RateLimited: "too many requests",
	Trouble:     "trouble at the service",
	NoNetwork:   "no connection to the service",
	BadContent:  "the answer makes no sense",
	TooLarge:    "the answer is too large",
	Cancelled:   "cancelled",
	Misused:     "cannot be asked for",
}

// String says in words what happened, as the end of a sentence that begins with what was being done.
func (k Kind) String() string { return kindWords[k] }

// Name is a word for the kind that stays the same, such as "no_network", for who counts failures.
func (k Kind) Name() string {
	return map[Kind]string{
		0: "other", NotFound: "not_found", Refused: "refused", QuotaUsed: "quota_used", RateLimited: "rate_limited",
		Trouble: "trouble", NoNetwork: "no_network", BadContent: "bad_content", TooLarge: "too_large", Cancelled: "cancelled", Misused: "misused",
	}[k]
}

// An Error is a failed request. Its text names no address, since addresses carry the credentials.
type Error struct {
	Kind Kind
	// Op is what was being done, such as "page 123".
	Op string
	// Status is the HTTP status, 0 when there was no answer.
	Status int
	// RetryAfter is how long the service asks to wait, 0 when it does not say.
	RetryAfter time.Duration
	// Err is the cause, nil when the status says all.
	Err error
}

// Error tells what was being done, what happened, the status if there was one, and the cause.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Op, e.Kind)
	if e.Status != 0 {
		fmt.Fprintf(&b, " (status %d)", e.Status)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

// Unwrap gives the cause, which may be nil.
func (e *Error) Unwrap() error { return e.Err }

// KindOf finds the kind of failure in an error's chain, 0 when there is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}

// Temporary tells whether trying again later, without the user doing anything, makes sense.
func (k Kind) Temporary() bool {
	switch k {
	case QuotaUsed, RateLimited, Trouble, NoNetwork:
		return true
	}
	return false
}

// statusError is the failure that an answer's status tells of.
func statusError(op string, r *http.Response, now time.Time) *Error {
	e := &Error{Op: op, Status: r.StatusCode, RetryAfter: retryAfter(r.Header.Get("Retry-After"), now)}
	switch {
	case r.StatusCode == http.StatusNotFound:
		e.Kind = NotFound
	case r.StatusCode == http.StatusForbidden:
		e.Kind = Refused
	case r.StatusCode == http.StatusUnauthorized:
		e.Kind = QuotaUsed
	case r.StatusCode == http.StatusTooManyRequests:
		e.Kind = RateLimited
	case r.StatusCode >= 500:
		e.Kind = Trouble
	default:
		e.Kind = BadContent
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
func (c *Client) failure(ctx context.Context, op string, err error, w *witness) *Error {
	kind, fault := w.fault(err)
	return c.failed(ctx, op, kind, cmp.Or(fault, err))
}

// bodyFailure is the Error for an answer whose body did not come to its end.
func (c *Client) bodyFailure(ctx context.Context, op string, err error) *Error {
	return c.failed(ctx, op, Trouble, bodyFault(err))
}

// failed is an Error of a kind, unless the caller has given up or the cause is an Error already.
func (c *Client) failed(ctx context.Context, op string, kind Kind, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if cause := context.Cause(ctx); errors.Is(cause, context.Canceled) {
		return &Error{Kind: Cancelled, Op: op, Err: context.Canceled}
	}
	return &Error{Kind: kind, Op: op, Err: c.scrub(err)}
}

// scrub takes the request's address, and with it the credentials, out of an error.
func (c *Client) scrub(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if isTimeout(err) {
		return ErrSilent
	}
	if c.holdsSecret(err.Error()) {
		return errors.New("the cause cannot be shown: it holds the key")
	}
	return err
}
