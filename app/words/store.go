package words

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"sextant/app/say"
	"sextant/app/store"
)

// StoreMessage returns what is wrong with the store, an empty message if nothing is.
func StoreMessage(o store.Outcome) Message {
	switch {
	case o.SetAside != "":
		return damageMessage(filepath.Base(o.SetAside), o.Lost)
	case errors.Is(o.Cause, store.ErrNewer):
		return Message{Sentence: say.Text("store.newer"), Hint: say.Text("store.newer.hint")}
	case o.ReadOnly:
		return Message{Sentence: say.Text("store.readOnly"), Hint: say.Text("store.untilEnd")}
	case errors.Is(o.Cause, store.ErrFull):
		return Message{Sentence: say.Text("store.fullFromStart"), Hint: say.Text("store.untilEnd")}
	case o.InMemory:
		return Message{Sentence: say.Text("store.none"), Hint: say.Text("store.untilEnd")}
	}
	return Message{}
}

// damageMessage returns that a store was damaged and renamed to a file, and what of it is lost.
func damageMessage(file string, lost store.Parts) Message {
	var names []string
	for _, p := range []struct {
		part store.Parts
		key  string
	}{
		{store.FavouritesPart, "store.lost.favourites"},
		{store.WatchesPart, "store.lost.watches"},
		{store.HeardPart, "store.lost.heard"},
		{store.MarksPart, "store.lost.marks"},
		{store.RecordingsPart, "store.lost.recordings"},
		{store.StatePart, "store.lost.state"},
		{store.VisitsPart, "store.lost.visits"},
	} {
		if lost&p.part != 0 {
			names = append(names, say.Text(p.key))
		}
	}
	m := Message{Sentence: say.Text("store.damaged"), Hint: say.Text("store.damaged.hint", "File", file)}
	if len(names) > 0 {
		m.Hint = say.Text("store.damaged.lost", "Lost", strings.Join(names, ", "), "File", file)
	}
	return m
}

// StoreTrouble returns that pages cannot be stored, or with a nil error that they can again.
func StoreTrouble(err error) Message {
	var damaged *store.DamagedError
	switch {
	case err == nil:
		return Message{Sentence: say.Text("store.again")}
	case errors.As(err, &damaged):
		return damageMessage(filepath.Base(cmp.Or(damaged.SetAside, "?")), damaged.Lost)
	case errors.Is(err, store.ErrFull):
		return Message{Sentence: say.Text("store.full"), Hint: say.Text("store.full.hint")}
	}
	return Message{Sentence: say.Text("store.notNow"), Hint: Why(err)}
}
