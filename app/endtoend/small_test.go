package endtoend

import (
	"bytes"
	"image"
	"testing"
)

// TestSmallWindow opens the downloads and the player in a window of 480 x 360. The page bar looks as it does
// without the panel: nothing of that lies over it.
func TestSmallWindow(t *testing.T) {
	t.Parallel()
	d := newDisplayOf(t, 500, 420)
	withSettings(t, d, map[string]any{"keypad": true})
	withWindow(t, d, 480, 360)
	service, _ := serveDemo(t)
	s := d.start(t, alsaDevice(t, d.dir, "{ type hw card 77 }"), service.options()...)
	s.untilTitle("100")
	s.press("Ctrl+M")
	const player, bar, words = 66, 78, 44
	in := s.bounds()
	rows := image.Rect(in.Min.X, in.Min.Y+70, in.Min.X+40, in.Min.Y+140)
	s.until("a row with the keyboard", func() bool { return s.hasColour(rows, amber) })
	if in.Dx() != 480 || in.Dy() != 360 {
		t.Fatalf("the window is %v", in)
	}
	below := image.Rect(in.Min.X, in.Max.Y-bar-player, in.Max.X, in.Max.Y-bar)
	before := s.shot(below).Pix
	s.press("Return")
	s.until("the player", func() bool { return !bytes.Equal(before, s.shot(below).Pix) })
	s.pointAway()
	title := image.Rect(in.Min.X, in.Max.Y-bar, in.Max.X, in.Max.Y-bar+words)
	s.slowly("Down", "Up", "Down", "Up")
	with := s.shot(title).Pix
	s.press("Ctrl+M")
	s.until("no panel", func() bool { return !s.hasColour(rows, amber) })
	s.until("the page bar as it was beside the panel", func() bool { return bytes.Equal(with, s.shot(title).Pix) })
	s.quit()
}
