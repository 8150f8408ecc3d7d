package status

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
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
		{":x", "", "!no port"},
		{":0", "", "!no port"},
		{":65536", "", "!no port"},
		{"a:b:c", "", "!no address"},
	} {
		got, err := Address(tt.written, tt.token)
		if why, fails := strings.CutPrefix(tt.want, "!"); fails {
			if err == nil || !strings.Contains(err.Error(), why) || tt.token != "" && strings.Contains(err.Error(), tt.token) {
				t.Errorf("%s: %q, %v", tt.written, got, err)
			}
		} else if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v", tt.written, got, err)
		}
	}
}

// everything is all that can be asked for.
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

// TestWithoutTheToken asks for everything without the token, with a wrong one, and with what looks like one.
func TestWithoutTheToken(t *testing.T) {
	for _, header := range []string{
		"X-Nothing: 1", "Authorization: Bearer", "Authorization: Bearer wrong", "Authorization: Basic " + token, "Authorization: " + token,
		"Authorization: Bearer " + token + "x", "Cookie: sextant=" + token, "X-Forwarded-For: 127.0.0.1",
	} {
		r := newRig(token)
		c := r.serve(t)
		for _, e := range everything {
			r.later(time.Hour)
			resp, body := c.ask(e.method, e.path, e.form, header)
			if resp.StatusCode != http.StatusUnauthorized || strings.Contains(body, "123") || strings.Contains(body, token) || r.director.took() != "" || resp.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s %s, %s: %d %s", e.method, e.path, header, resp.StatusCode, body)
			}
		}
		if r.pictures != 0 {
			t.Error("a picture was taken")
		}
	}
}

// TestTries counts wrong tokens, however they are given. A phone that is known already is not locked out by them.
func TestTries(t *testing.T) {
	r := newRig(token)
	c := r.serve(t)
	resp, _ := c.ask("POST", "/login", "token="+url.QueryEscape(token))
	cookie := "Cookie: " + strings.SplitN(resp.Header.Get("Set-Cookie"), ";", 2)[0]
	wrong := []func() (*http.Response, string){
		func() (*http.Response, string) { return c.ask("GET", "/", "", "Authorization: Bearer x") },
		func() (*http.Response, string) { return c.ask("GET", "/metrics?token=x", "") },
		func() (*http.Response, string) { return c.ask("POST", "/login", "token=x") },
		func() (*http.Response, string) { return c.ask("GET", "/healthz", "", "Authorization: bearer x") },
		func() (*http.Response, string) { return c.ask("POST", "/login", strings.Repeat("x", mostBody+1)) },
	}
	for i, try := range wrong {
		if resp, _ := try(); resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("wrong token %d: %d", i, resp.StatusCode)
		}
		r.later(time.Second)
	}
	for _, ask := range []string{"Authorization: Bearer x", bearer} {
		if resp, body := c.ask("GET", "/state.json", "", ask); resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") == "" || strings.Contains(body, "123") {
			t.Errorf("after too many: %d %s", resp.StatusCode, body)
		}
	}
	if resp, _ := c.ask("GET", "/state.json", "", cookie); resp.StatusCode != http.StatusOK {
		t.Errorf("with the cookie: %d", resp.StatusCode)
	}
	r.later(time.Minute)
	if resp, _ := c.ask("GET", "/state.json", "", bearer); resp.StatusCode != http.StatusOK {
		t.Errorf("a minute later: %d", resp.StatusCode)
	}
}

// TestCookie gets a cookie in both ways, which says nothing of the token, and is led only to what there is.
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
		if resp.StatusCode != http.StatusSeeOther || resp.Header.Get("Location") != tt.to || !strings.Contains(set, "; HttpOnly; SameSite=Strict") {
			t.Errorf("%s: %d to %q, %q", tt.path, resp.StatusCode, resp.Header.Get("Location"), set)
		}
		if strings.Contains(set, token) || strings.Contains(set, url.QueryEscape(token)) {
			t.Errorf("the token is in %s", set)
		}
		value := strings.SplitN(set, ";", 2)[0]
		if resp, body := c.ask("GET", "/state.json", "", "Cookie: "+value); resp.StatusCode != http.StatusOK || !strings.Contains(body, "123") {
			t.Errorf("with the cookie: %d", resp.StatusCode)
		}
		if resp, _ := c.ask("GET", "/state.json", "", "Cookie: "+value+"0"); resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("with another cookie: %d", resp.StatusCode)
		}
	}
}

// TestPagesFromElsewhere has a browser's request come from a page elsewhere, which its headers tell.
func TestPagesFromElsewhere(t *testing.T) {
	for _, secret := range []string{"", token} {
		r := newRig(secret)
		c := r.serve(t)
		for _, header := range []string{"Origin: http://elsewhere.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"} {
			for _, path := range []string{"/press", "/pick", "/login"} {
				if resp, _ := c.ask("POST", path, "key=hold&list=&token="+url.QueryEscape(token), header, bearer); resp.StatusCode != http.StatusForbidden || r.director.took() != "" {
					t.Errorf("%s, %s: %d", path, header, resp.StatusCode)
				}
			}
		}
		for _, header := range []string{"Origin: " + c.address, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none"} {
			if resp, _ := c.ask("POST", "/press", "key=7", header, bearer); resp.StatusCode != http.StatusSeeOther || r.director.took() != "digit 7" {
				t.Errorf("%s: %d", header, resp.StatusCode)
			}
		}
	}
}

// TestNamesThatLeadHere asks without a token under names that only seem to be this machine's.
func TestNamesThatLeadHere(t *testing.T) {
	r := newRig("")
	c := r.serve(t)
	for _, host := range []string{"localhost", "LocalHost:80", "127.0.0.1", "127.9.9.9:1", "[::1]:8080", "[::1]"} {
		if resp, _ := c.ask("GET", "/state.json", "", "Host: "+host); resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", host, resp.StatusCode)
		}
	}
	for _, host := range []string{"elsewhere.example", "elsewhere.example:80", "127.0.0.1.elsewhere.example", "localhost.elsewhere.example", "192.0.2.7", "0.0.0.0", "[::]"} {
		for _, e := range everything {
			if resp, body := c.ask(e.method, e.path, e.form, "Host: "+host); resp.StatusCode != http.StatusForbidden || strings.Contains(body, "123") || r.director.took() != "" {
				t.Errorf("%s %s as %s: %d", e.method, e.path, host, resp.StatusCode)
			}
		}
	}
	request, _ := http.NewRequest("GET", "http://localhost/", nil)
	for from, want := range map[string]bool{"127.0.0.1:5": true, "[::1]:5": true, "[::ffff:127.0.0.1]:5": true, "192.0.2.7:5": false, "": false, "@": false} {
		if request.RemoteAddr = from; isLocal(request) != want {
			t.Errorf("a request from %q", from)
		}
	}
}

// TestManyTriers lets wrong tokens come from more addresses than are remembered.
func TestManyTriers(t *testing.T) {
	var all tries
	r, _ := http.NewRequest("GET", "/", nil)
	for _, from := range []string{"[2001:db8::1%eth0]:5", "[2001:db8::2]:6"} {
		r.RemoteAddr = from
		for range 3 {
			all.judge(origin(r), false, start)
		}
	}
	if _, locked := all.judge(origin(r), true, start); !locked {
		t.Error("the addresses of one network are counted apart")
	}
	for i := range 3 * mostTriers {
		all.judge(netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)}), 32), false, start)
	}
	if len(all.wrong) > mostTriers {
		t.Errorf("%d addresses are remembered", len(all.wrong))
	}
}
