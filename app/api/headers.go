package api

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// matches reports whether If-None-Match has a tag, by weak comparison (RFC 9110, section 13.1.2).
func matches(values []string, tag string) bool {
	for _, value := range values {
		for _, one := range strings.Split(value, ",") {
			one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
			if one == tag || one == "*" {
				return true
			}
		}
	}
	return false
}

// acceptsGzip reports whether Accept-Encoding has gzip with a weight above zero.
func acceptsGzip(values []string) bool {
	for _, value := range values {
		for value != "" {
			var part string
			part, value, _ = strings.Cut(value, ",")
			coding, parameter, _ := strings.Cut(strings.TrimSpace(part), ";")
			if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
				continue
			}
			weight, found := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(parameter, " ", "")), "q=")
			if !found {
				return true
			}
			q, err := strconv.ParseFloat(weight, 64)
			return err == nil && q > 0
		}
	}
	return false
}

// A Freshness is the age of an answer, and how long it may be used (RFC 9111 and 5861). The zero value has no headers.
type Freshness struct {
	// Age is the time since the service gave it, or confirmed it with 304.
	Age time.Duration
	// Lifetime is max-age.
	Lifetime time.Duration
	// Stale is stale-while-revalidate, and Broken stale-if-error.
	Stale, Broken time.Duration
}

// writeHeaders sets Age and Cache-Control, with one allocation for both.
func (f Freshness) writeHeaders(h http.Header) {
	if f == (Freshness{}) {
		return
	}
	var room [128]byte
	text := appendSeconds(room[:0], f.Age)
	age := len(text)
	text = appendSeconds(append(text, "max-age="...), f.Lifetime)
	text = appendSeconds(append(text, ", stale-while-revalidate="...), f.Stale)
	text = appendSeconds(append(text, ", stale-if-error="...), f.Broken)
	both := string(text)
	values := []string{both[:age], both[age:]}
	h["Age"], h["Cache-Control"] = values[:1:1], values[1:]
}

// appendSeconds appends a duration in whole seconds.
func appendSeconds(to []byte, d time.Duration) []byte {
	return strconv.AppendInt(to, int64(max(0, d)/time.Second), 10)
}

// Priority returns the urgency of a request, from 0 for the most urgent to 7, and 3 without one (RFC 9218, section
// 4.1). Of several the last counts (RFC 8941, section 3.2).
func Priority(h http.Header) int {
	urgency := 3
	for _, value := range h["Priority"] {
		for part := range strings.SplitSeq(value, ",") {
			part, _, _ = strings.Cut(part, ";")
			if u, ok := strings.CutPrefix(strings.TrimSpace(part), "u="); ok &&
				len(u) == 1 && u[0] >= '0' && u[0] <= '7' {
				urgency = int(u[0] - '0')
			}
		}
	}
	return urgency
}

// AsksNoCache reports whether a request has no-cache (RFC 9111, section 5.2.1.4).
func AsksNoCache(h http.Header) bool { return hasDirective(h, "no-cache") }

// OnlyIfCached reports whether a request has only-if-cached (RFC 9111, section 5.2.1.7).
func OnlyIfCached(h http.Header) bool { return hasDirective(h, "only-if-cached") }

func hasDirective(h http.Header, name string) bool {
	for _, value := range h["Cache-Control"] {
		for part := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(strings.TrimSpace(part), name) {
				return true
			}
		}
	}
	return false
}

// withoutOtherUnits returns a request without a range in a unit other than bytes, which must be ignored (RFC 9110,
// section 14.2).
func withoutOtherUnits(r *http.Request) *http.Request {
	unit, _, _ := strings.Cut(r.Header.Get("Range"), "=")
	if unit == "" || strings.TrimSpace(unit) == "bytes" {
		return r
	}
	other := *r
	other.Header = r.Header.Clone()
	other.Header.Del("Range")
	return &other
}
