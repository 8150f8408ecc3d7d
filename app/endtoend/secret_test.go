package endtoend

import (
	"bytes"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

const (
	secretID  = "Meridian"
	secretKey = "Kp7/vX+q2=zR9&wTn"
)

// TestSecretStaysHome runs the program with a key and a bad service: the key is only sent to that service, and nothing
// that the program writes contains it.
func TestSecretStaysHome(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	for _, c := range []struct {
		name   string
		answer func(elsewhere string) http.HandlerFunc
	}{
		{"refused", func(string) http.HandlerFunc { return status(http.StatusForbidden) }},
		{"in trouble", func(string) http.HandlerFunc { return status(http.StatusInternalServerError) }},
		{"redirect", func(elsewhere string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, elsewhere+r.URL.Path, http.StatusFound)
			}
		}},
		{"redirect with the query", func(elsewhere string) http.HandlerFunc {
			return func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, elsewhere+r.URL.RequestURI(), http.StatusTemporaryRedirect)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) { keepSecret(t, c.answer) })
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", code) }
}

func keepSecret(t *testing.T, answer func(elsewhere string) http.HandlerFunc) {
	other := serve(t, status(http.StatusNotFound))
	home := serve(t, answer(other.URL))
	d := newDisplay(t)
	s := d.start(t, []string{"SEXTANT_APP_ID=" + secretID, "SEXTANT_APP_KEY=" + secretKey}, home.options()...)
	s.typed("123")
	s.press("Ctrl+M")
	s.until("requests", func() bool {
		return home.Count(servicetest.DocumentPath(123)) > 0 &&
			home.Count(servicetest.PicturePath(123, 1)) > 0 && home.Count("/v1/downloads.json") > 0
	})
	s.until("the answer to be shown", func() bool { return !s.isRowBare(310) })
	s.quit()
	if r := home.Asked()[0]; r.URL.Query().Get("app_id") != secretID || r.URL.Query().Get("app_key") != secretKey {
		t.Errorf("the service itself was not given the key: %v", r.URL)
	}
	if hasSecret(s.out.Bytes()) {
		t.Errorf("the program wrote the key:\n%s", &s.out)
	}
	for _, r := range other.Asked() {
		var b bytes.Buffer
		if err := r.Write(&b); err != nil || hasSecret(b.Bytes()) {
			t.Errorf("another server was sent (%v):\n%s", err, &b)
		}
	}
	searchFiles(t, d.dir)
}

// searchFiles searches all files that the program could write for the key.
func searchFiles(t *testing.T, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if err == nil && hasSecret(data) {
			t.Errorf("the key is in %s", strings.TrimPrefix(path, dir))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if files == 0 {
		t.Error("the program wrote no file that could be searched")
	}
}

// hasSecret reports whether data contains the key, plain or escaped for a query or a path.
func hasSecret(data []byte) bool {
	for _, form := range []string{secretKey, url.QueryEscape(secretKey), url.PathEscape(secretKey), "vX+q2"} {
		if bytes.Contains(data, []byte(form)) {
			return true
		}
	}
	return false
}
