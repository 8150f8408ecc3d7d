package status

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// FuzzHandler sends random requests from another machine to a status with a token and to one without, and from this
// machine with the token. None panics; without the token nothing is done or shown, and the token is never shown.
func FuzzHandler(f *testing.F) {
	for _, e := range everything {
		f.Add(e.method, e.path, "Content-Type: application/x-www-form-urlencoded\r\nHost: localhost", e.form)
	}
	f.Add("GET", "/?token="+url.QueryEscape(token), "Cookie: sextant=1; x=\"\"", "")
	f.Add("POST", "/login", "Host: [::1]:8080\r\nContent-Type: multipart/form-data; boundary=x",
		"--x\r\nContent-Disposition: form-data; name=token\r\n\r\nwrong\r\n--x--")
	f.Add("GET", "/now.png?width=480",
		"Authorization: Bearer wrong\r\nAccept-Encoding: zstd\r\nSec-Fetch-Site: none", "")
	f.Add("GET", "/healthz", "Authorization: \r\nOrigin: http://x", "")
	f.Add("POST", "/pick", "Transfer-Encoding: chunked\r\nOrigin: null", "zz\r\n")
	rigs := map[string]*rig{"": newRig(""), token: newRig(token)}
	handlers := map[string]*handler{"": newHandler(rigs[""].parts), token: newHandler(rigs[token].parts)}
	f.Fuzz(func(t *testing.T, method, target, headers, body string) {
		read := func() *http.Request {
			r, err := http.ReadRequest(
				bufio.NewReader(
					strings.NewReader(method + " " + target + " HTTP/1.1\r\n" + headers + "\r\n\r\n" + body)))
			if err != nil {
				t.Skip()
			}
			return r
		}
		for secret, h := range handlers {
			r := rigs[secret]
			stranger := read()
			stranger.RemoteAddr = "192.0.2.7:5"
			answer := answerOf(t, h, r, stranger)
			whole := method + target + headers + body
			if secret == "" || !strings.Contains(whole, "Nine") { // the start of the token
				healthy := secret != "" && strings.TrimSpace(answer.Body.String()) == "ok"
				if did := r.director.took(); did != "" || answer.Code < 300 && !healthy && answer.Body.Len() > 0 ||
					strings.Contains(answer.Body.String(), "123") || answer.Header().Get("Set-Cookie") != "" {
					t.Errorf("done: %q; %d %s", did, answer.Code, answer.Body)
				}
			}
			friend := read()
			friend.RemoteAddr, friend.Host = "127.0.0.1:5", "localhost"
			friend.Header.Set("Authorization", "Bearer "+token)
			answerOf(t, h, r, friend)
			r.director.took()
		}
	})
}

// answerOf returns the answer to a request, and fails if it shows the token.
func answerOf(t *testing.T, h http.Handler, r *rig, request *http.Request) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, request)
	if answer.Code == http.StatusInternalServerError || len(r.logged) > 0 {
		t.Fatalf("%d %s %q", answer.Code, answer.Body, r.logged)
	}
	if strings.Contains(answer.Body.String(), token) {
		t.Errorf("the token is shown:\n%s", answer.Body)
	}
	for name, values := range answer.Header() {
		if all := strings.Join(values, "\n"); strings.Contains(all, token) ||
			strings.Contains(all, url.QueryEscape(token)) {
			t.Errorf("the token is shown in %s: %s", name, all)
		}
	}
	return answer
}
