package station

import (
	"cmp"
	"errors"
	"path/filepath"

	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/words"
)

// StoreMessage tells what is wrong with the stored pages; nothing where all is well.
func StoreMessage(o store.Outcome) words.Message {
	switch {
	case o.SetAside != "":
		return words.Message{Sentence: say.Text("store.damaged"), Hint: say.Text("store.damaged.hint", "File", filepath.Base(o.SetAside))}
	case errors.Is(o.Cause, store.ErrNewer):
		return words.Message{Sentence: say.Text("store.newer"), Hint: say.Text("store.newer.hint")}
	case o.ReadOnly:
		return words.Message{Sentence: say.Text("store.readOnly"), Hint: say.Text("store.untilEnd")}
	case errors.Is(o.Cause, store.ErrFull):
		return words.Message{Sentence: say.Text("store.fullFromStart"), Hint: say.Text("store.untilEnd")}
	case o.InMemory:
		return words.Message{Sentence: say.Text("store.none"), Hint: say.Text("store.untilEnd")}
	}
	return words.Message{}
}

// TroubleMessage tells that pages can be stored no more, or again.
func TroubleMessage(err error) words.Message {
	var damaged *store.DamagedError
	switch {
	case err == nil:
		return words.Message{Sentence: say.Text("store.again")}
	case errors.As(err, &damaged):
		return StoreMessage(store.Outcome{SetAside: cmp.Or(damaged.SetAside, "?")})
	case errors.Is(err, store.ErrFull):
		return words.Message{Sentence: say.Text("store.full"), Hint: say.Text("store.full.hint")}
	}
	return words.Message{Sentence: say.Text("store.notNow"), Hint: words.Why(err)}
}
