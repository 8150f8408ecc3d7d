package seeds

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"sextant/app/teletext"
)

// collected worlds have a reader that collects a whole service, with the faults of walled ones.
var collected = kind{play: (*world).collect, readers: 1, episodes: drawWallsFromTheStart, perHour: 300}

// restless worlds have two readers that collect with a small quota, while people set clocks and cut the power.
var restless = kind{
	play: (*world).hurry, readers: 2, restless: true, perHour: 60,
	episodes: func(*rand.Rand, time.Time, time.Time) []*episode { return nil },
}

// TestNoQuotaIsExceeded runs restless worlds like TestSeeds, with the same variables.
func TestNoQuotaIsExceeded(t *testing.T) {
	runKind(t, 2, 0.5, 0.1, restless)
}

// hurry runs readers that collect until calm, with users who reload pages.
func (w *world) hurry() {
	w.serveChain()
	d := newDesk(w)
	for number := range w.kind.readers {
		r := newReader(w, d, number)
		w.collectOn(r)
		dice := w.dice(r.who + " reloads")
		w.often(dice, time.Minute, func() { r.reload(firstPage + dice.IntN(chain)) })
	}
	w.run(w.calm)
	w.end()
}

// reload opens a page, and reloads it.
func (r *reader) reload(page int) {
	if run := r.running; run != nil {
		run.ui.post(func() {
			run.nav.Run(run.nav.GoTo(teletext.Place{Page: page}))
			run.nav.Run(run.nav.Reload())
		})
	}
}

// chain is the number of pages that are collected.
const chain = 600

// collectedBy is how long after the last wall the collection is complete at the latest: as long as one takes in which
// nothing fails.
const collectedBy = 5 * time.Hour

// TestCollectorEndsWithAllPages runs collected worlds like TestSeeds, with the same variables.
func TestCollectorEndsWithAllPages(t *testing.T) {
	runKind(t, 2, 0.3, 0.05, collected)
}

// drawWallsFromTheStart returns walls, and half of the time one with 404 at first.
func drawWallsFromTheStart(r *rand.Rand, from, to time.Time) []*episode {
	all := drawWalls(r, from, to)
	if r.IntN(2) == 0 {
		return all
	}
	first := drawWall(r, from, []string{"404 empty", "404 no rule", "404 page", "empty"})
	first.to = minTime(first.to, to)
	return slices.Insert(all, 0, first)
}

// collect runs a reader that collects, and checks that it ends with all pages.
func (w *world) collect() {
	w.serveChain()
	r := newReader(w, newDesk(w), 0)
	w.collectOn(r)
	w.at(w.calm, w.settle)
	w.run(w.calm.Add(collectedBy))
	w.checkCollected(r)
	w.end()
	w.checkFiles(filepath.Join(w.dir, "desk"))
}

// serveChain starts the services, alfa with a chain of pages, and lets all machines sleep now and then.
func (w *world) serveChain() {
	w.serve()
	for page, n := firstPage, 0; n < chain; page++ {
		if page%4 == 3 { // there are gaps
			continue
		}
		n++
		w.alfa.next[page] = page + 1 + (page+1)%4/3
		w.alfa.publish(page)
	}
	dice := w.dice("nights")
	w.often(dice, 8*time.Hour, func() { w.sleep(dice) })
}

// collectOn starts a reader that collects.
func (w *world) collectOn(r *reader) {
	w.readers = append(w.readers, r)
	r.start()
	r.liveAndDie(r.who, r, func() {})
	w.after(0, func() { r.running.ui.post(func() { r.running.tuner.Current().Collect.Start() }) })
}

// checkCollected checks that a reader has all pages.
func (w *world) checkCollected(r *reader) {
	if w.isBroken() {
		return
	}
	st := r.running.tuner.Current()
	listings, err := st.Store.Directory()
	if err != nil {
		w.fail("the store cannot be read: %v", err)
	}
	there := map[int]bool{}
	for _, l := range listings {
		there[l.Page] = l.MissingSince.IsZero() && !l.Fetched.IsZero()
	}
	for page := range w.alfa.next {
		if !there[page] {
			w.fail("page %d was not collected; %+v", page, st.Collect.Progress())
		}
		w.count("pages collected")
	}
	if p := st.Collect.Progress(); p.Walking {
		w.fail("it has not come to an end: %+v", p)
	}
}
