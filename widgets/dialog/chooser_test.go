package dialog

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/testkit"
	"sextant/widgets/widgettest"
)

// A choosing is an open file chooser in a folder with "notes/inside.txt", "a.txt", "b.txt" and a hidden file.
type choosing struct {
	*Chooser
	t      *testing.T
	canvas fyne.Canvas
	folder string
	posted chan func()
	chosen []string
}

func newChoosing(t *testing.T, r Request) *choosing {
	t.Helper()
	c := &choosing{t: t, folder: t.TempDir(), posted: make(chan func(), 9)}
	for _, name := range []string{"b.txt", "a.txt", ".hidden", "notes/inside.txt"} {
		path := filepath.Join(c.folder, filepath.FromSlash(name))
		testkit.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		testkit.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	}
	c.canvas = widgettest.Show(t, canvas.NewRectangle(nil), 480, 360).Canvas()
	r.Folder, r.Action = c.folder, "Save"
	r.Chosen = func(path string) { c.chosen = append(c.chosen, path) }
	d := New(c.canvas, "A file", func(fyne.Shortcut) {})
	c.Chooser = NewChooser(d, func(f func()) { c.posted <- f }, r)
	d.Open(fyne.NewSize(620, 480), c.First(), func() {})
	c.Begin()
	c.wait()
	return c
}

// wait runs the next posted function.
func (c *choosing) wait() {
	c.t.Helper()
	select {
	case f := <-c.posted:
		f()
	case <-time.After(2 * time.Minute):
		c.t.Fatal("nothing comes of it")
	}
}

func (c *choosing) titles() (list string) {
	for i := range c.list.Count() {
		list += c.list.Row(i).Title + " "
	}
	return list
}

func (c *choosing) expect(paths ...string) {
	c.t.Helper()
	open := c.canvas.Overlays().Top() != nil
	if len(c.chosen) != len(paths) || open == (len(paths) > 0) ||
		len(paths) > 0 && c.chosen[0] != filepath.Join(c.folder, paths[0]) {
		c.t.Errorf("chose %q, want %q; the dialog is open: %t", c.chosen, paths, open)
	}
}

// TestChooseFileToSave chooses a name for saving. An existing file is only chosen after a confirmation.
func TestChooseFileToSave(t *testing.T) {
	c := newChoosing(t, Request{Save: true, Name: "new.png"})
	if got, want := c.titles(), "notes"+string(filepath.Separator)+" a.txt b.txt "; got != want ||
		c.canvas.Focused() != c.name {
		t.Errorf("lists %q, want %q; %T has the keyboard", got, want, c.canvas.Focused())
	}
	widgettest.Press(c.name, fyne.KeyReturn)
	c.wait()
	c.expect("new.png")
	if _, err := os.Stat(filepath.Join(c.folder, "new.png")); err == nil {
		t.Error("the chooser made the file")
	}

	c = newChoosing(t, Request{Save: true, Name: "a.txt"})
	c.choose()
	c.wait()
	c.expect()
	if c.asked == "" || c.canvas.Focused() != c.cancel || c.dialog.Status() == "" {
		t.Errorf("asked about %q, %T has the keyboard", c.asked, c.canvas.Focused())
	}
	widgettest.Press(c.cancel, fyne.KeyReturn)
	c.expect()
	if c.asked != "" || c.action.Text() != "Save" {
		t.Error("the question stays")
	}
	c.choose()
	c.wait()
	widgettest.Press(c.action, fyne.KeyReturn)
	c.expect("a.txt")
	if c = newChoosing(t, Request{Save: true, Name: "a.txt"}); c.canvas.Focused() != c.name {
		t.Error("the name has not the keyboard")
	}
	c.choose()
	c.wait()
	widgettest.Press(c.name, fyne.KeyReturn)
	if c.expect(); c.canvas.Focused() != c.cancel {
		t.Error("Enter in the name answers the question")
	}
	if data, err := os.ReadFile(filepath.Join(c.folder, "a.txt")); err != nil || string(data) != "old" {
		t.Errorf("the old file is now %q (%v)", data, err)
	}
}

