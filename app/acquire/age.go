package acquire

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"sextant/app/api"
)

// Bounds of what an answer's headers may say: the age that it may claim, and how long it may want not to be asked for
// again.
const (
	mostAge      = 30 * 24 * time.Hour
	mostLifetime = 24 * time.Hour
)

// AgeOf is how long before an answer what is in it was confirmed by its origin (RFC 9111, section 5.1), 0 where that is
// not said.
func AgeOf(s api.Validators) time.Duration {
	first, _, _ := strings.Cut(s.Age, ",")
	return secondsOf(first, mostAge)
}

// lifetimeOf is how old an answer may be before it makes sense to ask for it again (RFC 9111, section 5.2.2.1), 0 where
// that is not said.
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

// secondsOf reads a number of seconds up to a bound, 0 for what is none.
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

// renewed is what was served, after the service has said that it is unchanged (RFC 9111, section 4.3.4).
func renewed(known, by api.Validators) api.Validators {
	by.ETag = cmp.Or(by.ETag, known.ETag)
	by.LastModified = cmp.Or(by.LastModified, known.LastModified)
	by.CacheControl = cmp.Or(by.CacheControl, known.CacheControl)
	return by
}

// fetched is when the origin last confirmed what is known of a page.
func (k *known) fetched() time.Time { return k.asked.Add(-AgeOf(k.validators)) }

// isFreshLocked reports whether there is no need to ask for a document yet. One that was asked for in the future was so
// before the clock was set back.
func (p *Pages) isFreshLocked(k *known) bool {
	page := k.document.Number
	switch {
	case p.following.isOutdated(page):
		return false
	case p.following.isFollowed(page, p.config.Now()):
		return true
	}
	now := p.config.Now()
	since := now.Sub(k.asked)
	return since >= 0 && (since < p.config.MaxAge || now.Sub(k.fetched()) < lifetimeOf(k.validators))
}

// isFresh is isFreshLocked for a caller without the lock.
func (p *Pages) isFresh(k *known) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.isFreshLocked(k)
}
