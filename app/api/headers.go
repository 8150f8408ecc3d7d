package api

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// matches reports whether a tag is among those of If-None-Match, by weak comparison (RFC 9110, section 13.1.2).
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

// acceptsGzip reports whether the client takes gzip: it is named without a weight of nought.
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

// A Freshness is how fresh an answer is, and how long it may be taken for that (RFC 9111 and 5861). The zero value says
// nothing.
type Freshness struct {
	// Age is how long ago the service gave it, or said that it is unchanged.
	Age time.Duration
	// Lifetime is how long after that it counts as fresh.
	Lifetime time.Duration
	// Stale is how long it may be used beyond that while it is asked for again, and Broken how long while nobody
	// answers.
	Stale, Broken time.Duration
}

// writeHeaders sets the headers, with one text for both.
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

// appendSeconds writes a duration as headers have it.
func appendSeconds(to []byte, d time.Duration) []byte {
	return strconv.AppendInt(to, int64(max(0, d)/time.Second), 10)
}

// Priority is the urgency that a client gives a request, from 0 for the most urgent to 7, and 3 where it says nothing
// (RFC 9218, section 4.1). Where it says more than one thing, the last counts (RFC 8941, section 3.2).
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

// AsksNoCache reports whether a client wants the service itself to be asked (RFC 9111, section 5.2.1.4).
func AsksNoCache(h http.Header) bool { return hasDirective(h, "no-cache") }

// OnlyIfCached reports whether a client wants what is known, for which nobody is asked (RFC 9111, section 5.2.1.7).
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

// withoutOtherUnits is a request without a range of a unit other than bytes, which has to be ignored (RFC 9110, section
// 14.2).
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