// TestChooseFileByKeys opens a folder and returns from it by keys.
func TestChooseFileByKeys(t *testing.T) {
	c := newChoosing(t, Request{})
	widgettest.Press(c.list, fyne.KeyReturn)
	c.wait()
	if c.titles() != "inside.txt " || c.path.Text() != filepath.Join(c.folder, "notes") {
		t.Errorf("in %q: %q", c.path.Text(), c.titles())
	}
	widgettest.Press(c.list, fyne.KeyBackspace)
	c.wait()
	widgettest.Press(c.list, fyne.KeyRight)
	c.wait()
	widgettest.Press(c.list, fyne.KeyLeft)
	c.wait()
	if c.list.At() != 0 || c.canvas.Focused() != c.list {
		t.Errorf("back, the keys are at row %d", c.list.At())
	}
	widgettest.Press(c.list, fyne.KeyDown, fyne.KeyReturn)
	c.wait()
	c.expect("a.txt")
}

// TestChooseFileByMouse opens a folder with one click, and chooses a file with two.
func TestChooseFileByMouse(t *testing.T) {
	c := newChoosing(t, Request{})
	click := func(row int) {
		c.list.Tapped(&fyne.PointEvent{Position: fyne.NewPos(30, c.list.Top(row)+5)})
	}
	click(1)
	c.expect()
	click(0)
	c.wait()
	click(0)
	if c.name.Text != "inside.txt" {
		t.Errorf("a click takes the name %q", c.name.Text)
	}
	click(0)
	c.wait()
	c.expect(filepath.Join("notes", "inside.txt"))
}

// TestChooseFileTroubles checks the messages about missing files and folders.
func TestChooseFileTroubles(t *testing.T) {
	for typed, want := range map[string]string{
		"":                "Type the name of the file, or choose one.",
		"none.txt":        "The file does not exist.",
		"nowhere/new.txt": "The file does not exist.",
	} {
		c := newChoosing(t, Request{})
		c.name.SetText(typed)
		if c.choose(); typed != "" {
			c.wait()
		}
		if c.expect(); c.dialog.Status() != want {
			t.Errorf("%q: %q, want %q", typed, c.dialog.Status(), want)
		}
	}
	c := newChoosing(t, Request{Save: true, Name: "nowhere/new.txt"})
	c.choose()
	c.wait()
	if c.expect(); c.dialog.Status() != "The folder does not exist." {
		t.Errorf("%q", c.dialog.Status())
	}
	c.name.SetText("notes")
	c.choose()
	c.wait() // checks that it is a folder
	c.wait() // reads its contents
	if c.titles() != "inside.txt " {
		t.Errorf("the name of a folder shows %q", c.titles())
	}
	c.goTo(filepath.Join(c.folder, "gone"))
	c.wait()
	if c.titles() != "inside.txt " || c.dialog.Status() != "The folder does not exist." {
		t.Errorf("%q, %q", c.titles(), c.dialog.Status())
	}
}

// TestCancelledChoiceIsNone closes the dialog while it checks the file. Nothing must be chosen.
func TestCancelledChoiceIsNone(t *testing.T) {
	posted := make(chan func(), 10)
	w := widgettest.Show(t, canvas.NewRectangle(nil), 600, 400)
	d := New(w.Canvas(), "Save", func(fyne.Shortcut) {})
	chosen := ""
	c := NewChooser(d, func(f func()) { posted <- f }, Request{
		Save: true, Action: "Save", Name: "x.txt", Folder: t.TempDir(), Chosen: func(path string) { chosen = path },
	})
	d.Open(fyne.NewSize(400, 300), c.First(), func() {})
	c.Begin()
	(<-posted)()
	c.choose()
	d.Close()
	(<-posted)()
	if chosen != "" {
		t.Errorf("%s was chosen", chosen)
	}
}
