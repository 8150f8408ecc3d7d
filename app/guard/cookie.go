package guard

import (
	"crypto/hmac"
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

// NewCookie returns a cookie that replaces a key, and that scripts cannot read.
func NewCookie(name, value string, sameSite http.SameSite, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(CookieLasts.Seconds()),
		HttpOnly: true, SameSite: sameSite, Secure: secure,
	}
}
