package guard

import (
	"net/http"
	"testing"
)

// TestDerive compares with a test case of HMAC-SHA256 in RFC 4231 (section 4.3).
func TestDerive(t *testing.T) {
	const want = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
	if got := Derive([]byte("Jefe"), "what do ya want for nothing?"); got != want {
		t.Error(got)
	}
}

// TestNewCookie checks the attributes of a cookie, which keep it from scripts and other sites.
func TestNewCookie(t *testing.T) {
	const want = "a=b; Path=/; Max-Age=7776000; HttpOnly; Secure; SameSite=Lax"
	if got := NewCookie("a", "b", http.SameSiteLaxMode, true).String(); got != want {
		t.Error(got)
	}
}
