package endtoend

import (
	"fmt"
	"image"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit/race"
)

// longRun is how long TestKioskLong lasts: SEXTANT_KIOSK_MINUTES minutes, or else two.
func longRun() time.Duration {
	minutes := 2
	if _, err := fmt.Sscan(os.Getenv("SEXTANT_KIOSK_MINUTES"), &minutes); err != nil {
		minutes = 2
	}
	return time.Duration(minutes) * time.Minute
}

// turnEvery is how long each page stays in the long run.
const turnEvery = 5 * time.Second

// TestKioskLong runs a public screen at 1920x1080 while the service fails in one way after the other: at every second a
// page of the list is on the screen, as many come as the playlist says, and the memory stays as it is.
func TestKioskLong(t *testing.T) {
	race.Skip(t, "it is a day of a screen, at length")
	t.Parallel()
	m, picture := serveMoody(t)
	d := newBareDisplay(t, 1920, 1080)
	pages := []int{104, 123, 124, 120, 150, 160}
	var places []string
	for _, page := range pages {
		places = append(places, fmt.Sprintf(`"%d/1"`, page))
	}
	list := fmt.Sprintf("show = [%s]\ndwell = { fixed = \"%v\" }\n[screen]\nage = \"0s\"\n",
		strings.Join(places, ", "), turnEvery)
	k := startKiosk(t, d, m.service, picture, list)
	for range 2 {
		k.goneThrough(len(pages), pages...) // all are there, with their pictures
	}
	ended := make(chan struct{})
	defer close(ended)
	go m.rage(ended)
	w := watch{kiosk: k, pages: pages, began: time.Now(), last: time.Now()}
	whole := longRun()
	for w.since() < whole/8 {
		w.look()
	}
	first := w.measure()
	for w.since() < whole {
		w.look()
	}
	last := w.measure()
	turns := int(w.since() / turnEvery)
	t.Logf("%v: %d of %d turns seen, %d of %d looks between pages; Rss %.1f, then %.1f MB; %.2f %% of a core",
		w.since().Round(time.Second), w.turns, turns,
		w.nothing, w.looks, first.rss, last.rss, 100*(last.cpu-first.cpu).Seconds()/(last.at-first.at).Seconds())
	if w.turns < turns*8/10 || w.turns > turns+2 {
		t.Errorf("%d turns instead of %d", w.turns, turns)
	}
	if last.rss > first.rss+10 {
		t.Errorf("%.1f MB have become %.1f", first.rss, last.rss)
	}
	k.end()
}

// rage lets the service fail in one way after the other, with some seconds of peace between them.
func (m *moody) rage(ended <-chan struct{}) {
	moods := []http.HandlerFunc{
		refuse(404), refuse(403), refuse(401), refuse(429), refuse(500), lobby,
		func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	}
	for i := 0; ; i++ {
		for _, mood := range []http.HandlerFunc{moods[i%len(moods)], nil} {
			m.fail(mood)
			select {
			case <-ended:
				return
			case <-time.After(10 * time.Second):
			}
		}
	}
}

// A watch looks at a public screen once a second.
type watch struct {
	*kiosk
	pages []int
	began time.Time
	last  time.Time // when a page was seen last

	on, turns, looks, nothing int
}

func (w *watch) since() time.Duration { return time.Since(w.began) }

// look waits for a second and looks which page is on the screen. None may be for a moment.
func (w *watch) look() {
	w.t.Helper()
	time.Sleep(time.Second) // between two looks
	shot := w.shot(w.screen)
	at := slices.IndexFunc(w.pages, func(page int) bool { return w.isOn(shot, page) })
	w.looks++
	if at < 0 {
		w.nothing++
		if silent := time.Since(w.last); silent > 3*time.Second {
			keepPicture(w.t, w.session, "kiosk-long-nothing")
			w.t.Errorf("no page of the list for %v", silent)
			w.last = time.Now()
		}
		return
	}
	w.last = time.Now()
	if w.pages[at] != w.on {
		w.turns++
	}
	w.on = w.pages[at]
}

func (w *watch) isOn(shot *image.RGBA, page int) bool {
	return fits(shot, w.picture(page, 1), onScreen, w.screen.Dx(), w.screen.Dy())
}

// usage is what the program uses: resident memory in MB, and time of a processor, at a time since the beginning.
type usage struct {
	rss float64
	cpu time.Duration
	at  time.Duration
}

func (w *watch) measure() usage {
	pid := w.cmd.Process.Pid
	return usage{memory(w.t, pid, "Rss:"), processor(w.t, pid), w.since()}
}

// processor is the time of a processor that a program has had, as the scheduler counts it for each of its threads.
func processor(t *testing.T, pid int) (all time.Duration) {
	t.Helper()
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		var ns int64
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", pid, task.Name()))
		if err == nil && len(data) > 0 { // some systems do not count
			_, _ = fmt.Sscan(string(data), &ns)
		}
		all += time.Duration(ns)
	}
	return all
}
