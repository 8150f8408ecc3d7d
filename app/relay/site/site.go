// Package site is a relay as people read it in a browser, without scripts:
//
//	/             the pages that are known, and what can be done
//	/123, /123/2  a page as text in its colours, all its subpages or one
//	/123.atom     a feed of the page's versions
//	/go?page=123  what the keypad leads to
//	/search?q=    pages by their words
//	/recordings   the recordings, with the browser's own player
//	/screens      the public screens among the clients
//
// Where clients need keys, a key is asked for once, and a cookie takes its place; readers of feeds send it by Basic
// authentication. What is shown comes from where the relay's other clients have it, and costs as much.
package site

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/guard"
	"sextant/app/store"
	"sextant/app/teletext"
)

// A Client is who reads.
type Client struct {
	Name  string
	Kiosk bool
}

// A Door knows whose keys are right.
type Door interface {
	// Open reports whether everybody may read.
	Open() bool
	// Know returns whose credentials these are that came from an address; retry is when others are compared, where too
	// many wrong ones came.
	Know(address, id, key string) (name string, kiosk, ok bool, retry time.Duration)
	// Stamp is something that changes with the key of an ID, empty where there is none, and whose key it is.
	Stamp(id string) (stamp, name string, kiosk bool)
}

// A Screen is a public screen among the clients.
type Screen struct {
	Name     string
	LastSeen time.Time // zero for not since the relay began
	Silent   bool
	Report   []byte // the object of its /state.json, nil for nothing yet
	Picture  []byte // PNG, nil for none
}

// Parts are what a site is made of. All must be there unless their comment says otherwise.
type Parts struct {
	Door Door
	// Admit begins an answer for a client, which leave ends, or returns a refusal if there are too many under way. Nil
	// admits all.
	Admit func(r *http.Request, c Client) (leave func(), err error)
	// Subscribe keeps a page wanted until a reader of feeds asks for it again. It may be nil.
	Subscribe func(r *http.Request, c Client, page int)
	// Source answers for a client.
	Source func(r *http.Request, c Client) api.Source
	Store  *store.Store
	// Title is the name of the service, and PublicURL the address under which readers know the site, empty where they
	// ask it itself.
	Title, PublicURL string
	Zone             *time.Location
	Now              func() time.Time
	Screens          func() []Screen
}

// A Site is an http.Handler. It is safe for concurrent use.
type Site struct {
	parts   Parts
	secret  []byte // of the cookies
	style   *api.Body
	origins *http.CrossOriginProtection

	histories sync.Map // page -> history
}

// New makes a site.
func New(p Parts) *Site {
	return &Site{
		parts: p, secret: guard.CookieSecret(p.Store, secretKey), origins: http.NewCrossOriginProtection(),
		style: api.NewBody(api.TypeCSS, time.Time{}, []byte(style)),
	}
}

// Has reports whether a path is one of the site's.
func Has(path string) bool {
	switch path {
	case "/", "/go", "/search", "/recordings", "/screens", "/login", "/logout", "/site.css":
		return true
	}
	if _, _, ok := pagePath(path); ok {
		return true
	}
	_, isFeed := feedPath(path)
	return isFeed || strings.HasPrefix(path, soundRoot) || strings.HasPrefix(path, screenRoot)
}

// TakesBody reports whether a request has a form in it.
func TakesBody(r *http.Request) bool {
	return r.Method == http.MethodPost && (r.URL.Path == "/login" || r.URL.Path == "/logout")
}

// The roots of recordings, and of the pictures of screens.
const (
	soundRoot  = "/recordings/"
	screenRoot = "/screens/"
)

// pagePath reads /123 and /123/2.
func pagePath(path string) (page, subpage int, ok bool) {
	first, second, hasSubpage := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	page, ok = plainNumber(first)
	if ok && hasSubpage {
		subpage, ok = plainNumber(second)
	}
	return page, subpage, ok && teletext.ValidPage(page)
}

// feedPath reads /123.atom.
func feedPath(path string) (page int, ok bool) {
	name, isFeed := strings.CutSuffix(strings.TrimPrefix(path, "/"), ".atom")
	page, ok = plainNumber(name)
	return page, ok && isFeed && teletext.ValidPage(page)
}

// plainNumber reads a number of at most four digits without a sign.
func plainNumber(s string) (n int, ok bool) {
	if len(s) == 0 || len(s) > 4 || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0
}

// policy lets a page do nothing but show what is ours.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP answers a request for one of the site's paths.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if err := s.origins.Check(r); err != nil {
		http.Error(w, "Cross-site request refused.", http.StatusForbidden)
		return
	}
	switch {
	case r.URL.Path == "/site.css":
		h.Set("Cache-Control", "public, max-age=86400")
		api.Serve(w, r, s.style)
		return
	case r.Method == http.MethodPost && r.URL.Path == "/login":
		s.logIn(w, r)
		return
	case r.Method == http.MethodPost && r.URL.Path == "/logout":
		s.logOut(w, r)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "Method not allowed.", http.StatusMethodNotAllowed)
		return
	}
	c, ok := s.client(w, r)
	if !ok {
		return
	}
	if s.parts.Admit != nil {
		leave, err := s.parts.Admit(r, c)
		if err != nil {
			s.lacking(w, r, err, "")
			return
		}
		defer leave()
	}
	s.answer(w, r, c)
}

// answer answers a client whose key is right.
func (s *Site) answer(w http.ResponseWriter, r *http.Request, c Client) {
	path := r.URL.Path
	if page, ok := feedPath(path); ok {
		s.feed(w, r, c, page)
		return
	}
	if page, subpage, ok := pagePath(path); ok {
		s.page(w, r, c, page, subpage)
		return
	}
	switch {
	case path == "/":
		s.index(w, r)
	case path == "/go":
		s.dial(w, r)
	case path == "/search":
		s.search(w, r)
	case path == "/recordings":
		s.recordings(w, r, c)
	case strings.HasPrefix(path, soundRoot):
		s.sound(w, r, c)
	case path == "/screens" && !c.Kiosk:
		s.screens(w, r)
	case strings.HasPrefix(path, screenRoot) && !c.Kiosk:
		s.screenPicture(w, r)
	case path == "/login":
		http.Redirect(w, r, "/", http.StatusSeeOther)
	default:
		s.sorry(w, r, http.StatusNotFound, tongueOf(r).Text("site.nothing"))
	}
}

// send sends a body with a validator: unchanged, it is not sent again.
func (s *Site) send(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	api.Serve(w, r, api.NewBody(kind, time.Time{}, body))
}

// fresh says how long what is sent may be kept: where keys are needed only by the client itself.
func (s *Site) fresh(w http.ResponseWriter, lifetime time.Duration) {
	if !s.parts.Door.Open() {
		w.Header().Set("Cache-Control", "private, no-cache")
		return
	}
	w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", int(lifetime.Seconds())))
}

// sorry says what is wrong.
func (s *Site) sorry(w http.ResponseWriter, r *http.Request, status int, why string) {
	w.Header().Set("Cache-Control", "no-store")
	s.writeView(w, r, status, "sorry", view{Title: why})
}

// lacking says that something is not there, or cannot be had just now.
func (s *Site) lacking(w http.ResponseWriter, r *http.Request, err error, none string) {
	var refusal *api.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Status != http.StatusNotFound:
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(refusal.RetryAfter.Seconds()))))
		s.sorry(w, r, http.StatusServiceUnavailable, tongueOf(r).Text("site.away"))
	default:
		s.sorry(w, r, http.StatusNotFound, none)
	}
}
