package prefs

import (
	"errors"
	"testing"
)

// TestClosedWindow checks that a closed window shows no notices.
func TestClosedWindow(t *testing.T) {
	r := newRig(t)
	r.Close()
	r.tuner.Presets.Unsaved.Publish(errors.New("no room"))
	if r.Notice.Sentence != "" {
		t.Errorf("it shows %q", r.Notice.Sentence)
	}
}
