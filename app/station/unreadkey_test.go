package station

import (
	"errors"
	"testing"

	"github.com/zalando/go-keyring"

	"sextant/app/settings"
)

// TestUndoDeletesNoKeyThatWasNotRead stores a preset's key while the keyring is shut: the undo of that does not delete
// the key in the keyring, which nobody knows. Where there was none it deletes the new one.
func TestUndoDeletesNoKeyThatWasNotRead(t *testing.T) {
	for name, tt := range map[string]struct {
		fails error
		undos int
	}{
		"shut": {errors.New("the keyring is shut"), 0}, "none": {keyring.ErrNotFound, 1},
	} {
		keyring.MockInitWithError(tt.fails)
		tuner, p := &Tuner{profile: settings.Profile{Dir: t.TempDir()}}, &prepared{}
		of := &settings.Preset{}
		of.ID, of.KeyPlace = "home", settings.InKeyring
		if err := tuner.keepOwn(p, of, "new"); err != nil || of.KeyPlace != settings.InFile {
			t.Errorf("%s: %v, kept in %q", name, err, of.KeyPlace)
		}
		if len(p.undos) != tt.undos {
			t.Errorf("%s: %d undos", name, len(p.undos))
		}
	}
	keyring.MockInit()
}
