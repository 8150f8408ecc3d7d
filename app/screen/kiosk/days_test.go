package kiosk

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit/race"
)

// days returns the length of the long run in days: SEXTANT_DAYS, otherwise three.
func days(t *testing.T) (n int) {
	if _, err := fmt.Sscan(os.Getenv("SEXTANT_DAYS"), &n); err != nil {
		return 3
	}
	return n
}

// TestFailingDays runs a public screen for days on a service that fails in every way, is cut off for hours, and allows
// 300 requests an hour, with viewers who press keys, a page that breaks in, and a clock that is set twice a day.
func TestFailingDays(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	if testing.Short() {
		t.Skip("days take some seconds")
	}
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, failingDays)
		defer r.close()
		chance := rand.New(rand.NewPCG(1, 2))
		for page := 100; page < 140; page += 2 {
			r.service.set(page, 1+page%3, "some text")
		}
		r.service.set(200, 3, "three")
		r.service.set(301, 1, "one")
		r.service.fails(failures(time.Now()))
		var figures []figure
		for half := range 2 * days(t) {
			r.offset.Store(int64(time.Duration(half%3-1) * time.Hour))
			for end := time.Now().Add(12 * time.Hour); time.Now().Before(end); time.Sleep(time.Second) {
				r.disturb(chance)
				if chance.IntN(60) == 0 { // twenty pages, of which the first changes most often
					page := 100 + 2*int(20*chance.Float64()*chance.Float64())
					r.service.set(page, 1+page%3, fmt.Sprint("text ", chance.IntN(1000)))
				}
			}
			figures = append(figures, measure(r))
			f := figures[half]
			t.Logf(
				"day %.1f: %d shown, %d requests by class %v in the last hour, mean age %v, oldest %v; %d "+
					"goroutines, %.1f MB", float64(half+1)/2, f.Shown, f.Usage.Hour, f.Usage.ByClass,
				f.Mean.Round(time.Second), f.Oldest.Round(time.Second), f.goroutines, float64(f.heap)/1e6)
		}
		r.judge(figures)
	})
}

const failingDays = `show = ["100-139", "200/2", "301", "777"]

[screen]
clock = true
countdown = true

[ticker]
page = "301"

[[break_in]]
pages = ["100"]
stays = "1m"
pause = "1h"
`

// disturb presses keys at random.
func (r *rig) disturb(chance *rand.Rand) {
	switch chance.IntN(1500) {
	case 0:
		r.Press(Key(chance.IntN(int(Leave))))
	case 1:
		for range 3 {
			r.Digit(chance.IntN(9))
		}
	}
}

// A figure is the state of the screen at the end of half a day.
type figure struct {
	State
	goroutines int
	heap       uint64
}

// measure takes the smallest values of five minutes, as a request or a viewer may be active.
func measure(r *rig) (f figure) {
	f.State, _ = r.State(context.Background())
	f.goroutines, f.heap = math.MaxInt, math.MaxUint64
	for range 5 {
		time.Sleep(time.Minute)
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		f.goroutines, f.heap = min(f.goroutines, runtime.NumGoroutine()), min(f.heap, m.HeapAlloc)
	}
	return f
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

// judge checks that no frame was empty, that the quota held, and that goroutines and heap did not grow.
func (r *rig) judge(figures []figure) {
	synctest.Wait()
	if r.screen.empty > 0 {
		r.t.Errorf("%d of %d frames were empty", r.screen.empty, r.screen.frames)
	}
	if r.service.read(&r.service.exceeded) > 0 {
		r.t.Errorf("the quota was exceeded by %d requests", r.service.read(&r.service.exceeded))
	}
	var counts []int
	for _, n := range r.shown {
		counts = append(counts, n)
	}
	slices.Sort(counts)
	r.t.Logf("%d places shown, each %d to %d times, %d in the middle",
		len(counts), counts[0], counts[len(counts)-1], counts[len(counts)/2])
	first, last := figures[min(1, len(figures)-1)], figures[len(figures)-1]
	if last.goroutines > first.goroutines+3 {
		r.t.Errorf("%d goroutines have become %d", first.goroutines, last.goroutines)
	}
	if last.heap > first.heap+first.heap/4+2e6 {
		r.t.Errorf("%d bytes of the heap have become %d", first.heap, last.heap)
	}
}
