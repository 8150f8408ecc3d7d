package guard

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// CookieLasts is how long a browser need not be given a key again.
const CookieLasts = 90 * 24 * time.Hour

// Derive returns what only somebody with a secret can know, in hexadecimal, and from which nobody learns the secret.
func Derive(secret []byte, what string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(what))
	return hex.EncodeToString(mac.Sum(nil))
}

// NewCookie makes a cookie in the place of a key, which scripts cannot read.
func NewCookie(name, value string, sameSite http.SameSite, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(CookieLasts.Seconds()),
		HttpOnly: true, SameSite: sameSite, Secure: secure,
	}
}
