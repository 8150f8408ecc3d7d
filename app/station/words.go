package station

import (
	"cmp"
	"errors"
	"path/filepath"

	"sextant/app/store"
	"sextant/app/words"
)

// StoreMessage tells what is wrong with the stored pages; nothing where all is well.
func StoreMessage(o store.Outcome) words.Message {
	switch {
	case o.SetAside != "":
		return words.Message{Sentence: "The stored pages were damaged, and are begun anew.", Hint: "The damaged file was set aside as " + filepath.Base(o.SetAside) + "."}
	case errors.Is(o.Cause, store.ErrNewer):
		return words.Message{Sentence: "The stored pages are from a newer Sextant.", Hint: "They are left alone; what you read now is kept until Sextant ends."}
	case o.ReadOnly:
		return words.Message{Sentence: "The stored pages can be read but not added to.", Hint: "What you read now is kept until Sextant ends."}
	case errors.Is(o.Cause, store.ErrFull):
		return words.Message{Sentence: "The disk is full: pages cannot be stored.", Hint: "What you read now is kept until Sextant ends."}
	case o.InMemory:
		return words.Message{Sentence: "Pages cannot be stored.", Hint: "What you read now is kept until Sextant ends."}
	}
	return words.Message{}
}

// TroubleMessage tells that pages can be stored no more, or again.
func TroubleMessage(err error) words.Message {
	var damaged *store.DamagedError
	switch {
	case err == nil:
		return words.Message{Sentence: "Pages are stored again.", Hint: ""}
	case errors.As(err, &damaged):
		return StoreMessage(store.Outcome{SetAside: cmp.Or(damaged.SetAside, "?")})
	case errors.Is(err, store.ErrFull):
		return words.Message{Sentence: "The disk is full: pages are not stored.", Hint: "What you read is kept in memory, and stored when there is room."}
	}
	return words.Message{Sentence: "Pages cannot be stored now.", Hint: words.FirstUpper(err.Error()) + "."}
}
