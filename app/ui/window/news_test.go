package window

import (
	"errors"
	"strings"
	"testing"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/assets"
	"sextant/widgets/control"
	"sextant/widgets/widgettest"
)

// TestNewsOnce checks that a new version is reported only once.
func TestNewsOnce(t *testing.T) {
	w := newWindow(t)
	w.parts.Box.Change(func(s *settings.Settings) { s.Version = "0.0.1" })
	if w.news.offer(); w.Notice() != "This is Sextant "+assets.Version+"." {
		t.Errorf("it says %q", w.Notice())
	}
	w.notices.dismiss()
	if w.news.offer(); w.Notice() != "" {
		t.Errorf("it says %q again", w.Notice())
	}
}

// TestNewsInEachLanguage checks that all languages have the same number of paragraphs, of the same versions and
// commands.
func TestNewsInEachLanguage(t *testing.T) {
	english := news()
	for _, l := range say.Languages() {
		speak(t, l.Tag)
		other := news()
		if len(other) != len(english) || len(english) == 0 {
			t.Fatalf("%s: %d paragraphs, not %d", l.Tag, len(other), len(english))
		}
		for i, n := range other {
			if n.command != english[i].command || n.command == "" && n.text != english[i].text || n.text == "" {
				t.Errorf("%s: %+v stands for %+v", l.Tag, n, english[i])
			}
		}
	}
}

// TestNewsDoWhatTheySay checks that each novelty has an existing command, and that the button of one runs it.
func TestNewsDoWhatTheySay(t *testing.T) {
	w := newWindow(t)
	w.news.show()
	found := 0
	for _, n := range news() {
		if n.command == "" {
			continue
		}
		if c := w.Command(n.command); c.Do == nil || c.Title == "" {
			t.Errorf("%s does nothing", n.command)
		}
		found++
	}
	if found != 4 {
		t.Errorf("there are %d novelties, want 4", found)
	}
	before := w.page.Content.Visible()
	for _, o := range widgettest.Seen(w.Canvas().Overlays().Top()) {
		if b, is := o.(*control.PushButton); is && b.Text() == w.Command("view.next").Title {
			b.Tapped(nil)
		}
	}
	if w.covered() || !before || w.parts.Box.Get().View != settings.TextView {
		t.Errorf("the button left the dialog open, or the view is %q", w.parts.Box.Get().View)
	}
}

// TestAboutCopiesTheVersion copies the version to the clipboard.
func TestAboutCopiesTheVersion(t *testing.T) {
	w := newWindow(t)
	w.showAbout()
	for _, o := range widgettest.Seen(w.Canvas().Overlays().Top()) {
		if b, is := o.(*control.PushButton); is && b.Text() == "Copy version" {
			b.Tapped(nil)
		}
	}
	if got := w.parts.App.Clipboard().Content(); !strings.HasPrefix(got, "Sextant "+assets.Version+" (") {
		t.Errorf("the clipboard has %q", got)
	}
}

// silentDesk is a desk with another window that shows the notices for all windows.
type silentDesk struct{ desk }

func (silentDesk) Speaks(*Window) bool { return false }

// TestOneWindowSpeaks checks that notices for all windows are not shown in each of them.
func TestOneWindowSpeaks(t *testing.T) {
	w := newWindow(t)
	w.parts.Desk = silentDesk{}
	w.parts.Box.Change(func(s *settings.Settings) { s.Version = "0.0.1" })
	w.news.offer()
	w.ending.showUnsaved(errors.New("no room"))
	if w.Notice() != "" {
		t.Errorf("it says %q", w.Notice())
	}
}
