package service

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"sextant/app/api"
)

// maxErrorText is how much of the body of an error is read, in bytes. Gateways answer with a short text.
const maxErrorText = 4 << 10

// What the texts of usual gateways say, in lower case. Which status goes with which text is the operator's choice.
var (
	limitWords = []string{
		"limit exceeded", "limits exceeded", "limit is exceeded", "rate limit", "ratelimit", "rate_limit", "quota",
		"too many requests", "throttl", "exceeded the", "over rate",
	}
	routeWords = []string{
		"mapping rule", "no route", "route not found", "default backend", "no such app", "unknown domain",
		"no healthy upstream", "no endpoint", "application not found", "no available server",
	}
	keyWords = []string{
		"authentication", "credential", "api key", "apikey", "invalid key", "invalid app", "subscription key",
		"access token", "user key",
	}
)

// gatewayFault returns what the text of an error says, with the kind 0 where it says nothing that is known.
func gatewayFault(status int, text []byte) (api.Kind, error) {
	if isWebPage(text) {
		return 0, nil // its words can be about anything
	}
	said := strings.ToLower(string(text))
	has := func(words []string) bool {
		for _, w := range words {
			if strings.Contains(said, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has(limitWords) && status == http.StatusTooManyRequests:
		return api.RateLimited, nil
	case has(limitWords):
		return api.QuotaUsed, nil
	case has(routeWords):
		return api.Trouble, api.ErrNoRoute
	case has(keyWords) && (status == http.StatusUnauthorized || status == http.StatusForbidden):
		return api.Refused, nil
	}
	return 0, nil
}

// webPage matches the beginning of a web page.
var webPage = regexp.MustCompile(`(?is)^(\x{feff}|\s)*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*` +
	`<(!doctype\s+html|html|head|body|script|meta|title)\b`)

// isWebPage reports whether a body, or its beginning, is a web page.
func isWebPage(body []byte) bool { return webPage.Match(body[:min(len(body), maxErrorText)]) }

// A refusal of a key that was accepted before is temporary until one comes that is sameRefusal later than the first.
// After refusalLasts without one, and after any success, the count begins again.
const (
	sameRefusal  = 10 * time.Second
	refusalLasts = 10 * time.Minute
)

// refusals records, for each kind of endpoint, whether the service has accepted the key, and since when it refuses it.
// It is safe for concurrent use.
type refusals struct {
	mu       sync.Mutex
	accepted map[string]bool
	first    map[string]time.Time
}

// accept records that an endpoint has answered.
func (r *refusals) accept(endpoint string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.accepted == nil {
		r.accepted, r.first = map[string]bool{}, map[string]time.Time{}
	}
	r.accepted[endpoint] = true
	delete(r.first, endpoint)
}

// isTemporary records that an endpoint has refused the key, and reports whether that may pass: the key was accepted
// before, and was not refused for long yet.
func (r *refusals) isTemporary(endpoint string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.accepted[endpoint] {
		return false
	}
	first, refused := r.first[endpoint]
	if ago := now.Sub(first); !refused || ago < 0 || ago > refusalLasts {
		r.first[endpoint] = now
		return true
	}
	return now.Sub(first) < sameRefusal
}

// endpointOf returns the kind of the endpoint of a path.
func endpointOf(path string) string {
	for _, kind := range []string{"/v1/teletext/pages/", "/v1/teletext/images/", api.DownloadRoot} {
		if strings.Contains(path, kind) {
			return kind
		}
	}
	return "other"
}
