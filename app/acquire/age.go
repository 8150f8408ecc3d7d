package acquire

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"sextant/app/api"
)

// Bounds of the Age and max-age that are believed.
const (
	mostAge      = 30 * 24 * time.Hour
	mostLifetime = 24 * time.Hour
)

// AgeOf returns the Age of an answer (RFC 9111, section 5.1), 0 without one.
func AgeOf(s api.Validators) time.Duration {
	first, _, _ := strings.Cut(s.Age, ",")
	return secondsOf(first, mostAge)
}

// lifetimeOf returns the max-age of an answer (RFC 9111, section 5.2.2.1), 0 without one.
func lifetimeOf(s api.Validators) (lifetime time.Duration) {
	for directive := range strings.SplitSeq(s.CacheControl, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), "=")
		switch strings.ToLower(name) {
		case "no-cache", "no-store":
			return 0
		case "max-age":
			lifetime = secondsOf(strings.Trim(value, `"`), mostLifetime)
		}
	}
	return lifetime
}

// secondsOf parses a number of seconds and bounds it; it is 0 for anything else.
func secondsOf(s string, most time.Duration) time.Duration {
	seconds, err := strconv.ParseUint(strings.TrimSpace(s), 10, 63)
	switch {
	case err != nil && strings.TrimLeft(strings.TrimSpace(s), "0123456789") != "":
		return 0
	case err != nil && strings.TrimSpace(s) != "", seconds > uint64(most/time.Second):
		return most
	}
	return time.Duration(seconds) * time.Second
}

// renewed returns the validators of a known answer updated by those of a 304 (RFC 9111, section 4.3.4).
func renewed(known, by api.Validators) api.Validators {
	by.ETag = cmp.Or(by.ETag, known.ETag)
	by.LastModified = cmp.Or(by.LastModified, known.LastModified)
	by.CacheControl = cmp.Or(by.CacheControl, known.CacheControl)
	return by
}

// isFreshLocked reports whether a document need not be revalidated yet. One that was asked for in the future, before
// the clock was set back, is not fresh.
func (p *Pages) isFreshLocked(k *State) bool {
	page := k.Document.Number
	switch {
	case p.following.isOutdated(page):
		return false
	case p.following.isFollowed(page, p.config.Now()):
		return true
	}
	now := p.config.Now()
	since := now.Sub(k.Asked)
	return since >= 0 && (since < p.config.MaxAge || now.Sub(k.Fetched) < lifetimeOf(k.Validators))
}

// isFresh is isFreshLocked for a caller without the lock.
func (p *Pages) isFresh(k *State) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.isFreshLocked(k)
}
