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

// network is the name of the invented broadcaster.
const network = "HELM"

// Options say how the service behaves. Only Now is required.
type Options struct {
	// AppID and AppKey are the credentials that teletext requests must carry. Requests are not
	// checked when both are empty.
	AppID, AppKey string
	// Latency is how long every response is held back.
	Latency time.Duration
	// Quota is the number of requests answered in an hour, which begins with a request. Beyond it
	// comes 401. There is no quota when it is 0.
	Quota int
	// Now is the clock.
	Now func() time.Time
	// Zone is the zone of the zone-less times in page documents. Nil means UTC.
	Zone *time.Location
}

// A Service is the demo service, an http.Handler whose root is both the base address of the teletext
// endpoints and that of the media endpoints.
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

// New makes a service. Times in its answers count from the day of this call.
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

// ServeHTTP answers every endpoint of the specification by GET and HEAD.
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

// wait lets the latency pass. It is false when the client has gone meanwhile.
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

// mayRead checks the credentials of a query, both of them and in constant time whatever they are.
func (s *Service) mayRead(query url.Values) bool {
	if s.options.AppID == "" && s.options.AppKey == "" {
		return true
	}
	return same(query.Get("app_id"), s.options.AppID)&same(query.Get("app_key"), s.options.AppKey) == 1
}

// same compares digests, so that not even the length of what was wanted can be known from the time.
func same(given, wanted string) int {
	g, w := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(wanted))
	return subtle.ConstantTimeCompare(g[:], w[:])
}
