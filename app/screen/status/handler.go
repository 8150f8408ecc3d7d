package status

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	guessing "sextant/app/guard"
	"sextant/app/relay/serve"
	"sextant/app/screen/kiosk"
)

// A handler answers requests.
type handler struct {
	parts   Parts
	camera  *camera
	origins *http.CrossOriginProtection
	bodies  bodies
	guard   guard
}

// How many requests are answered at once. Together with the bodies that are read they are less than there are
// connections, so that there is one for /healthz at any time.
const (
	mostAnswers = 48
	mostHealth  = 16
)

func newHandler(p Parts) *handler {
	if len(p.Secret) == 0 {
		p.Secret = guessing.RandomSecret()
	}
	h := &handler{parts: p, origins: http.NewCrossOriginProtection()}
	h.camera = newCamera(&h.parts)
	mux, all := http.NewServeMux(), http.NewServeMux()
	mux.HandleFunc("GET /{$}", h.remote)
	mux.HandleFunc("POST /press", h.press)
	mux.HandleFunc("POST /pick", h.pick)
	mux.HandleFunc("GET /now.png", h.picture)
	mux.HandleFunc("GET /state.json", h.state)
	mux.Handle("GET /metrics", serve.Metrics(newMeter(&h.parts)))
	known := make(places, mostHealth/2)
	all.Handle("GET /healthz", known.limit(func(w http.ResponseWriter, r *http.Request) { h.healthz(w, r, true) }))
	all.Handle("/", make(places, mostAnswers).limit(mux.ServeHTTP))
	strangers := make(places, mostHealth/2)
	h.guard = guard{
		parts: &h.parts, guesses: guessing.New(p.Now), next: all, login: h.login,
		stranger: strangers.limit(func(w http.ResponseWriter, r *http.Request) { h.healthz(w, r, false) }),
	}
	return h
}

// Places have an element for each request that is being answered.
type places chan struct{}

// limit has requests answered while there are places, and the others refused.
func (p places) limit(answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case p <- struct{}{}:
			defer func() { <-p }()
			answer(w, r)
		default:
			w.Header().Set("Retry-After", "1")
			http.Error(w, "Too many requests at once.", http.StatusServiceUnavailable)
		}
	}
}

// ServeHTTP answers a request, unless a page from elsewhere has made a browser send it. A mistake in the program that
// shows while it is answered costs no more than the answer.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if failed := recover(); failed != nil {
			h.parts.Log(fmt.Sprintf("the answer to a request for the status failed: %v", failed))
			http.Error(w, "Internal error.", http.StatusInternalServerError)
		}
	}()
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	// with less than that, browsers do not say that our own forms are ours
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Content-Security-Policy", policy(""))
	if err := h.origins.Check(r); err != nil {
		http.Error(w, "Cross-site request refused.", http.StatusForbidden)
		return
	}
	if err := h.bodies.read(w, r); err != nil {
		closeAfter(w)
		http.Error(w, "The request did not come as a whole.", http.StatusBadRequest)
		return
	}
	h.guard.ServeHTTP(w, r)
}

// closeAfter has the connection closed after an answer.
func closeAfter(w http.ResponseWriter) { w.Header().Set("Connection", "close") }

// policy is what a page of ours may do: nothing but show our picture, ask us, and use what carries the nonce.
func policy(nonce string) string {
	const basics = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
	if nonce == "" {
		return basics
	}
	return fmt.Sprintf(
		"%s; img-src 'self'; connect-src 'self'; form-action 'self'; style-src 'nonce-%s'; script-src 'nonce-%[2]s'",
		basics, nonce)
}

// newNonce returns a random word for the content security policy.
func newNonce() string { return rand.Text() }

// healthz answers whether all is well, with the reason if not for those who may know it.
func (h *handler) healthz(w http.ResponseWriter, r *http.Request, known bool) {
	v := h.parts.look(r.Context())
	reason := v.reason()
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	switch {
	case reason == "":
		fmt.Fprintln(w, "ok")
	case known:
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, reason)
	default:
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

func (h *handler) state(w http.ResponseWriter, r *http.Request) {
	v := h.parts.look(r.Context())
	if v.err != nil {
		http.Error(w, "The screen does not answer.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v.report()) // fails only where the client has hung up
}

func (h *handler) picture(w http.ResponseWriter, r *http.Request) {
	width, query := 0, r.URL.Query()
	if asked := query.Get("width"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil {
			http.Error(w, "width must be a number.", http.StatusBadRequest)
			return
		}
		width = max(leastWidth, min(n, mostWidth))
	}
	p, err := h.camera.take(r.Context(), want{width, query.Get("frame")})
	if err != nil {
		http.Error(w, "There is no picture of the screen just now.", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Length", strconv.Itoa(len(p)))
	_, _ = w.Write(p) // likewise
}

// keys are what the remote's keys are called, besides the digits.
var keys = map[string]kiosk.Key{
	"previous": kiosk.PreviousPage, "next": kiosk.NextPage,
	"previous-subpage": kiosk.PreviousSubpage, "next-subpage": kiosk.NextSubpage,
	"home": kiosk.Home, "enter": kiosk.Enter, "back": kiosk.Backspace, "cancel": kiosk.Escape, "reveal": kiosk.Reveal,
	"red": kiosk.Red, "green": kiosk.Green, "yellow": kiosk.Yellow,
	"blue": kiosk.Blue, "hold": kiosk.Hold, "go-on": kiosk.GoOn,
}

// press presses a key. The program cannot be ended from here.
func (h *handler) press(w http.ResponseWriter, r *http.Request) {
	name := field(r, "key")
	key, is := keys[name]
	switch {
	case is:
		h.parts.Director.Press(key)
	case len(name) == 1 && name[0] >= '0' && name[0] <= '9':
		h.parts.Director.Digit(int(name[0] - '0'))
	default:
		http.Error(w, "There is no such key.", http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, "/?"+pressed, http.StatusSeeOther)
}

// pick picks a list by its name. That of the time of day has none.
func (h *handler) pick(w http.ResponseWriter, r *http.Request) {
	name, list := field(r, "list"), kiosk.Automatic
	if name != "" {
		v := h.parts.look(r.Context())
		list = slices.Index(v.Lists, name)
	}
	if !r.PostForm.Has("list") || name != "" && list < 0 {
		http.Error(w, "There is no such list.", http.StatusBadRequest)
		return
	}
	h.parts.Director.Pick(list)
	http.Redirect(w, r, "/?"+pressed, http.StatusSeeOther)
}

// field is what a form says, empty where it says nothing or is none.
func field(r *http.Request, name string) string {
	_ = r.ParseForm() // what can be read of it is in PostForm
	return r.PostForm.Get(name)
}
