package prefs

import (
	"os"
	"strings"
	"testing"
	"time"

	"sextant/app/screen/playlist"
	"sextant/app/settings"
	"sextant/app/ui/command"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/widgettest"
)

// open opens the editor on the playlist of a profile and returns its text area.
func open(t *testing.T, h *hosttest.Host, p settings.Profile) *control.Entry {
	t.Helper()
	return openWith(t, h, p, func() { t.Error("it is shown") })
}

// openWith is open with a function that shows the playlist.
func openWith(t *testing.T, h *hosttest.Host, p settings.Profile, show func()) *control.Entry {
	t.Helper()
	tuner, _ := hosttest.Demo(t, h.Do)
	c := command.Find(NewPlaylists(h, PlaylistParts{
		Profile: p, Tuner: tuner, Now: h.Now, Show: show,
	}).Commands(), "playlists.show")
	n := len(h.Dialogs)
	c.Do()
	h.Until(t, "the dialog", func() bool { return len(h.Dialogs) > n })
	h.Canvas().Focused().(*control.Entry).TypedShortcut(ctrlTab()) // to the text
	area, ok := h.Canvas().Focused().(*control.Entry)
	if !ok || !area.MultiLine {
		t.Fatalf("%T has the keyboard", h.Canvas().Focused())
	}
	return area
}

// TestEdit starts with the short playlist, makes a mistake, which is shown with its line and cannot be saved, corrects
// and saves it, and opens it again.
func TestEdit(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area := open(t, h, p)
	if area.Text != beginning() {
		t.Errorf("it begins with %q", area.Text)
	}
	d := h.Dialogs[0]
	area.SetText("show = [\"100\"]\nshwo = 1")
	h.Until(t, "the mistake", func() bool { return strings.HasPrefix(d.Status(), "Line 2: ") })
	tap(t, h, "Save")
	h.Run()
	if _, err := os.Stat(p.Path(playlist.File)); err == nil || d.Closed() ||
		!strings.HasPrefix(d.Status(), "Not saved. Line 2: ") {
		t.Errorf("%q after a mistake was saved", d.Status())
	}
	if h.Canvas().Focused() != area || area.CursorRow != 1 {
		t.Errorf("%T has the keyboard, in row %d", h.Canvas().Focused(), area.CursorRow)
	}
	const right = "show = [\"100\", \"200-219\"]\n"
	area.SetText(right)
	h.Until(t, "the end of the mistake", func() bool { return strings.HasPrefix(d.Status(), "Showing now") })
	tap(t, h, "Save")
	h.Until(t, "the end of saving", d.Closed)
	if data, err := os.ReadFile(p.Path(playlist.File)); err != nil || string(data) != right {
		t.Errorf("%q, %v", data, err)
	}
	if area := open(t, h, p); area.Text != right {
		t.Errorf("it has %q again", area.Text)
	}
}

// TestNotSaved checks that the error of a failed save stays, even if the text was changed just before.
func TestNotSaved(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area := open(t, h, p)
	if err := os.MkdirAll(p.Path(playlist.File)+"/in the way", 0o700); err != nil {
		t.Fatal(err)
	}
	area.SetText("show = [\"100\"]")
	tap(t, h, "Save")
	d := h.Dialogs[0]
	h.Until(t, "the end of saving", func() bool { return strings.HasPrefix(d.Status(), "Not saved. ") })
	time.Sleep(2 * checkAfter) // for a check that must not come
	h.Run()
	if d.Closed() || !strings.HasPrefix(d.Status(), "Not saved. ") {
		t.Errorf("%q after it was not saved", d.Status())
	}
}

// TestUndo restores unsaved text that was replaced by the example or closed.
func TestUndo(t *testing.T) {
	h, p := hosttest.New(t), settings.Profile{Dir: t.TempDir()}
	area := open(t, h, p)
	area.SetText("show = [\"123\"]")
	tap(t, h, "Example")
	if area.Text != playlist.Example() {
		t.Error("the example is not there")
	}
	tap(t, h, "Undo")
	if area.Text != "show = [\"123\"]" {
		t.Errorf("%q is back", area.Text)
	}
	h.Dialogs[0].Close()
	if h.Undo == nil {
		t.Fatalf("%q, and no way back", h.Mentioned)
	}
	h.Undo()
	h.Canvas().Focused().(*control.Entry).TypedShortcut(ctrlTab())
	if again := h.Canvas().Focused().(*control.Entry); again.Text != "show = [\"123\"]" {
		t.Errorf("%q is back", again.Text)
	}
	h.Undo = nil
	h.Dialogs[1].Close()
	if h.Undo == nil {
		t.Error("there is no way back the second time")
	}
}

// tap presses a button of the open dialog by its label.
func tap(t *testing.T, h *hosttest.Host, word string) {
	t.Helper()
	for _, o := range widgettest.Seen(h.Canvas().Overlays().Top()) {
		if b, is := o.(*control.PushButton); is && b.Text() == word {
			b.Tapped(nil)
			return
		}
	}
	t.Fatalf("there is no button %q", word)
}
