package site

import (
	"crypto/hmac"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sextant/app/guard"
)

const (
	// cookieName is that of the cookie that takes a key's place.
	cookieName = "sextant-relay"
	// secretKey is the state under which the store has the secret of the cookies.
	secretKey = "site-secret"
	// mostForm bounds a form, in bytes.
	mostForm = 4 << 10
)

// client finds out who reads, by the cookie or by Basic authentication. Where a key is required and there
// is none, it answers itself.
func (s *Site) client(w http.ResponseWriter, r *http.Request) (c Client, ok bool) {
	if s.parts.Door.Open() {
		return Client{}, true
	}
	w.Header().Add("Vary", "Cookie, Authorization")
	if id, key, given := r.BasicAuth(); given {
		name, kiosk, ok, retry := s.parts.Door.Know(r.RemoteAddr, id, key)
		if ok {
			return Client{name, kiosk}, true
		}
		s.challenge(w, r, retry)
		return Client{}, false
	}
	if cookie, err := r.Cookie(cookieName); err == nil {
		if c, ok := s.readCookie(cookie.Value); ok {
			return c, true
		}
	}
	if _, isFeed := feedPath(r.URL.Path); isFeed {
		s.challenge(w, r, 0)
		return Client{}, false
	}
	s.askKey(w, r, http.StatusUnauthorized, "")
	return Client{}, false
}

// challenge asks a reader of feeds for the key.
func (s *Site) challenge(w http.ResponseWriter, r *http.Request, retry time.Duration) {
	if retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(1+int(retry.Seconds())))
		s.sorry(w, r, http.StatusTooManyRequests, tongueOf(r).Text("token.wait"))
		return
	}
	w.Header().Set("WWW-Authenticate", `Basic realm="Sextant", charset="UTF-8"`)
	s.sorry(w, r, http.StatusUnauthorized, tongueOf(r).Text("site.needsKey"))
}

// askKey shows the form that asks for the key.
func (s *Site) askKey(w http.ResponseWriter, r *http.Request, status int, why string) {
	w.Header().Set("Cache-Control", "no-store")
	s.writeView(w, r, status, "login", view{Title: tongueOf(r).Text("site.login"), Why: why, To: target(r)})
}

// target is where a reader goes once the key is known: where that was asked for.
func target(r *http.Request) string {
	to := r.URL.Path
	if r.Method == http.MethodPost {
		to = r.PostForm.Get("to")
	}
	if !Has(to) || to == "/login" || to == "/logout" {
		return "/"
	}
	return to
}

// logIn takes the form.
func (s *Site) logIn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostForm)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "Invalid form.", http.StatusBadRequest)
		return
	}
	id := strings.TrimSpace(r.PostForm.Get("id"))
	_, _, ok, retry := s.parts.Door.Know(r.RemoteAddr, id, strings.TrimSpace(r.PostForm.Get("key")))
	switch {
	case ok:
		http.SetCookie(w, s.newCookie(r, id))
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, target(r), http.StatusSeeOther)
	case retry > 0:
		w.Header().Set("Retry-After", strconv.Itoa(1+int(retry.Seconds())))
		s.askKey(w, r, http.StatusTooManyRequests, tongueOf(r).Text("token.wait"))
	default:
		s.askKey(w, r, http.StatusUnauthorized, tongueOf(r).Text("site.wrongKey"))
	}
}

// logOut takes the cookie away.
func (s *Site) logOut(w http.ResponseWriter, r *http.Request) {
	cookie := s.cookie(r, "")
	cookie.MaxAge = -1
	http.SetCookie(w, cookie)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// newCookie stands for the key of an ID. It ends with that key.
func (s *Site) newCookie(r *http.Request, id string) *http.Cookie {
	until := strconv.FormatInt(s.parts.Now().Add(guard.CookieLasts).Unix(), 36)
	return s.cookie(r, until+"."+s.sign(id, until)+"."+hex.EncodeToString([]byte(id)))
}

func (s *Site) cookie(r *http.Request, value string) *http.Cookie {
	secure := isSecure(r) || strings.HasPrefix(s.parts.PublicURL, "https:")
	return guard.NewCookie(cookieName, value, http.SameSiteLaxMode, secure) // links from elsewhere may lead to a page
}

// sign is something that only this relay can know, and that changes with the key.
func (s *Site) sign(id, until string) string {
	stamp, _, _ := s.parts.Door.Stamp(id)
	return guard.Derive(s.secret, strings.Join([]string{id, until, stamp}, "\n"))
}

// readCookie finds whose cookie this is.
func (s *Site) readCookie(value string) (c Client, ok bool) {
	until, rest, _ := strings.Cut(value, ".")
	signature, coded, _ := strings.Cut(rest, ".")
	id, err := hex.DecodeString(coded)
	ends, wrong := strconv.ParseInt(until, 36, 64)
	if err != nil || wrong != nil || s.parts.Now().Unix() > ends {
		return Client{}, false
	}
	stamp, name, kiosk := s.parts.Door.Stamp(string(id))
	if stamp == "" || !hmac.Equal([]byte(signature), []byte(s.sign(string(id), until))) {
		return Client{}, false
	}
	return Client{name, kiosk}, true
}
