package servicetest

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
)

// A Failing handler answers as another one as long as nothing else is to be answered.
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

// Fail answers everything in a way from now on; nil is well again.
func (f *Failing) Fail(answer http.HandlerFunc) {
	if answer == nil {
		f.fails.Store(nil)
		return
	}
	f.fails.Store(&answer)
}

// Lobby is a web page, as it comes from what stands between a program and the network.
func Lobby(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<!DOCTYPE html><title>Welcome</title>Please accept our terms.")
}

// Refuse answers with a status.
func Refuse(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", status) }
}

// WithoutPictures answers as another handler, but has lost all pictures.
func WithoutPictures(whole http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".png") {
			http.NotFound(w, r)
			return
		}
		whole.ServeHTTP(w, r)
	})
}
