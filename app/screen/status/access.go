package status

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	guessing "sextant/app/guard"
)

// A guard lets those through who may see how a screen stands.
type guard struct {
	parts   *Parts
	guesses *guessing.Guard
	next    http.Handler
	// stranger answers who asks for /healthz without a token.
	stranger http.HandlerFunc
	// login asks for the token, and says why.
	login func(w http.ResponseWriter, by reader, status int, why string)
}

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if g.parts.Token == "" {
		if !isLocal(r) {
			http.Error(w, readerOf(r).Say("token.local"), http.StatusForbidden)
			return
		}
		g.next.ServeHTTP(w, r)
		return
	}
	given, how := g.given(r)
	ok, retry := g.isRight(r, given, how)
	switch {
	case ok && how == once:
		http.SetCookie(w, g.cookie())
		http.Redirect(w, r, pathOf(r), http.StatusSeeOther)
	case ok:
		g.next.ServeHTTP(w, r)
	case r.URL.Path == "/healthz" && (how == nothing || how == cookie):
		g.stranger(w, r)
	case retry > 0:
		closeAfter(w)
		w.Header().Set("Retry-After", strconv.Itoa(1+int(retry.Seconds())))
		by := readerOf(r)
		g.login(w, by, http.StatusTooManyRequests, by.Say("token.wait"))
	default:
		by := readerOf(r)
		w.Header().Set("WWW-Authenticate", "Bearer")
		why := ""
		if how == header || how == once {
			why = by.Say("token.wrong")
		}
		g.login(w, by, http.StatusUnauthorized, why)
	}
}

// isRight compares a token or a cookie, unless too many wrong ones came from the network: then retry is the time until
// the next comparison. Cookies of an earlier secret, which browsers go on sending, do not shut out the token.
func (g *guard) isRight(r *http.Request, given string, how way) (ok bool, retry time.Duration) {
	if how == nothing {
		return false, 0
	}
	id, want := "token", g.parts.Token
	if how == cookie {
		id, want = "cookie", g.cookie().Value
	}
	return g.guesses.Check(r.RemoteAddr, id, given, func() bool { return isEqual(given, want) })
}

// A way is how a token is given.
type way int

// The ways.
const (
	nothing way = iota
	header
	once   // in the address or the login's form; a cookie takes its place
	cookie // in the place of the token
)

// given returns the token or the cookie that a request gives.
func (g *guard) given(r *http.Request) (given string, how way) {
	if scheme, rest, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
		return strings.TrimSpace(rest), header
	}
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	if query := r.URL.Query(); reads && query.Has("token") {
		return query.Get("token"), once
	}
	if r.Method == http.MethodPost && r.URL.Path == "/login" {
		if r.ParseForm() == nil && r.PostForm.Has("token") {
			return r.PostForm.Get("token"), once
		}
	}
	if has, err := r.Cookie(g.cookie().Name); err == nil {
		return has.Value, cookie
	}
	return "", nothing
}

// isEqual compares in constant time.
func isEqual(given, want string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// cookie returns what a phone has in the place of the token, until that is another one. It cannot be computed from the
// token. Screens at several ports of a machine share their cookies, so that each has a name of its own.
func (g *guard) cookie() *http.Cookie {
	name := guessing.Derive(g.parts.Secret, "sextant status name")[:8]
	value := guessing.Derive(g.parts.Secret, "sextant status cookie "+g.parts.Token)
	return guessing.NewCookie("sextant-"+name, value, http.SameSiteStrictMode, false)
}

// pathOf is where a request goes once the token is out of its address: only to places that there are.
func pathOf(r *http.Request) string {
	switch r.URL.Path {
	case "/now.png", "/state.json", "/metrics", "/healthz":
		return r.URL.Path
	}
	return "/"
}

// isLocal reports whether a request comes from this machine, and was meant for it: a page from elsewhere whose name
// leads here asks by that name.
func isLocal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	host := r.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return err == nil && from.Addr().Unmap().IsLoopback() && (strings.EqualFold(host, "localhost") || isLoopback(host))
}
