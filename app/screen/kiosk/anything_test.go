package kiosk

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestAnything sends random events to a public screen, with quiet periods between: within two minutes all is well
// again, the list goes on, and no frame was empty or drawn into while it was visible. Goroutines and heap do not grow.
func TestAnything(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for seed := range uint64(testkit.Times(1, 2)) {
		synctest.Test(t, func(t *testing.T) {
			a := &anything{newRig(t, anyPlaylists()[0]), rand.New(rand.NewPCG(seed, 1)), image.Pt(160, 96)}
			defer a.close()
			a.service.fourPages()
			a.expectRecovery(t)
			goroutines, heap := a.usage()
			for range testkit.Times(4, 10) {
				for range 100 {
					a.happens()
					time.Sleep(time.Duration(a.chance.Int64N(int64(a.chance.IntN(20)+1) * int64(time.Second))))
				}
				a.expectRecovery(t)
			}
			if n, bytes := a.usage(); n > goroutines+3 || bytes > heap+heap/4+2e6 {
				t.Errorf("%d goroutines have become %d, and a heap of %d bytes %d", goroutines, n, heap, bytes)
			}
			if t.Failed() {
				t.Fatalf("seed %d; %v", seed, a.notes)
			}
		})
	}
}

// anything is a rig that receives random events.
type anything struct {
	*rig
	chance *rand.Rand
	size   image.Point
}

// anyPlaylists returns very different playlists.
func anyPlaylists() []string {
	return []string{
		`show = ["100", "200-202", "300"]` + sharp,
		`show = ["202"]`,
		`show = ["100", "300"]` + aloud + newsflash,
		"show = [\"100-399\"]\ntogether = 4\n[screen]\nfade = \"500ms\"\ncountdown = true",
		"show = [\"100\", \"changed\", \"favourites\"]\ntogether = 2\n[screen]\nclock = true\nrotate = 90\ndrift = " +
			"3\nage = \"5m\"",
		"show = [\"300/3\", \"777\"]\n[screen]\nview = \"sharp\"\n[ticker]\npage = \"200\"",
		"show = [\"favourites\"]\n[[daypart]]\nname = \"night\"\nfrom = \"23:00\"\nto = \"06:30\"\nshow = [\"777\"]",
		`show = ["100", "300"]
[screen]
countdown = true
clock = true
[[daypart]]
name = "night"
from = "20:00"
to = "08:00"
show = ["200-219"]
[[break_in]]
pages = ["300", "202"]
stays = "20s"
pause = "1m"
[[break_in]]
pages = ["100-300"]
phrase = "text 1"
stays = "40s"
pause = "1m"
`,
	}
}

// happens makes a random event happen.
func (a *anything) happens() {
	n := a.chance.IntN
	page := []int{100, 200, 202, 210, 300, 777}[n(6)]
	switch n(12) {
	case 0, 1:
		a.Press(Key(n(int(Leave) + 1)))
	case 2:
		for range 1 + n(4) {
			a.Digit(n(10))
		}
	case 3:
		a.SetPlaylist(pinned(a.t, anyPlaylists()[n(len(anyPlaylists()))]))
	case 4:
		size := []image.Point{{160, 96}, {96, 160}, {40, 30}, {0, 0}, {320, 200}}[n(5)]
		if a.Resize(size); size.X > 0 {
			a.size = size
		}
	case 5:
		a.service.fails(failures(time.Now().Add(-time.Duration(n(60)) * time.Minute)))
	case 6:
		a.service.fails(nil)
	case 7, 8:
		a.service.set(page, n(4), fmt.Sprint("text ", n(3)))
	case 9:
		a.service.remove(page)
	case 10:
		a.screen.stuck(n(2) == 0)
		a.Pick(n(4) - 2)
	case 11:
		a.offset.Add(int64(time.Duration(n(7200)-3600) * time.Second))
	}
}

// expectRecovery waits for two quiet minutes, and then checks that all is well.
func (a *anything) expectRecovery(t *testing.T) {
	t.Helper()
	a.service.fails(nil)
	a.screen.stuck(false)
	a.Post(func() { a.Director.visit.leaving.pin = nil })
	a.Press(Escape)
	a.Press(GoOn)
	time.Sleep(2 * time.Minute)
	testkit.Check(t, a.Healthy())
	before := a.state()
	time.Sleep(time.Minute + time.Second)
	s := a.state()
	a.screen.mu.Lock()
	defer a.screen.mu.Unlock()
	a.screen.lookLocked()
	if a.screen.empty > 0 || a.screen.spoilt > 0 {
		t.Errorf("of %d frames %d were empty, and %d drawn into", a.screen.frames, a.screen.empty, a.screen.spoilt)
	}
	if a.screen.last.Rect.Size() != a.size {
		t.Errorf("drawn for %v, not %v", a.screen.last.Rect.Size(), a.size)
	}
	if a.service.read(&a.service.exceeded) > 0 {
		t.Error("the quota was exceeded")
	}
	if group := a.group(); len(group) > 0 && (s.Cause > Alerted || s.Shown == before.Shown) {
		t.Errorf("%v shows %v, though %v could be shown", s.Cause, s.Places, group)
	}
}

// group returns the pages that could be shown.
func (a *anything) group() []entry {
	return ask(a.rig, func() []entry {
		group, _ := a.turns.order.Group(stop{})
		return slices.Clone(group)
	})
}

// usage returns the smallest number of goroutines and the smallest heap within five minutes.
func (a *anything) usage() (goroutines int, heap uint64) {
	goroutines, heap = math.MaxInt, math.MaxUint64
	for range 5 {
		time.Sleep(time.Minute)
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		goroutines, heap = min(goroutines, runtime.NumGoroutine()), min(heap, m.HeapAlloc)
	}
	return goroutines, heap
}

// failures returns the failures of a service on bad days: each kind for one minute of every hour, one page that
// always fails, and two hours without a connection each day.
func failures(start time.Time) func(page int) *failure {
	kinds := []*failure{
		{status: 404},
		{status: 403},
		{status: 401},
		{status: 429, header: map[string]string{"Retry-After": "30"}},
		{status: 500},
		{status: 503},
		{status: 200, body: "no document"},
		{status: 200, body: string(make([]byte, 5<<20))},
		{cut: true},
		{hang: true},
	}
	return func(page int) *failure {
		since := time.Since(start)
		switch hour, minute := int(since.Hours()), int(since.Minutes())%60; {
		case hour%24 == 3 || hour%24 == 4:
			return &failure{cut: true}
		case minute%5 == 0 && minute/5 > 0 && minute/5 <= len(kinds):
			return kinds[minute/5-1]
		case page == 138:
			return &failure{status: 500}
		}
		return nil
	}
}
