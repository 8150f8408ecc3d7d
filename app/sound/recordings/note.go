package recordings

import (
	"encoding/json"
	"errors"
	"fmt"

	"sextant/app/api"
)

// transferNote is the state of a partial recording that is needed to continue it.
type transferNote struct {
	Size       int64 // -1 while it is not known
	Have       spans
	Validators api.Validators
	MD5        []byte `json:",omitempty"`
	// Sure is the end of the bytes that came in answers from the beginning on. Bytes of a partial answer may be from
	// another place.
	Sure int64 `json:",omitempty"`
	// NoRanges: the service has answered wrongly to a request for a part.
	NoRanges bool `json:",omitempty"`
	// Disagreed is how often the service gave the same bytes other validators.
	Disagreed int  `json:",omitempty"`
	Whole     bool `json:"-"` // the file itself says
}

// maxNote bounds the file of a note: a recording fetched in a few hundred pieces.
const maxNote = 64 << 10

// empty returns the note of the same recording without any byte.
func (n *transferNote) empty() transferNote {
	return transferNote{Size: -1, NoRanges: n.NoRanges, Disagreed: n.Disagreed}
}

// isFickle reports whether validators do not show whether the recording has changed.
func (n *transferNote) isFickle() bool { return n.Disagreed >= 2 }

// last returns the end of the last part that has arrived.
func (n *transferNote) last() int64 {
	if len(n.Have) == 0 {
		return 0
	}
	return n.Have[len(n.Have)-1].Before
}

// ends reports whether a recording is known to end before a byte.
func (n *transferNote) ends(at int64) bool { return n.Size >= 0 && at >= n.Size }

// isComplete reports whether all bytes have arrived.
func (n *transferNote) isComplete() bool { return n.ends(n.Have.end(0)) }

// parseNote parses and validates a note.
func parseNote(data []byte) (transferNote, error) {
	note := transferNote{Size: -1}
	if err := json.Unmarshal(data, &note); err != nil {
		return note, fmt.Errorf("reading the note of a recording: %w", err)
	}
	last := int64(0)
	for i, s := range note.Have {
		if s.From < last || s.Before <= s.From || i > 0 && s.From == last {
			return note, errors.New("reading the note of a recording: its parts overlap")
		}
		last = s.Before
	}
	if note.Size < -1 || note.Size > MaxRecording || note.Size >= 0 && last > note.Size {
		return note, errors.New("reading the note of a recording: its size makes no sense")
	}
	return note, nil
}
