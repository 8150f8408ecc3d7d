package app

import (
	"cmp"
	"errors"
	"path/filepath"

	"sextant/app/store"
)

// storeMessage tells what is wrong with the stored pages; nothing where all is well.
func storeMessage(o store.Outcome) message {
	switch {
	case o.SetAside != "":
		return message{"The stored pages were damaged, and are begun anew.", "The damaged file was set aside as " + filepath.Base(o.SetAside) + "."}
	case errors.Is(o.Cause, store.ErrNewer):
		return message{"The stored pages are from a newer Sextant.", "They are left alone; what you read now is kept until Sextant ends."}
	case o.ReadOnly:
		return message{"The stored pages can be read but not added to.", "What you read now is kept until Sextant ends."}
	case errors.Is(o.Cause, store.ErrFull):
		return message{"The disk is full: pages cannot be stored.", "What you read now is kept until Sextant ends."}
	case o.InMemory:
		return message{"Pages cannot be stored.", "What you read now is kept until Sextant ends."}
	}
	return message{}
}

// troubleMessage tells that pages can be stored no more, or again.
func troubleMessage(err error) message {
	var damaged *store.DamagedError
	switch {
	case err == nil:
		return message{"Pages are stored again.", ""}
	case errors.As(err, &damaged):
		return storeMessage(store.Outcome{SetAside: cmp.Or(damaged.SetAside, "?")})
	case errors.Is(err, store.ErrFull):
		return message{"The disk is full: pages are not stored.", "What you read is kept in memory, and stored when there is room."}
	}
	return message{"Pages cannot be stored now.", firstUpper(err.Error()) + "."}
}
