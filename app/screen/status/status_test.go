package status

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"sextant/app/api"
	"sextant/app/say"
	"sextant/app/screen/kiosk"
	"sextant/app/screen/playlist"
	"sextant/app/screen/power"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/assets"
)

// TestRemoteKeysAndLists presses every key and picks lists, also invalid ones.
func TestRemoteKeysAndLists(t *testing.T) {
	r := newRig(token)
	c := r.serve(t)
	for _, tt := range []struct{ path, form, does string }{
		{"/press", "key=0", "digit 0"},
		{"/press", "key=9", "digit 9"},
		{"/press", "key=go-on", "key 14"},
		{"/pick", "list=", "list -1"},
		{"/pick", "list=%3Cnight%3E", "list 1"},
		{"/press", "key=leave", ""},
		{"/press", "key=10", ""},
		{"/press", "key=", ""},
		{"/press", "%%%", ""},
		{"/press?key=1", "", ""},
		{"/pick", "list=none", ""},
		{"/pick", "lists=", ""},
		{"/pick?list=usual", "", ""},
		{"/pick", "x=" + strings.Repeat("x", mostBody), ""},
	} {
		want := http.StatusBadRequest
		if tt.does != "" {
			want = http.StatusSeeOther
		}
		if resp, _ := c.ask("POST", tt.path, tt.form, bearer); resp.StatusCode != want || r.director.took() != tt.does {
			t.Errorf("%s %.20s: %d", tt.path, tt.form, resp.StatusCode)
		}
	}
	for name, k := range keys {
		if c.ask("POST", "/press", "key="+name, bearer); r.director.took() == "" || k == kiosk.Leave {
			t.Errorf("%s does nothing, or ends the program", name)
		}
	}
	_, page := c.ask("GET", "/", "", bearer)
	for name := range keys {
		if !strings.Contains(page, `value="`+name+`"`) && name != "enter" && name != "cancel" && name != "go-on" {
			t.Errorf("the page has no key %s", name)
		}
	}
	if !strings.Contains(page, `value="&lt;night&gt;"`) || strings.Contains(page, "<night>") {
		t.Error("the page does not have the list, or as markup")
	}
}

// TestHealthz checks that the health is available without a token, and the reason only with it.
func TestHealthz(t *testing.T) {
	r := newRig(token)
	c := r.serve(t)
	expect := func(status int, why string) {
		t.Helper()
		resp, stranger := c.ask("GET", "/healthz", "")
		if resp.StatusCode != status || status != http.StatusOK && stranger != "" {
			t.Errorf("a stranger: %d %q", resp.StatusCode, stranger)
		}
		if resp, known := c.ask("GET", "/healthz", "", bearer); resp.StatusCode != status || known != why+"\n" {
			t.Errorf("%d %q", resp.StatusCode, known)
		}
	}
	expect(http.StatusOK, "ok")
	r.glass = errors.New("another window covers the screen")
	expect(http.StatusServiceUnavailable, "another window covers the screen")
	r.glass = nil
	r.stored = errors.New("the disk is full: pages are not stored")
	expect(http.StatusServiceUnavailable, "the disk is full: pages are not stored")
	r.stored = nil
	r.director.at.Bare = 2 * time.Minute
	expect(http.StatusServiceUnavailable, "no page of the list can be shown")
	r.director.at.Bare = time.Second
	expect(http.StatusOK, "ok")
	r.director.at.Outdated, r.director.at.Age = true, 20*time.Minute
	expect(http.StatusServiceUnavailable, "the screen’s contents are 20\u00a0min old")
	r.director.broken = errors.New("nothing has been drawn for 11s")
	expect(http.StatusServiceUnavailable, "nothing has been drawn for 11s")
	r.director.broken, r.director.at = nil, kiosk.State{Uptime: 2 * time.Minute, Cause: kiosk.Waiting}
	expect(http.StatusServiceUnavailable, "there is nothing to show yet")
	r.director.at.Uptime = time.Second
	expect(http.StatusOK, "ok")
}

