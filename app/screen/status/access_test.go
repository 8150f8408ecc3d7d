package status

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAddress(t *testing.T) {
	for _, tt := range []struct{ written, token, want string }{
		{"8080", "", "127.0.0.1:8080"},
		{":8080", "", "127.0.0.1:8080"},
		{"localhost:8080", "", "127.0.0.1:8080"},
		{"127.0.0.2:0", "", "127.0.0.2:0"},
		{"[::1]:8080", "", "[::1]:8080"},
		{"8080", token, ":8080"},
		{"0.0.0.0:8080", token, "0.0.0.0:8080"},
		{"example.org:8080", token, "example.org:8080"},
		{"0.0.0.0:8080", "", "!needs a token"},
		{"[::]:8080", "", "!needs a token"},
		{"192.0.2.7:8080", "", "!needs a token"},
		{"example.org:8080", "", "!needs a token"},
		{"8080", "short", "!at least 8"},
		{"8080", "seven77", "!at least 8"},
		{"8080", "ääääxxx", "!at least 8"}, // of 11 bytes
		{"8080", "åäöåäöåä", ":8080"},
		{":x", "", "!no port"},
		{":0", "", "!no port"},
		{":65536", "", "!no port"},
		{"a:b:c", "", "!not an address"},
	} {
		got, err := Address(tt.written, tt.token)
		if why, fails := strings.CutPrefix(tt.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), why) ||
				tt.token != "" && strings.Contains(err.Error(), tt.token) {
				t.Errorf("%s: %q, %v", tt.written, got, err)
			}
		} else if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v", tt.written, got, err)
		}
	}
}

// everything lists all kinds of requests.
var everything = []struct{ method, path, form string }{
	{"GET", "/", ""},
	{"HEAD", "/", ""},
	{"GET", "/now.png", ""},
	{"GET", "/state.json", ""},
	{"GET", "/metrics", ""},
	{"POST", "/press", "key=hold"},
	{"POST", "/pick", "list="},
	{"PUT", "/press", "key=hold"},
	{"GET", "/press?key=hold", ""},
	{"GET", "/nothing", ""},
	{"POST", "/", ""},
	{"OPTIONS", "/", ""},
	{"GET", "//elsewhere.example/", ""},
}

// TestWithoutTheToken sends all requests without the token, with a wrong one, and with malformed ones.
func TestWithoutTheToken(t *testing.T) {
	for _, header := range []string{
		"X-Nothing: 1", "Authorization: Bearer", "Authorization: Bearer wrong",
		"Authorization: Basic " + token, "Authorization: " + token,
		"Authorization: Bearer " + token + "x", "Cookie: sextant=" + token, "X-Forwarded-For: 127.0.0.1",
	} {
		r := newRig(token)
		c := r.serve(t)
		for _, e := range everything {
			r.later(time.Hour)
			resp, body := c.ask(e.method, e.path, e.form, header)
			if resp.StatusCode != http.StatusUnauthorized || strings.Contains(body, "123") ||
				strings.Contains(body, token) || r.director.took() != "" || resp.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s %s, %s: %d %s", e.method, e.path, header, resp.StatusCode, body)
			}
		}
		if r.pictures != 0 {
			t.Error("a picture was taken")
		}
	}
}

// guessRig is a handler in virtual time whose requests come from any address.
type guessRig struct {
	*rig
	handler http.Handler
}

func newGuessRig() *guessRig {
	r := newRig(token)
	r.parts.Now = time.Now
	return &guessRig{r, newHandler(r.parts)}
}

// ask sends a request from an address, with a header.
func (r *guessRig) ask(from, method, path, form, header string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, path, strings.NewReader(form))
	request.RemoteAddr = from
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	name, value, _ := strings.Cut(header, ": ")
	request.Header.Set(name, value)
	answer := httptest.NewRecorder()
	r.handler.ServeHTTP(answer, request)
	return answer
}

// logIn returns the cookie for the right token as a header.
func (r *guessRig) logIn(t *testing.T, from string) (cookie string) {
	t.Helper()
	answer := r.ask(from, "POST", "/login", "token="+url.QueryEscape(token), "")
	if answer.Code != http.StatusSeeOther {
		t.Fatalf("the right token at the login: %d", answer.Code)
	}
	return "Cookie: " + strings.SplitN(answer.Header().Get("Set-Cookie"), ";", 2)[0]
}

const (
	guesser   = "192.0.2.7:5"
	elsewhere = "198.51.100.1:5"
)

