package demo

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"sextant/app/api"
	"sextant/assets"
)

// network is the name of the fictional broadcaster.
const network = "HELM"

// Options configure the service. Only Now is required.
type Options struct {
	// AppID and AppKey are the credentials required for teletext requests, both empty for none.
	AppID, AppKey string
	// Latency is the delay of every response.
	Latency time.Duration
	// Quota is the number of requests per hour, which starts with a request; further ones are answered with 401. With 0
	// there is no quota.
	Quota int
	// Now is the clock.
	Now func() time.Time
	// Zone is the zone of times without one in page documents, nil for UTC.
	Zone *time.Location
}

// A Service is the demo service, an http.Handler. Its root is the base address of both teletext and media endpoints.
type Service struct {
	options Options
	started time.Time
	pages   *chain
	sounds  []*sound
	quota   quota
	handler *api.Handler
}

var (
	_ http.Handler = (*Service)(nil)
	_ api.Source   = (*Service)(nil)
)

// New returns a service. The times in its answers are relative to the day of this call.
func New(options Options) (*Service, error) {
	if options.Now == nil {
		return nil, errors.New("the demo service needs a clock")
	}
	if options.Zone == nil {
		options.Zone = time.UTC
	}
	pages, err := newChain(assets.Pages, "pages")
	if err != nil {
		return nil, fmt.Errorf("reading the demo pages: %w", err)
	}
	started := options.Now()
	sounds, err := readSounds(assets.Sounds, "sounds", started, options.Zone)
	if err != nil {
		return nil, fmt.Errorf("reading the demo sounds: %w", err)
	}
	s := &Service{
		options: options,
		started: started,
		pages:   pages,
		sounds:  sounds,
		quota:   quota{limit: options.Quota},
	}
	s.handler = &api.Handler{Source: s, Other: http.HandlerFunc(s.serveOther)}
	return s, nil
}

// ServeHTTP answers GET and HEAD on every endpoint of the specification.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !wait(r.Context().Done(), s.options.Latency) {
		return
	}
	switch {
	case api.IsTeletext(r.URL.Path) && !s.mayRead(r.URL.Query()):
		api.Refuse(w, &api.Refusal{Status: http.StatusForbidden})
	case !s.quota.spend(s.options.Now()):
		api.Refuse(w, &api.Refusal{Status: http.StatusUnauthorized})
	default:
		s.handler.ServeHTTP(w, r)
	}
}

// wait waits for the latency, and reports whether the client is still connected.
func wait(done <-chan struct{}, latency time.Duration) bool {
	if latency <= 0 {
		return true
	}
	timer := time.NewTimer(latency)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-done:
		return false
	}
}

// mayRead reports whether the credentials of a query are valid, in constant time.
func (s *Service) mayRead(query url.Values) bool {
	if s.options.AppID == "" && s.options.AppKey == "" {
		return true
	}
	return same(query.Get("app_id"), s.options.AppID)&same(query.Get("app_key"), s.options.AppKey) == 1
}

// same returns 1 if the strings are equal. It compares digests, so that the time does not depend on the length either.
func same(given, wanted string) int {
	g, w := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(wanted))
	return subtle.ConstantTimeCompare(g[:], w[:])
}
