package endtoend

import (
	"bytes"
	"image"
	"os/exec"
	"strings"
	"testing"

	"github.com/jezek/xgb/xproto"

	"sextant/app/teletext"
	"sextant/app/testkit/servicetest"
)

// TestMouse reads with the mouse and with the keys of a remote control: the wheel turns subpages, the side buttons go
// back and forward, a whole entry of an index is a link, with a context menu, and what is dragged over can be copied.
func TestMouse(t *testing.T) {
	t.Parallel()
	need(t, "xclip")
	d := newDisplay(t)
	service, picture := serveDemo(t)
	red, channelUp := d.mapKey(0x1008FFA3), d.mapKey(0x10081192)
	s := d.start(t, nil, append(service.options(), "103")...)
	s.untilPicture(picture(103, 1), plain)
	if class := s.property(s.window, "WM_CLASS"); string(class) != "sextant\x00sextant\x00" {
		t.Errorf("a desktop knows the program by the class %q", class)
	}
	const up, down, back, forward = 4, 5, 8, 9
	in := s.bounds()
	s.pointTo(in.Min.Add(image.Pt(in.Dx()/2, 20)))
	s.button(down)
	s.untilPicture(picture(103, 2), plain)
	s.button(up)
	s.untilPicture(picture(103, 1), plain)
	s.typed("101")
	s.untilPicture(picture(101, 1), plain)
	s.button(back)
	s.untilPicture(picture(103, 1), plain)
	s.button(forward)
	s.untilPicture(picture(101, 1), plain)
	entry := s.entryOf(pageOf(t, service)(101), 104)
	s.pointTo(entry)
	s.button(3)
	s.until("the menu of the link", func() bool { return !s.shows(picture(101, 1), plain) })
	s.press("Escape")
	s.pointAway()
	s.untilPicture(picture(101, 1), plain)
	lines := pageOf(t, service)(101).Subpages[0].Grid().Text(teletext.WholeRows(), teletext.TextForm{})
	s.sweep(entry, entry.Add(image.Pt(in.Dx()/4, 0)))
	s.until("a mark", func() bool { return !s.shows(picture(101, 1), plain) })
	s.press("Ctrl+C")
	s.until("the clipboard to hold a part of the line", func() bool {
		text := strings.TrimSpace(s.clipboard())
		return len(text) > 5 && strings.Contains(lines, text)
	})
	s.press("Escape")
	s.pointAway()
	s.untilPicture(picture(101, 1), plain)
	s.clickCard(entry)
	s.untilTitle("104")
	s.typed("100")
	s.pointAway()
	s.untilPicture(picture(100, 1), plain)
	key := func(code byte) {
		s.fake(xproto.KeyPress, code, 0, 0)
		s.fake(xproto.KeyRelease, code, 0, 0)
	}
	s.until("the red key of a remote control to be known", func() bool {
		if strings.Contains(s.title(), "100") {
			key(red)
		}
		return s.shows(picture(101, 1), plain)
	})
	key(channelUp)
	s.untilPicture(picture(102, 1), plain)
	s.quit()
}

// entryOf returns a point on the first letter of a page's entry in an index.
func (s *session) entryOf(doc *teletext.Page, page int) image.Point {
	s.t.Helper()
	g := doc.Subpages[0].Grid()
	in := s.bounds()
	for row := range g {
		for col := range teletext.Columns - 3 {
			if string(runesOf(g, row, col)) == teletext.Address(page, 0) {
				height := in.Dy() - barHeight
				width := height * 720 / 456
				left := (in.Dx() - width) / 2
				return in.Min.Add(image.Pt(left+width*3/teletext.Columns, height*(2*row+1)/(2*teletext.Rows)))
			}
		}
	}
	s.t.Fatalf("page %d is not in the index", page)
	return image.Point{}
}

// runesOf returns three letters of a row.
func runesOf(g *teletext.Grid, row, col int) []rune {
	return []rune{g[row][col].Rune, g[row][col+1].Rune, g[row][col+2].Rune}
}

// clickCard rests the pointer on an entry of an index until the preview of its page is shown, and clicks it.
func (s *session) clickCard(entry image.Point) {
	s.t.Helper()
	card := entry.Add(image.Pt(80, -90))
	spot := image.Rectangle{Min: card, Max: card.Add(image.Pt(60, 30))}
	before := s.shot(spot)
	s.pointTo(entry)
	s.until("the page behind the entry", func() bool { return !bytes.Equal(s.shot(spot).Pix, before.Pix) })
	for i := range 10 {
		s.pointTo(entry.Add(card.Sub(entry).Mul(i + 1).Div(10)))
	}
	s.click(card)
}

// button clicks a button of the mouse at the pointer.
func (s *session) button(number byte) {
	s.fake(xproto.ButtonPress, number, 0, 0)
	s.fake(xproto.ButtonRelease, number, 0, 0)
}

// mapKey maps an unused key of the keyboard to a symbol.
func (d *display) mapKey(symbol xproto.Keysym) (code byte) {
	setup := xproto.Setup(d.conn)
	for c := setup.MaxKeycode; c > setup.MinKeycode; c-- {
		m, err := xproto.GetKeyboardMapping(d.conn, c, 1).Reply()
		if err == nil && m.Keysyms[0] == 0 {
			// a failure is found by a later wait
			_ = xproto.ChangeKeyboardMappingChecked(d.conn, 1, c, 1, []xproto.Keysym{symbol}).Check()
			return byte(c)
		}
	}
	return 0
}

// pageOf returns a function for the documents of the service's handler, which does not count as requests.
func pageOf(t *testing.T, s *service) func(page int) *teletext.Page {
	return func(page int) *teletext.Page {
		t.Helper()
		doc, err := teletext.DecodeJSON(servicetest.Answer(t, s.Handler, servicetest.DocumentPath(page)))
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
}

// clipboard returns the text on the clipboard, empty for none.
func (s *session) clipboard() string {
	c := exec.Command("xclip", "-selection", "clipboard", "-o")
	c.Env = []string{"DISPLAY=" + s.name}
	out, _ := c.Output()
	return string(out)
}