// guesses sends 20 wrong tokens or cookies in each way, and returns how many were compared. The cookie is a right one.
func (r *guessRig) guesses(t *testing.T, cookie string) (compared int) {
	t.Helper()
	for _, try := range []struct{ method, path, form, header string }{
		{"GET", "/", "", "Authorization: Bearer x"},
		{"GET", "/metrics?token=x", "", "Sec-Fetch-Site: cross-site"},
		{"POST", "/login", "token=x", ""},
		{"GET", "/healthz", "", "Authorization: bearer x"},
		{"GET", "/state.json", "", cookie + "x"},
		{"POST", "/press", "key=hold", cookie[:len(cookie)-1]},
	} {
		for range 20 {
			switch answer := r.ask(guesser, try.method, try.path, try.form, try.header); {
			case answer.Code == http.StatusUnauthorized:
				compared++
			case answer.Code != http.StatusTooManyRequests || answer.Header().Get("Connection") != "close" ||
				answer.Header().Get("Retry-After") == "":
				t.Errorf("%s: %d, %v", try.path, answer.Code, answer.Header())
			}
		}
	}
	return compared
}

// TestGuessing sends more wrong tokens and cookies from a network than are compared: the rest is refused, whatever they
// are. Credentials that were right before are accepted from there all the time, and right ones from other networks.
func TestGuessing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newGuessRig()
		cookie := r.logIn(t, guesser)
		if answer := r.ask(guesser, "GET", "/state.json", "", cookie); answer.Code != http.StatusOK {
			t.Fatalf("the cookie: %d", answer.Code)
		}
		if n := r.guesses(t, cookie); n == 0 || n > 10 {
			t.Errorf("%d were compared", n)
		}
		for _, from := range []string{guesser, elsewhere} {
			for _, header := range []string{bearer, cookie} {
				if answer := r.ask(from, "GET", "/state.json", "", header); answer.Code != http.StatusOK {
					t.Errorf("from %s with %s: %d", from, header, answer.Code)
				}
			}
			r.logIn(t, from)
		}
	})
}

// TestGuessedTokenIsRefusedWhileShutOut gives the right token, and then the right cookie, for the first time just
// after many wrong ones from the same network, though another one has used them: they are not compared, as no other
// guess is. Later they are.
func TestGuessedTokenIsRefusedWhileShutOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, way := range []struct{ method, path, form, header string }{
			{"GET", "/state.json", "", bearer},
			{"POST", "/login", "token=" + url.QueryEscape(token), ""},
			{"GET", "/?token=" + url.QueryEscape(token), "", ""},
			{"GET", "/healthz", "", bearer},
			{"GET", "/state.json", "", "cookie"},
		} {
			r := newGuessRig()
			cookie := "Cookie: " + r.handler.(*handler).guard.cookie().String()
			cookie, _, _ = strings.Cut(cookie, ";")
			if way.header == "cookie" {
				way.header = cookie
			}
			r.logIn(t, elsewhere)
			r.guesses(t, cookie)
			answer := r.ask(guesser, way.method, way.path, way.form, way.header)
			if answer.Code != http.StatusTooManyRequests || answer.Header().Get("Set-Cookie") != "" ||
				strings.Contains(answer.Body.String(), "123") {
				t.Errorf("%s %s, %s: %d", way.method, way.path, way.header, answer.Code)
			}
			time.Sleep(time.Minute)
			answer = r.ask(guesser, way.method, way.path, way.form, way.header)
			if answer.Code != http.StatusOK && answer.Code != http.StatusSeeOther {
				t.Errorf("a minute later %s %s, %s: %d", way.method, way.path, way.header, answer.Code)
			}
		}
	})
}

// TestMonitorWithoutTokenIsNotShutOut asks for /healthz without a token while its network guesses.
func TestMonitorWithoutTokenIsNotShutOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newGuessRig()
		cookie := r.logIn(t, elsewhere)
		r.guesses(t, cookie)
		for _, header := range []string{"", cookie + "x"} {
			if answer := r.ask(guesser, "GET", "/healthz", "", header); answer.Code != http.StatusOK {
				t.Errorf("%q: %d", header, answer.Code)
			}
		}
	})
}

// TestCookieNeedsSecret checks that a cookie cannot be computed from the token, that it stays the same where the secret
// is kept, and that another token makes it wrong.
func TestCookieNeedsSecret(t *testing.T) {
	with := func(token string, secret []byte) string {
		r := newRig(token)
		r.parts.Secret = secret
		return newHandler(r.parts).guard.cookie().String()
	}
	one := with(token, []byte("a secret"))
	if with(token, []byte("a secret")) != one {
		t.Error("the cookie changes over a restart")
	}
	for name, other := range map[string]string{
		"another secret": with(token, []byte("another secret")),
		"another token":  with("another token", []byte("a secret")),
		"no secret":      with(token, nil),
	} {
		if other == one {
			t.Errorf("%s: the same cookie", name)
		}
	}
	if first, second := with(token, nil), with(token, nil); first == second {
		t.Error("without a secret the cookie is not random")
	}
}

