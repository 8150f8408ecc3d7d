package endtoend

import (
	"fmt"
	"math"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
)

// longRun returns the number of turns of TestKioskLong: SEXTANT_KIOSK_TURNS, or 160.
func longRun() (turns int) {
	if _, err := fmt.Sscan(os.Getenv("SEXTANT_KIOSK_TURNS"), &turns); err != nil || turns < 8 {
		return 160
	}
	return turns
}

// TestKioskLong runs a public screen at 1920x1080 while the service fails in one way after the other: the next page of
// the list is on the screen at each turn, and the memory does not grow.
func TestKioskLong(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it is a day of a screen, at length")
	t.Parallel()
	m, picture := serveFailing(t)
	d := newBareDisplay(t, 1920, 1080)
	pages := []int{104, 123, 124, 120, 150, 160}
	var places []string
	for _, page := range pages {
		places = append(places, fmt.Sprintf(`"%d/1"`, page))
	}
	list := fmt.Sprintf("show = [%s]\n%s", strings.Join(places, ", "), dwells)
	k := startKiosk(t, d, m.service, picture, list)
	k.begin(m.service, pages...)
	k.turns(2*len(pages), pages...) // all pages are loaded, with their pictures
	l := &long{kiosk: k, service: m, pages: pages, at: k.among(pages...), began: time.Now()}
	whole := longRun()
	first := l.run(whole / 2)
	last := l.run(whole - whole/2)
	t.Logf("%d turns in %v; Rss %.1f, then %.1f MB; %.0f ms of a core for each turn", whole,
		time.Since(l.began).Round(time.Second), first.rss, last.rss,
		1000*(last.cpu-first.cpu).Seconds()/float64(whole-whole/2))
	if last.rss > first.rss+10 {
		t.Errorf("%.1f MB have become %.1f", first.rss, last.rss)
	}
	m.Fail(nil)
	k.end()
}

// failureModes returns the ways in which the service fails, except 404, which would be believed.
func failureModes() []http.HandlerFunc {
	return []http.HandlerFunc{
		servicetest.Refuse(403), servicetest.Refuse(401), servicetest.Refuse(429), servicetest.Refuse(500),
		servicetest.Lobby,
		func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
	}
}

// A long run cycles the list.
type long struct {
	*kiosk
	service   *failing
	pages     []int
	at, turns int
	began     time.Time
}

// measured is the number of turns at whose end the memory is measured. Between two collections of garbage it grows by a
// frame or two, of 8 MB each.
const measured = 8

// run turns pages, and returns what the program uses at the end, with the least memory of the last turns. The service
// fails for two turns, and works for two.
func (l *long) run(turns int) (end usage) {
	l.t.Helper()
	pid := l.cmd.Process.Pid
	end.rss = math.Inf(1)
	for left := turns - 1; left >= 0; left-- {
		l.service.Fail(nil)
		if ways := failureModes(); l.turns/2%2 == 0 {
			l.service.Fail(ways[l.turns/4%len(ways)])
		}
		l.turns++
		l.at = (l.at + 1) % len(l.pages)
		l.advance(stays)
		l.untilPage(l.pages[l.at]) // without settled, which would wait for failing requests
		if left < measured {
			end.rss = min(end.rss, memory(l.t, pid, "Rss:"))
		}
	}
	end.cpu = processor(l.t, pid)
	return end
}

// usage returns the program's resident memory in MB, and its processor time.
type usage struct {
	rss float64
	cpu time.Duration
}

// processor returns the processor time of a process, from the scheduler's count for each of its threads.
func processor(t *testing.T, pid int) (all time.Duration) {
	t.Helper()
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		var ns int64
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", pid, task.Name()))
		if err == nil && len(data) > 0 { // some kernels have no count
			_, _ = fmt.Sscan(string(data), &ns)
		}
		all += time.Duration(ns)
	}
	return all
}
