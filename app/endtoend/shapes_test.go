package endtoend

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"sextant/app/demo"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// TestListByID opens a list of downloads that is an object of nested records, with addresses relative to the
// service, and plays one of them.
func TestListByID(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	handler, err := demo.New(demo.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	home := pictures(t, handler)(100, 1)
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/downloads.json":
			_, _ = w.Write(
				[]byte("\xEF\xBB\xBF" +
					`{"languages":["fi"],"downloads":{"tide-1":{"item":{"title":"Tide",` +
					`"media_url":"/sounds/tide.mp3"}}}}`))
		case "/sounds/tide.mp3":
			_, _ = w.Write(servicetest.Answer(t, handler, "/v1/download/1003.mp3"))
		default:
			handler.ServeHTTP(w, r)
		}
	}))
	d := newDisplay(t)
	s := d.start(t, alsaDevice(t, d.dir, "{ type null }"), service.options()...)
	s.untilPicture(home, plain)
	s.press("Ctrl+M")
	s.untilPicture(home, withDownloads)
	s.untilNew(firstRow)
	s.clickAt(panelWidth/2, firstRow+rowHeight/2)
	s.until("the recording to be asked for", func() bool { return service.Count("/sounds/tide.mp3") > 0 })
	s.quit()
}

// TestZonesOfExports exports a page on machines in three zones: the service's time is the same, and is
// marked where the machine's clock shows another.
func TestZonesOfExports(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	changed := regexp.MustCompile(`changed \d+ \w+ \d{4}, \d\d:\d\d( [A-Z]+)?<`)
	seen := map[string]bool{}
	for zone, marked := range map[string]bool{"UTC": true, "Europe/Helsinki": false, "America/Los_Angeles": true} {
		out, status := runIn(t, shortDir(t), []string{"TZ=" + zone},
			"export", "899", "--format", "html", "--profile", shortDir(t))
		m := changed.FindStringSubmatch(out)
		if status != 0 || m == nil || (m[1] != "") != marked {
			t.Errorf("in %s: status %d, %q", zone, status, m)
			continue
		}
		seen[strings.TrimSuffix(strings.TrimSuffix(m[0], "<"), m[1])[:len("changed 1 January")]] = true
	}
	if len(seen) != 1 {
		t.Errorf("the days are %v", seen)
	}
}
