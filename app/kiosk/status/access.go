package status

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"strings"

	guessing "sextant/app/guard"
	"sextant/app/say"
)

// A guard lets those through who may see how a screen stands.
type guard struct {
	parts   *Parts
	guesses *guessing.Guard
	next    http.Handler
	// stranger answers who asks for /healthz without a token.
	stranger http.HandlerFunc
	// login asks for the token, and says why.
	login func(w http.ResponseWriter, status int, why string)
}

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if g.parts.Token == "" {
		if !isLocal(r) {
			http.Error(w, say.Text("token.local"), http.StatusForbidden)
			return
		}
		g.next.ServeHTTP(w, r)
		return
	}
	given, how := given(r)
	if how != nothing && !g.isToken(given) {
		g.refuse(w, tooMany(g.guesses, r))
		return
	}
	switch {
	case how == once:
		http.SetCookie(w, g.cookie())
		http.Redirect(w, r, pathOf(r), http.StatusSeeOther)
	case how == header || g.hasCookie(r):
		g.next.ServeHTTP(w, r)
	case r.URL.Path == "/healthz":
		g.stranger(w, r)
	default:
		w.Header().Set("WWW-Authenticate", "Bearer")
		g.login(w, http.StatusUnauthorized, "")
	}
}

// refuse answers a wrong token, or one of too many.
func (g *guard) refuse(w http.ResponseWriter, many bool) {
	if many {
		closeAfter(w)
		w.Header().Set("Retry-After", "5")
		g.login(w, http.StatusTooManyRequests, say.Text("token.wait"))
		return
	}
	w.Header().Set("WWW-Authenticate", "Bearer")
	g.login(w, http.StatusUnauthorized, say.Text("token.wrong"))
}

// A way is how a token is given.
type way int

// The ways.
const (
	nothing way = iota
	header
	once // in the address or the login's form; a cookie takes its place
)

// given is the token that a request gives.
func given(r *http.Request) (token string, how way) {
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
	return "", nothing
}

// isToken compares in constant time.
func (g *guard) isToken(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(g.parts.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// derived returns a value that can be computed only with the token, and from which the token cannot be computed.
func (g *guard) derived(what string) string {
	return guessing.Derive([]byte(g.parts.Token), "sextant status "+what)
}

// cookie is what a phone has in the place of the token. Its name has to do with the token too, since screens at several
// ports of a machine share their cookies.
func (g *guard) cookie() *http.Cookie {
	return guessing.NewCookie("sextant-"+g.derived("name")[:8], g.derived("cookie"), http.SameSiteStrictMode, false)
}

func (g *guard) hasCookie(r *http.Request) bool {
	want := g.cookie()
	has, err := r.Cookie(want.Name)
	return err == nil && subtle.ConstantTimeCompare([]byte(has.Value), []byte(want.Value)) == 1
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

// tooMany reports whether too many wrong tokens came from the address of a request that gives one. A right token has
// nothing to do with that, also where both come from one address.
func tooMany(g *guessing.Guard, r *http.Request) bool {
	_, retry := g.Check(r.RemoteAddr, "token", "", func() bool { return false })
	return retry > 0
}