// TestScreenOff checks that a screen that is off on purpose is healthy, with the way it was turned off, and that one
// that does not turn on is not.
func TestScreenOff(t *testing.T) {
	r := newRig(token)
	c := r.serve(t)
	r.director.at = kiosk.State{
		Uptime: 10 * time.Hour, Cause: kiosk.Waiting, Asleep: true, Pages: 14, Lists: []string{"usual"},
		AsleepSince: start.Add(-time.Hour), Until: start.Add(15*time.Hour + 30*time.Minute),
	}
	r.glass = errors.New("the window is minimised or hidden")
	for _, tt := range []struct {
		power power.State
		words string
	}{
		{power.State{Way: "DPMS"}, "Turned off via DPMS."},
		{power.State{Way: "HDMI-CEC", Pending: true}, "Turning off via HDMI-CEC…"},
		{power.State{}, "Sextant cannot turn this screen off, so it shows black."},
	} {
		r.power = tt.power
		if resp, body := c.ask("GET", "/healthz", "", bearer); resp.StatusCode != http.StatusOK {
			t.Errorf("%+v: %d %s", tt.power, resp.StatusCode, body)
		}
		_, page := c.ask("GET", "/", "", bearer)
		for _, want := range []string{
			"Screen off", "Off until tomorrow 06:00. A key turns it on for a while.", tt.words,
		} {
			if !strings.Contains(page, want) {
				t.Errorf("%+v: the page does not say %q", tt.power, want)
			}
		}
		_, data := c.ask("GET", "/state.json", "", bearer)
		var state Report
		testkit.NoError(t, json.Unmarshal([]byte(data), &state))
		if a, p := state.Asleep, state.Power; a == nil || p == nil || !state.Healthy || p.Way != tt.power.Way ||
			!a.Until.Equal(r.director.at.Until) {
			t.Errorf("%+v: %s", tt.power, data)
		}
	}
	for days, layout := range map[int]string{2: "Mon 15:04", 6: "Mon 15:04", 7: "2 January 2006 15:04"} {
		until := start.Add(15*time.Hour+30*time.Minute).AddDate(0, 0, days-1)
		r.director.at.Until = until
		if _, page := c.ask("GET", "/", "", bearer); !strings.Contains(page, "Off until "+until.Format(layout)+". ") {
			t.Errorf("in %d days: the page does not say until %s", days, until.Format(layout))
		}
	}
	if _, figures := c.ask("GET", "/metrics", "", bearer); !strings.Contains(figures, "\nsextant_screen_asleep 1\n") {
		t.Error("/metrics does not know it")
	}
	r.director.at, r.glass = healthyState(), nil
	r.power = power.State{Way: "HDMI-CEC", Err: power.ErrStaysOff}
	if resp, body := c.ask("GET", "/healthz", "", bearer); resp.StatusCode != http.StatusServiceUnavailable ||
		body != "the screen does not turn on\n" {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if _, page := c.ask("GET", "/", "", bearer); !strings.Contains(page, "The screen does not turn on (HDMI-CEC).") {
		t.Error("the page does not say so")
	}
}

// TestStatusAnswersWithoutDirector checks that all requests are answered while the Director does not answer.
func TestStatusAnswersWithoutDirector(t *testing.T) {
	t.Parallel()
	r := newRig("")
	r.director.silent = true
	c := r.serve(t)
	var all sync.WaitGroup
	for path, want := range map[string]int{
		"/": http.StatusOK, "/state.json": http.StatusServiceUnavailable,
		"/healthz": http.StatusServiceUnavailable, "/metrics": http.StatusOK,
	} {
		all.Go(func() {
			if resp, body := c.ask("GET", path, ""); resp.StatusCode != want ||
				path == "/" && !strings.Contains(body, "does not answer") {
				t.Errorf("%s: %d %s", path, resp.StatusCode, body)
			}
		})
	}
	all.Wait()
}

// TestMetrics checks the metrics with Prometheus's linter, and compares some values.
func TestMetrics(t *testing.T) {
	_, body := newRig("").serve(t).ask("GET", "/metrics", "")
	problems := testkit.Must(promlint.New(strings.NewReader(body)).Lint())(t)
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
	for _, want := range []string{
		`sextant_shows_total{cause="alerted"} 2`, `sextant_requests_total{class="kiosk",outcome="ok"} 90`,
		`sextant_requests_left{window="hour"} 200`,
		`sextant_errors_total{kind="no_network"} 2`, `sextant_healthy 1`,
		`sextant_list_oldest_age_seconds 360`, `sextant_playlist_trouble 0`,
		`sextant_screen_faults_total{fault="covered"} 2`,
		`sextant_frames_drawn_total 29`, `sextant_uptime_seconds 3600`, `sextant_build_info{`, `go_goroutines `,
	} {
		if !strings.Contains(body, "\n"+want) {
			t.Errorf("there is no %s", want)
		}
	}
	for k := api.NotFound; k <= api.Misused; k++ {
		if k.Name() == "" {
			t.Errorf("%v has no name", k)
		}
	}
}

// TestStateJSON compares the whole state with a file, so that no name changes by mistake.
func TestStateJSON(t *testing.T) {
	r := newRig("")
	r.director.at.Trouble, r.director.at.TroubleSince = &api.Error{
		Kind: api.Trouble, Op: "page 100",
	}, start.Add(-time.Hour)
	r.director.at.Usage.Paused, r.director.at.Typed = start.Add(time.Minute), "12-"
	_, err := playlist.Parse([]byte("show = [\"99\"]\n\ntogether = 5\n"))
	r.playlist.Trouble = err
	_, body := r.serve(t).ask("GET", "/state.json", "")
	want, err := os.ReadFile("testdata/state.json")
	body = strings.Replace(body, assets.Version, "VERSION", 1)
	if err != nil || body != string(want) {
		t.Errorf("%v; it says\n%s", err, body)
	}
	if !json.Valid([]byte(body)) {
		t.Error("this is no JSON")
	}
}

// TestStatusSentences checks the title and the sentences about troubles.
func TestStatusSentences(t *testing.T) {
	for _, tt := range []struct {
		change func(v *view)
		title  string
		bad    []string
	}{
		{func(*view) {}, "Page 123, 2 of 3", nil},
		{func(v *view) { v.Of[0] = 1 }, "Page 123", nil},
		{func(v *view) {
			v.Places, v.Of = []teletext.Place{
				{Page: 100, Subpage: 1}, {Page: 101, Subpage: 1}, {Page: 102, Subpage: 3},
			}, []int{1, 1, 3}
		}, "Pages 100, 101 and 102", nil},
		{func(v *view) { v.Places, v.Of, v.Cause = []teletext.Place{{}}, []int{0}, kiosk.Waiting }, "Nothing yet", nil},
		{
			func(v *view) {
				v.Trouble, v.TroubleSince = &api.Error{Kind: api.NoNetwork}, start.Add(-25*time.Minute)
			}, "Page 123, 2 of 3",
			[]string{"The service cannot be reached (since 14:05)."},
		},
		{
			func(v *view) {
				v.Trouble, v.TroubleSince = &api.Error{Kind: api.Refused}, start.Add(-24*time.Hour)
			}, "Page 123, 2 of 3",
			[]string{"The service does not accept the app ID or key (since yesterday 14:30)."},
		},
		{func(v *view) { v.Trouble = &api.Error{Kind: api.NotFound} }, "Page 123, 2 of 3", nil},
		{
			func(v *view) { v.Known = 12 }, "Page 123, 2 of 3", []string{
				"12 of 14 pages loaded, the oldest 6\u00a0min ago.",
			},
		},
		{
			func(v *view) { v.Pages, v.Known, v.Gone = 1, 0, 1 }, "Page 123, 2 of 3", []string{
				"The list’s only page is not loaded yet. The service does not have 1 of them.",
			},
		},
		{
			func(v *view) { v.err, v.broken = errors.New("x"), errors.New("nothing has been drawn for 11s") },
			"No answer",
			[]string{
				"The screen has stopped: nothing has been drawn for 11s.", "The screen does not answer.",
			},
		},
		{
			func(v *view) { v.playlist.Trouble = errors.New("it cannot be read: no such file") },
			"Page 123, 2 of 3",
			[]string{
				"The playlist: it cannot be read: no such file; the last working playlist stays in use.",
			},
		},
		{
			func(v *view) {
				v.playlist.Trouble = &playlist.Mistakes{
					List: []playlist.Mistake{{Line: 3, Reason: "there is no page 99"}},
				}
				v.playlist.Seen = time.Time{}
			}, "Page 123, 2 of 3",
			[]string{
				"The playlist has 1 mistake, so the screen shows the first hundred pages: line 3: there is no page 99.",
			},
		},
	} {
		v := view{State: healthyState(), at: start, playlist: &playlist.State{Seen: start}}
		tt.change(&v)
		var bad []string
		for _, s := range v.sentences() {
			if s.Bad {
				bad = append(bad, s.Words)
			}
		}
		if v.title() != tt.title || strings.Join(bad, "|") != strings.Join(tt.bad, "|") ||
			strings.Contains(v.why(), "%") {
			t.Errorf("%s, %q; want %s, %q", v.title(), bad, tt.title, tt.bad)
		}
	}
}

// TestLanguageOfTheRemote checks that the remote control is in the language that the browser prefers, whatever there is
// to say, and that reports stay in the program's.
func TestLanguageOfTheRemote(t *testing.T) {
	testkit.UseMarked(t)
	for name, change := range map[string]func(r *rig){
		"well":       func(*rig) {},
		"off":        func(r *rig) { r.director.at.Asleep, r.director.at.Until = true, start.Add(30*time.Hour) },
		"stays off":  func(r *rig) { r.power.Err = errors.New("no") },
		"silent":     func(r *rig) { r.director.broken = say.Error("status.noAnswer") },
		"not seen":   func(r *rig) { r.glass = say.Wrap(fs.ErrPermission, "playlist.trouble") },
		"not stored": func(r *rig) { r.stored = say.Wrap(syscall.ENOSPC, "playlist.trouble") },
		"failing": func(r *rig) {
			s := &r.director.at
			s.Trouble, s.TroubleSince = &api.Error{Kind: api.QuotaUsed}, start.Add(-30*time.Hour)
			s.Outdated, s.Age, s.Known, s.Gone, s.Short = true, 3*time.Hour, 2, 3, true
		},
		"mistakes": func(r *rig) {
			r.playlist.Trouble = &playlist.Mistakes{List: make([]playlist.Mistake, 7)}
			r.playlist.Unkept = syscall.EROFS
		},
		"picked":  func(r *rig) { r.director.at.Picked = true },
		"waiting": func(r *rig) { r.director.at.Cause = kiosk.Waiting },
		"visited": func(r *rig) { r.director.at.Visited = true },
	} {
		r := newRig(token)
		change(r)
		c := r.serve(t)
		_, body := c.ask(http.MethodGet, "/", "", bearer, "Accept-Language: fi-FI,fi;q=0.8,en;q=0.2")
		if strings.Contains(body, testkit.Mark) || !strings.Contains(body, `<html lang="fi">`) {
			t.Errorf("%s: it is not only in Finnish:\n%s", name, body[strings.Index(body, "<main>"):])
		}
		if _, body = c.ask(http.MethodGet, "/", "", bearer); !strings.Contains(body, testkit.Mark) {
			t.Errorf("%s: it is not in the program's language", name)
		}
		_, body = c.ask(http.MethodGet, "/state.json", "", bearer, "Accept-Language: fi")
		if !strings.Contains(body, testkit.Mark) {
			t.Errorf("%s: a report for programs is in Finnish", name)
		}
	}
	c := newRig(token).serve(t)
	for _, form := range []string{"", "token=wrong"} {
		method := map[bool]string{true: http.MethodGet, false: http.MethodPost}[form == ""]
		if _, body := c.ask(method, "/login", form, "Accept-Language: de"); strings.Contains(body, testkit.Mark) ||
			!strings.Contains(body, `<html lang="de">`) {
			t.Errorf("the login is not only in German:\n%s", body)
		}
	}
}

// TestPicture requests pictures of several widths, and the same one by several clients at once.
func TestPicture(t *testing.T) {
	r := newRig("")
	c := r.serve(t)
	for path, want := range map[string]int{
		"/now.png": 64, "/now.png?width=32": 32, "/now.png?width=1": leastWidth,
		"/now.png?width=99999": 64, "/now.png?width=-5": leastWidth,
	} {
		_, body := c.ask("GET", path, "")
		p, err := png.Decode(bytes.NewReader([]byte(body)))
		if err != nil || p.Bounds().Dx() != want || p.Bounds().Dy() != 36*want/64 {
			t.Errorf("%s: %v", path, err)
		}
	}
	if resp, _ := c.ask("GET", "/now.png?width=x", ""); resp.StatusCode != http.StatusBadRequest {
		t.Errorf("a width that is no number: %d", resp.StatusCode)
	}
	r.later(time.Second)
	before := r.pictures
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { c.ask("GET", "/now.png", "") })
	}
	all.Wait()
	if r.pictures != before+1 {
		t.Errorf("8 at once took %d pictures", r.pictures-before)
	}
	if c.ask("GET", "/now.png?frame=30", ""); r.pictures != before+2 {
		t.Error("a client that knows of a newer frame gets an older one")
	}
	r.later(-time.Hour) // the clock was set back
	if c.ask("GET", "/now.png", ""); r.pictures != before+3 {
		t.Error("a picture is shared for too long")
	}
}

// TestPicturesAreFew checks that only some of many different pictures are kept.
func TestPicturesAreFew(t *testing.T) {
	c := newCamera(&newRig("").parts)
	for i := range 100 {
		if _, err := c.take(t.Context(), want{frame: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.encoded) > mostPictures {
		t.Errorf("%d pictures are kept", len(c.encoded))
	}
}
