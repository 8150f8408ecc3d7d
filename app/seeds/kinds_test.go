package seeds

import (
	"math/rand/v2"
	"time"
)

// A kind is a kind of world.
type kind struct {
	play       func(*world)
	readers    int
	episodes   func(r *rand.Rand, from, to time.Time) []*episode // of each service
	keysChange bool
	diskFails  bool
	restless   bool // people set clocks, and end programs and machines, ten times as often
	perHour    int  // the limit of all accounts, 0 for random ones
	// quiet and freshFor are those of this kind of world.
	quiet, freshFor time.Duration
}

// mixed worlds have all faults.
var mixed = kind{
	play: (*world).play, readers: 2, episodes: drawEpisodes, keysChange: true, diskFails: true,
	quiet: quiet, freshFor: freshFor,
}

// serve starts the services.
func (w *world) serve() {
	w.alfa, w.bravo = newService(w, "alfa"), newService(w, "bravo")
	for _, s := range []*service{w.alfa, w.bravo} {
		s.faults = w.kind.episodes(w.dice(s.name+" faults"), w.begin, w.calm)
		for _, e := range s.faults {
			w.decided("%s fails with %s from %v to %v", s.name, e.kind, e.from, e.to)
		}
		s.open(w.dice(s.name+" desk"), "desk")
	}
	w.listenElsewhere()
}

// play runs all programs on a few pages that change.
func (w *world) play() {
	w.serve()
	for _, s := range []*service{w.alfa, w.bravo} {
		for page := firstPage; page < firstPage+pages; page += 2 {
			s.publish(page)
		}
		r := w.dice(s.name + " pages")
		w.often(r, 2*time.Minute, func() {
			page := firstPage + 2*int(pages/2*r.Float64()*r.Float64())
			s.publish(page)
			w.decided("%s has another version of page %d", s.name, page)
		})
	}
	w.alfa.open(w.dice("relay account"), relayID)
	w.alfa.open(w.dice("screen account"), "screen3")
	w.relay = newRelayed(w)
	w.hang()
	w.readThere()
	if w.kind.keysChange {
		w.changeKeys()
	}
	r := w.dice("nights")
	w.often(r, 8*time.Hour, func() {
		w.sleep(r)
		for range 2 * r.IntN(10) { // meanwhile
			w.either(r).publish(firstPage + 2*r.IntN(pages/2))
		}
	})
	w.live()
}

// either returns one of the services.
func (w *world) either(r *rand.Rand) *service {
	if r.IntN(2) == 0 {
		return w.alfa
	}
	return w.bravo
}
