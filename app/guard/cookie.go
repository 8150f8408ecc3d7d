package guard

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// CookieLasts is the lifetime of a cookie, after which the key must be entered again.
const CookieLasts = 90 * 24 * time.Hour

// Derive returns a value, in hexadecimal, that can only be computed with a secret, and that does not reveal it.
func Derive(secret []byte, what string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(what))
	return hex.EncodeToString(mac.Sum(nil))
}

// States keep small values over a restart. A value that was never set is empty.
type States interface {
	State(key string) (value string, err error)
	SetState(key, value string)
}

// CookieSecret returns the random secret that cookies are signed with. It stays the same over a restart. One that
// cannot be read is not replaced: until the next start another one is used.
func CookieSecret(s States, key string) []byte {
	kept, err := s.State(key)
	secret, wrong := hex.DecodeString(kept)
	if err == nil && wrong == nil && len(secret) == sha256.Size {
		return secret
	}
	secret = RandomSecret()
	if err == nil {
		s.SetState(key, hex.EncodeToString(secret))
	}
	return secret
}

// RandomSecret returns a secret that nobody can guess.
func RandomSecret() []byte {
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // never fails
	return secret
}

// NewCookie returns a cookie that replaces a key, and that scripts cannot read.
func NewCookie(name, value string, sameSite http.SameSite, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(CookieLasts.Seconds()),
		HttpOnly: true, SameSite: sameSite, Secure: secure,
	}
}
