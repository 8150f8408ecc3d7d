package api

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind distinguishes failures by what a user can do about them.
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
	// Cancelled: the caller cancelled the request.
	Cancelled
	// Misused: an invalid address or identifier.
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

// String returns words for the kind that end a sentence which begins with Error.Op.
func (k Kind) String() string { return kindWords[k] }

// Name returns a stable word for the kind, such as "no_network", for metrics.
func (k Kind) Name() string {
	return map[Kind]string{
		0: "other", NotFound: "not_found", Refused: "refused", QuotaUsed: "quota_used", RateLimited: "rate_limited",
		Trouble: "trouble", NoNetwork: "no_network", BadContent: "bad_content",
		TooLarge: "too_large", Cancelled: "cancelled", Misused: "misused",
	}[k]
}

// An Error is a failed request. Its text names no address, since addresses carry the credentials.
type Error struct {
	Kind Kind
	// Op is what was being done, such as "page 123".
	Op string
	// Status is the HTTP status, 0 when there was no answer.
	Status int
	// RetryAfter is that of the service, 0 where it had none.
	RetryAfter time.Duration
	// Err is the cause, nil where the status is.
	Err error
}

// Error describes what was being done, what happened, the status if there was one, and the cause.
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

// Unwrap returns the cause, which may be nil.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the Error in an error's chain, 0 for none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}

// Temporary reports whether a later retry may succeed without an action of the user.
func (k Kind) Temporary() bool {
	switch k {
	case QuotaUsed, RateLimited, Trouble, NoNetwork:
		return true
	}
	return false
}

// IsCancelled reports whether an error only means that the caller cancelled, as an Error or as a context's.
func IsCancelled(err error) bool {
	return KindOf(err) == Cancelled || errors.Is(err, context.Canceled)
}

// Causes of an Error where an answer did not come or cannot be read.
var (
	ErrSilent     = errors.New("it did not answer in time")
	ErrHungUp     = errors.New("it closed the connection without an answer")
	ErrNotHTTP    = errors.New("the answer is not HTTP")
	ErrBrokenOff  = errors.New("the answer broke off")
	ErrSlow       = errors.New("the answer came too slowly")
	ErrRedirect   = errors.New("it leads to an address that is not on the web")
	ErrDowngrade  = errors.New("it leads from a secure address to one that is not")
	ErrPortal     = errors.New("a login page of the network answered")
	ErrWebPage    = errors.New("a web page came instead")
	ErrNoRoute    = errors.New("the gateway in front of the service does not know the address")
	ErrWall       = errors.New("it says 404 for pages that it had before")
	ErrBlocked    = errors.New("requests may make the block longer")
	ErrRefusedNow = errors.New("the credentials were accepted before")
	// ErrKeyLocked: the key is in a keyring that is locked, and nothing was sent without it.
	ErrKeyLocked   = errors.New("the keyring is locked")
	ErrCertificate = errors.New("the certificate is not trusted")
	ErrEmpty       = errors.New("the answer is empty")
)
