package kept

import (
	"encoding/json"

	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/store"
)

// Positions has how far the recordings of a service were heard. It belongs to the UI goroutine.
type Positions struct {
	// Changed is called with the key of a recording whose position has changed.
	Changed publish.Topic[string]

	store   *store.Store
	known   map[string]store.Position
	playing string // the stored recording that plays; "" for none
}

// playingState is the store's key of the recording that plays, and maxPlaying bounds its text, in bytes.
const (
	playingState = "playing"
	maxPlaying   = 1 << 20
)

// ReadPositions reads the positions of a service from its store, which waits for the disk. Unreadable ones count as not
// heard.
func ReadPositions(from *store.Store) *Positions {
	h := &Positions{store: from, known: map[string]store.Position{}}
	all, _ := from.AllPositions()
	for _, position := range all {
		h.known[position.Key] = position
	}
	h.playing, _ = from.State(playingState)
	return h
}

// Playing returns the recording that played last and has neither ended nor been stopped.
func (p *Positions) Playing() (it media.Item, ok bool) {
	if p.playing == "" || len(p.playing) > maxPlaying || json.Unmarshal([]byte(p.playing), &it) != nil {
		return media.Item{}, false
	}
	return it, it.Key() != ""
}

// SetPlaying stores which recording plays, nil for none.
func (p *Positions) SetPlaying(it *media.Item) {
	text := ""
	if it != nil {
		data, err := json.Marshal(it)
		if err != nil {
			return // never fails for an item
		}
		text = string(data)
	}
	if text != p.playing {
		p.playing = text
		p.store.SetState(playingState, text)
	}
}

// Follow takes over the positions of the same service under another address, and its later changes, since a recording
// that still plays from there has its position set there.
func (p *Positions) Follow(before *Positions) {
	for _, position := range before.known {
		p.load(position)
	}
	before.Changed.On(func(key string) { p.load(before.known[key]) })
}

// load sets a position from the store, unless a newer one is known.
func (p *Positions) load(position store.Position) {
	if now, ok := p.known[position.Key]; !ok || position.At.After(now.At) {
		p.known[position.Key] = position
		p.Changed.Publish(position.Key)
	}
}

// Of returns how far a recording was heard; ok is false where that is not known.
func (p *Positions) Of(key string) (position store.Position, ok bool) {
	position, ok = p.known[key]
	return position, ok
}

// Set stores how far a recording was heard.
func (p *Positions) Set(position store.Position) {
	p.known[position.Key] = position
	p.store.SetPosition(position)
	p.Changed.Publish(position.Key)
}
