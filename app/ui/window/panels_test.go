package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/ui/command"
)

// TestDayStripInFullScreen shows the strip with and without full screen, which hides the colour keys.
func TestDayStripInFullScreen(t *testing.T) {
	w := newWindow(t)
	for _, full := range []bool{false, true, false} {
		w.panels.setFull(full)
		w.panels.showDayStrip(true)
		if at := w.page.Colours.Position(); !w.page.DayStrip.Visible() ||
			w.page.Colours.Visible() == full || !full && at.X < 0 {
			t.Errorf("full screen %v: the strip is seen: %v, the colour keys: %v",
				full, w.page.DayStrip.Visible(), w.page.Colours.Visible())
		}
		w.panels.showDayStrip(false)
		if w.page.DayStrip.Visible() || w.page.Colours.Visible() == full {
			t.Errorf("full screen %v, in the present: the strip is seen: %v, the colour keys: %v",
				full, w.page.DayStrip.Visible(), w.page.Colours.Visible())
		}
	}
}

func textIn(o fyne.CanvasObject) (text string) {
	switch o := o.(type) {
	case *canvas.Text:
		text = o.Text
	case *fyne.Container:
		for _, in := range o.Objects {
			text += textIn(in)
		}
	}
	return text
}

// TestEchoFollowsFullScreen checks that a number being typed is shown over the page in full screen only.
func TestEchoFollowsFullScreen(t *testing.T) {
	w := newWindow(t)
	shown := func() bool { return textIn(w.page.Echo) != "" }
	w.table.Press(command.Char('1'))
	if shown() {
		t.Error("the number is shown twice in the window")
	}
	if w.panels.setFull(true); !shown() {
		t.Error("the number is not shown in full screen")
	}
	if w.panels.setFull(false); shown() {
		t.Error("the number stays over the page behind full screen")
	}
}

// TestKeypadUnderPanel checks that the keypad is only checked in the menu while it is visible, which it is not under a
// panel in a small window. There its command brings it to the front.
func TestKeypadUnderPanel(t *testing.T) {
	w := newWindow(t)
	marked := func() bool { return w.Command("window.keypad").Checked() }
	w.win.Resize(fyne.NewSize(480, 360))
	if w.panels.downloads().Visible() {
		w.panels.toggleDownloads()
	}
	if !w.panels.keypad.Visible() {
		w.panels.toggleKeypad()
	}
	if !marked() {
		t.Error("the keypad is not marked as shown")
	}
	if w.panels.toggleDownloads(); marked() {
		t.Error("the keypad is marked as shown under a panel")
	}
	if w.panels.toggleKeypad(); !marked() || w.panels.downloads().Visible() {
		t.Error("the panel does not give way")
	}
}
