package dialog

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNewFolder makes a folder and saves in it. An existing name is reported, and Cancel restores the file's name.
func TestNewFolder(t *testing.T) {
	c := newChoosing(t, Request{Save: true, Name: "new.png"})
	c.nameFolder()
	c.name.SetText("notes")
	c.choose()
	if c.wait(); c.dialog.Status() == "" || !c.making {
		t.Errorf("a name that is taken: %q", c.dialog.Status())
	}
	c.back()
	if c.name.Text != "new.png" || c.dialog.Closed() {
		t.Errorf("after Cancel the name is %q", c.name.Text)
	}
	c.nameFolder()
	c.name.SetText("charts")
	c.choose()
	c.wait() // makes the folder
	c.wait() // reads the folder
	if info, err := os.Stat(filepath.Join(c.folder, "charts")); err != nil ||
		!info.IsDir() || filepath.Base(c.Chooser.folder) != "charts" {
		t.Errorf("%v; the folder shown is %s", err, c.Chooser.folder)
	}
	c.choose()
	c.wait()
	c.expect("charts/new.png")
}
