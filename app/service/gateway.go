package service

import (
	"bytes"
	"mime"
	"net/http"
	"net/url"
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
	rateWords = []string{
		"rate limit", "ratelimit", "rate_limit", "too many requests", "throttl", "slow down", "over rate",
	}
	quotaWords = regexp.MustCompile(`\b(limits?|quotas?|exceeded)\b`)
	routeWords = []string{
		"mapping rule", "no route matched", "default backend", "no such app", "unknown domain", "no healthy upstream",
		"no available server", "missing authentication token",
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
	isRefusal := status == http.StatusUnauthorized || status == http.StatusForbidden
	switch {
	case (status == http.StatusNotFound || status == http.StatusForbidden) && has(routeWords):
		return api.Trouble, api.ErrNoRoute
	case status == http.StatusServiceUnavailable && has(rateWords), status == http.StatusForbidden && has(rateWords):
		return api.RateLimited, nil
	case isRefusal && (quotaWords.MatchString(said) || has(rateWords)):
		return api.QuotaUsed, nil
	case isRefusal && has(keyWords):
		return api.Refused, nil
	}
	return 0, nil
}

// webPage matches the beginning of a web page, or of a part of one.
var webPage = regexp.MustCompile(`(?is)^(\x{feff}|\s|<\?[^>]*>|<!--.*?-->)*<(!doctype\s+html|html|head|body|script|` +
	`style|meta|link|base|title|noscript|iframe|frameset|form|table|div|center|h[1-6]|p|br|hr|b|font|img|a)[\s/>]`)

// isWebPage reports whether a body, or its beginning, is a web page.
func isWebPage(body []byte) bool { return webPage.Match(body[:min(len(body), maxErrorText)]) }

// isTypeOfWebPage reports whether a Content-Type is that of web pages.
func isTypeOfWebPage(contentType string) bool {
	kind, _, _ := mime.ParseMediaType(contentType)
	return kind == "text/html" || kind == "application/xhtml+xml"
}

// isData reports whether a body begins as what the endpoints have: JSON, XML or a picture.
func isData(body []byte) bool {
	start := bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\ufeff")), " \t\r\n")
	return len(start) == 0 || strings.IndexByte("{[<\x89", start[0]) >= 0
}

// A refusal of a key that was accepted before is temporary until one comes that is sameRefusal later than the first.
// After refusalLasts without one, which is longer than any pause, and after any success, the count begins again.
const (
	sameRefusal  = 10 * time.Second
	refusalLasts = 2 * time.Hour
)

// refusals records whether the service has accepted the key for documents, and since when it refuses it. It is safe for
// concurrent use.
type refusals struct {
	mu          sync.Mutex
	accepted    bool
	first, last time.Time // the zero time without
	onAccepted  func()    // is called once
}

// SetAccepted sets whether the service has accepted the key in an earlier run, and what is called once if it does so in
// this one, on any goroutine. It must be called before any request with the key.
func (c *Client) SetAccepted(before bool, onAccepted func()) {
	r := &c.refusals
	r.mu.Lock()
	defer r.mu.Unlock()
	r.accepted, r.onAccepted = before, sync.OnceFunc(onAccepted)
}

// accept records that the service itself has given a document, or that one is unchanged.
func (r *refusals) accept() {
	r.mu.Lock()
	r.accepted, r.first = true, time.Time{}
	onAccepted := r.onAccepted
	r.mu.Unlock()
	if onAccepted != nil {
		onAccepted()
	}
}

// isTemporary records that the service has refused the key, and reports whether that may pass: the key was accepted
// before, and was not refused for long yet.
func (r *refusals) isTemporary(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.accepted {
		return false
	}
	if ago := now.Sub(r.last); r.first.IsZero() || ago < 0 || ago > refusalLasts {
		r.first = now
	}
	r.last = now
	return now.Sub(r.first) < sameRefusal
}

// isDocument reports whether an address is that of a page document.
func (c *Client) isDocument(u *url.URL) bool {
	return strings.HasPrefix(u.Path, c.base.Path+api.PagesRoot)
}
