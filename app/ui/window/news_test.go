package window

import (
	"errors"
	"testing"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/assets"
	"sextant/widgets/reading"
)

// TestNewsOnce tells of another version once, however many windows are opened.
func TestNewsOnce(t *testing.T) {
	w := newWindow(t)
	w.parts.Box.Change(func(s *settings.Settings) { s.Version = "0.0.1" })
	if w.tellOfNews(); w.Notice() != "This is Sextant "+assets.Version+"." {
		t.Errorf("it says %q", w.Notice())
	}
	w.notices.dismiss()
	if w.tellOfNews(); w.Notice() != "" {
		t.Errorf("it says %q again", w.Notice())
	}
}

// TestNewsInEachLanguage has as much to tell in each language, of the same versions.
func TestNewsInEachLanguage(t *testing.T) {
	told := news()
	for _, l := range say.Languages() {
		speak(t, l.Tag)
		other := news()
		if len(other) != len(told) || len(told) == 0 {
			t.Fatalf("%s: %d paragraphs, not %d", l.Tag, len(other), len(told))
		}
		for i, p := range other {
			if p.Kind != told[i].Kind || p.Kind == reading.Heading && p.Text != told[i].Text {
				t.Errorf("%s: %q stands for %q", l.Tag, p.Text, told[i].Text)
			}
		}
	}
}

// silentDesk is a desk with another window that speaks for all.
type silentDesk struct{ desk }

func (silentDesk) Speaks(*Window) bool { return false }

// TestOneWindowSpeaks tells in one of several windows what concerns all.
func TestOneWindowSpeaks(t *testing.T) {
	w := newWindow(t)
	w.parts.Desk = silentDesk{}
	w.parts.Box.Change(func(s *settings.Settings) { s.Version = "0.0.1" })
	w.tellOfNews()
	w.ending.tellUnsaved(errors.New("no room"))
	if w.Notice() != "" {
		t.Errorf("it says %q", w.Notice())
	}
}