// TestCookie gets a cookie in both ways, and checks that it does not contain the token, and that the redirect only
// leads to a known page.
func TestCookie(t *testing.T) {
	c := newRig(token).serve(t)
	for _, tt := range []struct{ method, path, form, to string }{
		{"POST", "/login", "token=" + url.QueryEscape(token), "/"},
		{"GET", "/?token=" + url.QueryEscape(token), "", "/"},
		{"GET", "/state.json?token=" + url.QueryEscape(token), "", "/state.json"},
		{"GET", "//elsewhere.example/x?token=" + url.QueryEscape(token), "", "/"},
	} {
		resp, _ := c.ask(tt.method, tt.path, tt.form)
		set := resp.Header.Get("Set-Cookie")
		if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != tt.to ||
			!strings.Contains(set, "; HttpOnly; SameSite=Strict") {
			t.Errorf("%s: %d to %q, %q", tt.path, resp.StatusCode, resp.Header.Get("Location"), set)
		}
		if strings.Contains(set, token) || strings.Contains(set, url.QueryEscape(token)) {
			t.Errorf("the token is in %s", set)
		}
		value := strings.SplitN(set, ";", 2)[0]
		if resp, body := c.ask("GET", "/state.json", "", "Cookie: "+value); resp.StatusCode != http.StatusOK ||
			!strings.Contains(body, "123") {
			t.Errorf("with the cookie: %d", resp.StatusCode)
		}
		if resp, _ := c.ask("GET", "/state.json", "",
			"Cookie: "+value+"0"); resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("with another cookie: %d", resp.StatusCode)
		}
	}
}

// TestPagesFromElsewhere sends requests of a browser from another site, as the headers say, and expects 403.
func TestPagesFromElsewhere(t *testing.T) {
	for _, secret := range []string{"", token} {
		r := newRig(secret)
		c := r.serve(t)
		for _, header := range []string{
			"Origin: http://elsewhere.example", "Origin: null",
			"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
		} {
			for _, path := range []string{"/press", "/pick", "/login"} {
				if resp, _ := c.ask("POST", path, "key=hold&list=&token="+url.QueryEscape(token), header,
					bearer); resp.StatusCode != http.StatusForbidden || r.director.took() != "" {
					t.Errorf("%s, %s: %d", path, header, resp.StatusCode)
				}
			}
		}
		for _, header := range []string{"Origin: " + c.address, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none"} {
			if resp, _ := c.ask("POST", "/press", "key=7", header, bearer); resp.StatusCode != http.StatusSeeOther ||
				r.director.took() != "digit 7" {
				t.Errorf("%s: %d", header, resp.StatusCode)
			}
		}
	}
}

// TestNamesThatLeadHere sends requests without a token for hosts that are, or only seem to be, this machine.
func TestNamesThatLeadHere(t *testing.T) {
	r := newRig("")
	c := r.serve(t)
	for _, host := range []string{"localhost", "LocalHost:80", "127.0.0.1", "127.9.9.9:1", "[::1]:8080", "[::1]"} {
		if resp, _ := c.ask("GET", "/state.json", "", "Host: "+host); resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", host, resp.StatusCode)
		}
	}
	for _, host := range []string{
		"elsewhere.example", "elsewhere.example:80", "127.0.0.1.elsewhere.example",
		"localhost.elsewhere.example", "192.0.2.7", "0.0.0.0", "[::]",
	} {
		for _, e := range everything {
			if resp, body := c.ask(e.method, e.path, e.form, "Host: "+host); resp.StatusCode != http.StatusForbidden ||
				strings.Contains(body, "123") || r.director.took() != "" {
				t.Errorf("%s %s as %s: %d", e.method, e.path, host, resp.StatusCode)
			}
		}
	}
	request, _ := http.NewRequest("GET", "http://localhost/", nil)
	for from, want := range map[string]bool{
		"127.0.0.1:5": true, "[::1]:5": true, "[::ffff:127.0.0.1]:5": true, "192.0.2.7:5": false, "": false, "@": false,
	} {
		if request.RemoteAddr = from; isLocal(request) != want {
			t.Errorf("a request from %q", from)
		}
	}
}
