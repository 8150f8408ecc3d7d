package acquire

import (
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
)

// A State is what is known of a page. It is an immutable value: what comes next is another State.
type State struct {
	Page     int
	Document *teletext.Page // nil where none has come
	// Digest is that of the document's content, which does not include its time of change.
	Digest     [32]byte
	Validators api.Validators
	// Fetched is when the origin last confirmed the document. Asked is when the service last gave it, or said that it
	// is unchanged, which is later where a cache between has held it.
	Fetched, Asked time.Time
	// Missing: there is no such page. A page that was there is missing only after two 404s; see Standing.
	Missing bool

	changed time.Time // when its content changed at the latest, zero where that is not known
	full    time.Time // when the service gave all of it
}

// askedAt sets when the service answered.
func (s *State) askedAt(t time.Time) { s.Asked, s.Fetched = t, t.Add(-AgeOf(s.Validators)) }
