package kept

import (
	"encoding/json"

	"sextant/app/media"
	"sextant/app/publish"
	"sextant/app/store"
)

// Positions are how far the recordings of a service were heard. It belongs to the UI goroutine.
type Positions struct {
	// Changed is called with the key of a recording of which something else is known now.
	Changed publish.Topic[string]

	store   *store.Store
	known   map[string]store.Position
	playing string // the recording that is played, as the store has it; "" for none
}

// playingState is the key under which the store has the recording that is played, and maxPlaying bounds its text.
const (
	playingState = "playing"
	maxPlaying   = 1 << 20
)

// ReadPositions reads what was heard of a service from its store, which takes a while. What cannot be read counts as
// not heard.
func ReadPositions(from *store.Store) *Positions {
	h := &Positions{store: from, known: map[string]store.Position{}}
	all, _ := from.AllPositions()
	for _, position := range all {
		h.known[position.Key] = position
	}
	h.playing, _ = from.State(playingState)
	return h
}

// Playing is the recording that was played last and has neither ended nor been stopped.
func (h *Positions) Playing() (it media.Item, ok bool) {
	if h.playing == "" || len(h.playing) > maxPlaying || json.Unmarshal([]byte(h.playing), &it) != nil {
		return media.Item{}, false
	}
	return it, it.Key() != ""
}

// SetPlaying keeps which recording is played, nil for none.
func (h *Positions) SetPlaying(it *media.Item) {
	text := ""
	if it != nil {
		data, err := json.Marshal(it)
		if err != nil {
			return // an item has nothing that cannot be written
		}
		text = string(data)
	}
	if text != h.playing {
		h.playing = text
		h.store.SetState(playingState, text)
	}
}

// Follow takes over what is known of the same service, which it was tuned in to in another way before, and what is
// noted there from now on: what plays since then is noted where it came from. The end of that is when nobody notes
// anything there any more.
func (h *Positions) Follow(before *Positions) {
	for _, position := range before.known {
		h.load(position)
	}
	before.Changed.On(func(key string) { h.load(before.known[key]) })
}

// load records what the store has, unless something newer is known.
func (h *Positions) load(position store.Position) {
	if now, ok := h.known[position.Key]; !ok || position.At.After(now.At) {
		h.known[position.Key] = position
		h.Changed.Publish(position.Key)
	}
}

// Of is how far a recording was heard; ok is false where nothing is known.
func (h *Positions) Of(key string) (position store.Position, ok bool) {
	position, ok = h.known[key]
	return position, ok
}

// Set keeps how far a recording was heard.
func (h *Positions) Set(position store.Position) {
	h.known[position.Key] = position
	h.store.SetPosition(position)
	h.Changed.Publish(position.Key)
}
