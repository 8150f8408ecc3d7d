package check

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestSpellingOfBlanksIsNoDifference has blank lines and runs as spaces in one format that the other leaves out, and
// white space between the elements of XML.
func TestSpellingOfBlanksIsNoDifference(t *testing.T) {
	forty := strings.Repeat(" ", 40)
	blank := regexp.MustCompile(`<line number="(\d+)"/>`)
	run := regexp.MustCompile(`(<run [^>]*length="(\d+)")/>`)
	for name, changed := range map[string]func(body string) string{
		"forty spaces": func(body string) string {
			return blank.ReplaceAllString(body, `<line number="$1">`+forty+`</line>`)
		},
		"no line": func(body string) string { return blank.ReplaceAllString(body, "") },
		"blank runs with text": func(body string) string {
			return run.ReplaceAllStringFunc(body, func(s string) string {
				m := run.FindStringSubmatch(s)
				n, _ := strconv.Atoi(m[2])
				return m[1] + ">" + strings.Repeat(" ", n) + "</run>"
			})
		},
		"indentation": func(body string) string { return strings.ReplaceAll(body, "><line", ">\n    <line") },
	} {
		handler := newDemo(t)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			good := httptest.NewRecorder()
			handler.ServeHTTP(good, q)
			if strings.HasSuffix(q.URL.Path, "pages/100.xml") {
				body := changed(good.Body.String())
				if body == good.Body.String() {
					t.Errorf("%s changes nothing", name)
				}
				good.Body = bytes.NewBufferString(body)
				good.Header().Set("Content-Length", strconv.Itoa(len(body)))
			}
			pass(w, good)
		}))
		report, err := checked(t, server.URL, false)
		server.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			if strings.HasPrefix(f.Rule, "xml.") && f.Outcome != Kept {
				t.Errorf("%s: %s is %s: %s", name, f.Rule, f.Outcome, f.Found)
			}
		}
	}
}
