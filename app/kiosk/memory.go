package kiosk

import (
	"encoding/json"
	"time"

	"sextant/app/kiosk/programme"
	"sextant/app/kiosk/upkeep"
)

// What is kept for the next start, by its key in the store.
const (
	placeKey = "kiosk.place"
	ratesKey = "kiosk.rates"
)

// ratesEvery is how often it is kept what was learned of how often pages change.
const ratesEvery = 10 * time.Minute

// A memory keeps where in the list the screen is, so that it goes on there after the program was ended in whatever way.
type memory struct {
	director *Director
	at       place
	kept     time.Duration
}

// A place is where in a playlist the screen is.
type place struct {
	Playlist string
	List     int
	Behind   programme.Stop
}

// recall reads what was kept. What cannot be read is begun anew.
func (m *memory) recall() {
	d := m.director
	if value, err := d.parts.Store.State(placeKey); err == nil {
		var at place
		if json.Unmarshal([]byte(value), &at) == nil && at.Playlist == d.parts.Playlist.Digest() {
			m.at = at
		}
	}
	if value, err := d.parts.Store.State(ratesKey); err == nil {
		d.tending.keeper = upkeep.New(value)
	}
}

// stop is the one behind which a list goes on, the zero one for its beginning.
func (m *memory) stop(list int) programme.Stop {
	if m.at.List != list {
		return programme.Stop{}
	}
	return m.at.Behind
}

// note keeps what is on the screen now.
func (m *memory) note(s *show) {
	d := m.director
	m.at = place{d.parts.Playlist.Digest(), d.running.list, s.behind}
	value, _ := json.Marshal(m.at) // strings and numbers
	d.parts.Store.SetState(placeKey, string(value))
	if now := d.parts.Elapsed(); now-m.kept >= ratesEvery {
		m.kept = now
		m.keep()
	}
}

// keep keeps what was learned of the pages.
func (m *memory) keep() { m.director.parts.Store.SetState(ratesKey, m.director.tending.keeper.State()) }
