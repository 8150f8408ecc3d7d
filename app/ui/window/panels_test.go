package window

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/ui/command"
)

// TestDayStripInFullScreen shows earlier versions also in full screen, where the colour keys are not seen.
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

// TestEchoFollowsFullScreen shows a number being typed over the page in full screen, and only there.
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

// TestKeypadUnderPanel marks the keypad as shown only while it can be seen: not in a small window under a panel. There
// its key brings it to the front.
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
