package prefs

import (
	"errors"
	"testing"
)

// TestClosedWindow notifies a window that was closed of nothing any more.
func TestClosedWindow(t *testing.T) {
	r := newRig(t)
	r.Close()
	r.tuner.Presets.Unsaved.Publish(errors.New("no room"))
	if r.Notice.Sentence != "" {
		t.Errorf("it shows %q", r.Notice.Sentence)
	}
}
