package service

import (
	"context"
	"net/http"
	"strconv"
)

type (
	priorityKey struct{}
	noCacheKey  struct{}
	pastKey     struct{}
)

// WithPriority returns a context whose requests say how urgent they are: what urgency gives at the moment in which a
// request goes out, from 0, the most urgent, to 7 (RFC 9218, section 4.1).
func WithPriority(ctx context.Context, urgency func() int) context.Context {
	return context.WithValue(ctx, priorityKey{}, urgency)
}

// NoCache returns a context whose requests ask whatever is on the way to the service not to answer from what it keeps
// (RFC 9111, section 5.2.1.4).
func NoCache(ctx context.Context) context.Context { return context.WithValue(ctx, noCacheKey{}, true) }

// IsNoCache reports whether a context is one of NoCache.
func IsNoCache(ctx context.Context) bool { return ctx.Value(noCacheKey{}) != nil }

// PastCaches returns a context whose requests for pictures have a text in their address that makes it one of their own,
// for caches that do not heed NoCache.
func PastCaches(ctx context.Context, text string) context.Context {
	return context.WithValue(NoCache(ctx), pastKey{}, text)
}

// usualUrgency is that of a request of which nothing is said: a user waits for it.
const usualUrgency = 1

// addPurpose writes into a request's header what its context says.
func addPurpose(ctx context.Context, h http.Header) {
	urgency := usualUrgency
	if urgencyOf, ok := ctx.Value(priorityKey{}).(func() int); ok {
		urgency = urgencyOf()
	}
	h.Set("Priority", "u="+strconv.Itoa(urgency))
	if IsNoCache(ctx) {
		h.Set("Cache-Control", "no-cache")
	}
}
