package guard

import (
	"bytes"
	"errors"
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

// fakeStates keeps values in memory, or cannot read them.
type fakeStates struct {
	values map[string]string
	fails  error
}

func (s *fakeStates) State(key string) (string, error) { return s.values[key], s.fails }

func (s *fakeStates) SetState(key, value string) { s.values[key] = value }

// TestCookieSecretIsKept checks that the secret is random, that it stays the same, and that one that cannot be read is
// not replaced.
func TestCookieSecretIsKept(t *testing.T) {
	states := &fakeStates{values: map[string]string{"damaged": "not hexadecimal"}}
	one, other := CookieSecret(states, "one"), CookieSecret(states, "other")
	if len(one) != 32 || bytes.Equal(one, other) || !bytes.Equal(CookieSecret(states, "one"), one) {
		t.Errorf("%x and %x", one, other)
	}
	if damaged := CookieSecret(states, "damaged"); !bytes.Equal(CookieSecret(states, "damaged"), damaged) {
		t.Error("a damaged secret stays")
	}
	states.fails = errors.New("the disk is away")
	if meanwhile := CookieSecret(states, "one"); len(meanwhile) != 32 || bytes.Equal(meanwhile, one) {
		t.Errorf("meanwhile %x", meanwhile)
	}
	states.fails = nil
	if !bytes.Equal(CookieSecret(states, "one"), one) {
		t.Error("it was replaced")
	}
}
