package servicetest

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
)

// A Failing handler passes requests to another one, unless Fail has set another answer.
type Failing struct {
	http.Handler
	fails atomic.Pointer[http.HandlerFunc]
}

func (f *Failing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if fails := f.fails.Load(); fails != nil {
		(*fails)(w, r)
		return
	}
	f.Handler.ServeHTTP(w, r)
}

// Fail answers all requests with a handler from now on; nil ends that.
func (f *Failing) Fail(answer http.HandlerFunc) {
	if answer == nil {
		f.fails.Store(nil)
		return
	}
	f.fails.Store(&answer)
}

// Lobby answers with a web page, like a captive portal.
func Lobby(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<!DOCTYPE html><title>Welcome</title>Please accept our terms.")
}

// Refuse returns a handler that answers with a status.
func Refuse(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", status) }
}

// WithoutPictures passes requests to another handler, but answers those for pictures with 404.
func WithoutPictures(whole http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".png") {
			http.NotFound(w, r)
			return
		}
		whole.ServeHTTP(w, r)
	})
}
