package window

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// A stage is a layout of boxes, of which only the page and the page bar are visible.
type stage struct {
	layout
	t *testing.T
}

func newStage(t *testing.T) *stage {
	hidden := func(width, height float32) fyne.CanvasObject {
		box := widgettest.Box(width, height)
		box.Hide()
		return box
	}
	return &stage{layout{
		page: widgettest.Box(200, 126), notice: hidden(80, 44), downloads: hidden(200, 100),
		finder: hidden(200, 100), keypad: hidden(140, 156),
		strip: hidden(200, 36), day: hidden(100, 66), player: hidden(100, 40),
		colours: hidden(100, 26), bar: widgettest.Box(400, 44),
	}, t}
}

// check lays out the boxes and checks the position and size of one.
func (s *stage) check(what string, window fyne.Size, o fyne.CanvasObject, x, y, w, h float32) {
	s.t.Helper()
	s.layout.Layout(nil, window)
	if o.Position() != fyne.NewPos(x, y) || o.Size() != fyne.NewSize(w, h) {
		s.t.Errorf("%s is at %v with %v, want %v %v %v %v", what, o.Position(), o.Size(), x, y, w, h)
	}
}

// TestPanelEdgeIsDragged drags the edge of a panel beside the page, which is limited by the least widths of both.
func TestPanelEdgeIsDragged(t *testing.T) {
	s := newStage(t)
	window := fyne.NewSize(1200, 700)
	s.edge = newPanelEdge(s.dragEdge, func() {})
	s.dragEdge(-50)
	if s.side != 0 {
		t.Error("an edge is dragged where there is none")
	}
	s.downloads.Show()
	s.layout.Layout(nil, window)
	before := s.downloads.Size().Width
	if at := s.edge.Position().X + s.edge.Size().Width/2; !s.edge.Visible() || at != window.Width-before {
		t.Errorf("the edge is at %v, the panel begins at %v", at, window.Width-before)
	}
	for _, tt := range []struct{ by, want float32 }{
		{-40, before + 40}, {20, before + 20}, {1000, leastSide}, {-2000, window.Width - leastPage},
	} {
		s.dragEdge(tt.by)
		s.layout.Layout(nil, window)
		if got := s.downloads.Size().Width; got != tt.want || s.page.Size().Width != window.Width-got {
			t.Errorf("dragged by %v the panel has %v, want %v, and the page %v",
				tt.by, got, tt.want, s.page.Size().Width)
		}
	}
	s.layout.Layout(nil, fyne.NewSize(600, 400))
	if s.edge.Visible() {
		t.Error("a panel over the page has an edge")
	}
}

// TestNothingMoves shows and hides what comes and goes, in windows of several sizes, with and without a panel and the
// keypad. Only the page and what is over it may move.
func TestNothingMoves(t *testing.T) {
	for _, window := range []fyne.Size{fyne.NewSize(800, 600), fyne.NewSize(1164, 654), fyne.NewSize(1920, 1080)} {
		for _, open := range []string{"", "panel", "keypad", "panel and keypad"} {
			s := newStage(t)
			s.colours.Show()
			core.SetVisible(s.downloads, strings.Contains(open, "panel"))
			core.SetVisible(s.keypad, strings.Contains(open, "keypad"))
			type box struct {
				at   fyne.Position
				size fyne.Size
			}
			boxes := func(player bool) (list []box) {
				s.layout.Layout(nil, window)
				all := []fyne.CanvasObject{s.downloads, s.keypad, s.colours, s.bar}
				if player {
					all = append(all, s.player)
				}
				for _, o := range all {
					list = append(list, box{o.Position(), o.Size()})
				}
				return list
			}
			before := boxes(false)
			for _, o := range []fyne.CanvasObject{s.strip, s.notice, s.player} {
				o.Show()
				if now := boxes(false); !slices.Equal(now, before) {
					t.Errorf("%v with %q: something moved from %v to %v", window, open, before, now)
				}
			}
			before = boxes(true)
			s.strip.Hide()
			s.day.Show()
			if now := boxes(true); !slices.Equal(now, before) {
				t.Errorf("%v with %q: the day strip moved %v to %v", window, open, before, now)
			}
		}
	}
}

// TestRoomAroundPage checks what the layout reports of the bars around the page, shown and hidden.
func TestRoomAroundPage(t *testing.T) {
	s := newStage(t)
	type report struct {
		room, above, below float32
		soon               bool
	}
	var got report
	s.setAround = func(room, above, below float32, soon bool) (top, bottom float32) {
		got = report{room, above, below, soon}
		return 0, 0
	}
	for _, tt := range []struct {
		what  string
		shown []fyne.CanvasObject
		full  bool
		want  report
	}{
		{"nothing", nil, false, report{556, 66, 40, false}},
		{"a hint", []fyne.CanvasObject{s.strip}, false, report{556, 30, 40, false}},
		{"the day strip and the player", []fyne.CanvasObject{s.day, s.player}, false, report{556, 0, 0, false}},
		{"the keypad", []fyne.CanvasObject{s.keypad}, false, report{556 - padRow, 66, 40, false}},
		{"the recordings", []fyne.CanvasObject{s.downloads}, false, report{556, 66, 40, true}},
		{"full screen", nil, true, report{600, 0, 0, false}},
	} {
		for _, o := range tt.shown {
			o.Show()
		}
		s.full = tt.full
		if s.layout.Layout(nil, fyne.NewSize(920, 600)); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.what, got, tt.want)
		}
		for _, o := range tt.shown {
			o.Hide()
		}
	}
}

// TestBarsTakeRoom checks that bars above and below the page take room from it, and that a notice does not.
func TestBarsTakeRoom(t *testing.T) {
	s := newStage(t)
	window := fyne.NewSize(920, 600)
	s.colours.Show()
	s.notice.Show()
	s.check("the page", window, s.page, 0, 0, 920, 530)
	s.day.Show()
	s.player.Show()
	s.keypad.Show()
	s.check("the page", window, s.page, 0, 66, 920, 380)
	s.check("the day strip", window, s.day, 0, 0, 920, 66)
	s.check("the player", window, s.player, 0, 446, 920, 40)
	s.check("the keypad", window, s.keypad, 0, 486, 920, 44)
	s.check("the colour keys", window, s.colours, 0, 530, 920, 26)
	s.check("the notice", window, s.notice, 8, 446-edge-44, 904, 44)
	rowTop, rowBottom := float32(25), float32(5)
	s.setAround = func(float32, float32, float32, bool) (top, bottom float32) { return rowTop, rowBottom }
	s.check("the notice above the page's last row", window, s.notice, 8, 446-25-44, 904, 44)
	rowTop, rowBottom = 80, 60
	s.check("the notice below the page", window, s.notice, 8, 446-edge-44, 904, 44)
	s.day.Hide()
	s.strip.Show()
	s.check("the strip", window, s.strip, 0, 0, 920, 36)
}

// TestFullScreen checks that nothing takes room from the page in full screen.
func TestFullScreen(t *testing.T) {
	s := newStage(t)
	s.full = true
	s.colours.Hide()
	s.player.Show()
	s.keypad.Show()
	window := fyne.NewSize(1280, 800)
	s.check("the page", window, s.page, 0, 0, 1280, 800)
	s.check("the bar", window, s.bar, 0, 756, 1280, 44)
	s.check("the keypad", window, s.keypad, 0, 712, 1280, 44)
	s.check("the player", window, s.player, 0, 672, 1280, 40)
	s.bar.Hide()
	s.check("the keypad for a number", window, s.keypad, 0, 712, 1280, 44)
}

// TestPanels checks that panels are beside the page, or over it in a narrow window, and end above the bars at the foot.
func TestPanels(t *testing.T) {
	s := newStage(t)
	s.downloads.Show()
	s.check("the downloads", fyne.NewSize(1000, 500), s.downloads, 700, 0, 300, 456)
	s.check("the page beside them", fyne.NewSize(1000, 500), s.page, 0, 0, 700, 456)
	s.check("the page in a wide window", fyne.NewSize(1100, 500), s.page, 0, 0, 720, 456)
	s.check("the downloads in a very wide one", fyne.NewSize(1800, 500), s.downloads, 1380, 0, 420, 456)
	s.check("the downloads in a narrow one", fyne.NewSize(480, 360), s.downloads, 0, 0, 480, 316)
	s.check("the page below them", fyne.NewSize(480, 360), s.page, 0, 0, 0, 0)
	s.keypad.Show()
	s.notice.Show()
	s.check("the notice over them", fyne.NewSize(480, 360), s.notice, 8, 264, 464, 44)
	if s.keypad.Position().X >= 0 {
		t.Error("the keypad lies over a panel that covers the page")
	}
	s.keypad.Hide()
	s.notice.Hide()
	s.player.Show()
	s.check("the downloads beside the player", fyne.NewSize(1000, 500), s.downloads, 700, 0, 300, 456)
	s.check("the player", fyne.NewSize(1000, 500), s.player, 0, 416, 700, 40)
	s.check("the page above it", fyne.NewSize(1000, 500), s.page, 0, 0, 700, 416)
	s.check("the downloads in a narrow one", fyne.NewSize(480, 360), s.downloads, 0, 0, 480, 276)
	s.downloads.Hide()
	s.finder.Show()
	s.check("the finder", fyne.NewSize(1000, 500), s.finder, 700, 0, 300, 456)
	if size := s.MinSize(nil); size.Width > 480 || size.Height > 340 {
		t.Errorf("the window cannot be smaller than %v", size)
	}
}

// TestKeypad checks that the keypad is in the corner below a panel, or beside the page if there is room, and otherwise
// one row above the foot.
func TestKeypad(t *testing.T) {
	s := newStage(t)
	s.downloads.Show()
	s.keypad.Show()
	window := fyne.NewSize(1200, 800)
	s.check("the recordings", window, s.downloads, 900, 0, 300, 756-8-float32(756)*padShare)
	s.check("the keypad", window, s.keypad, 908, 756-8-float32(756)*padShare, 284, float32(756)*padShare)
	s.check("the page", window, s.page, 0, 0, 900, 756)
	low := fyne.NewSize(1000, 500)
	s.check("the recordings in a low window", low, s.downloads, 700, 0, 300, 456)
	s.check("the keypad in a low window", low, s.keypad, 0, 412, 700, 44)
	s.check("the page in a low window", low, s.page, 0, 0, 700, 412)
	s.downloads.Hide()
	s.check("the keypad without room beside the page", window, s.keypad, 0, 712, 1200, 44)
	wide := fyne.NewSize(1200, 500)
	s.check("the keypad beside the page", wide, s.keypad, 1012, 298, 180, 150)
	s.check("the page beside the keypad", wide, s.page, 0, 0, 1004, 456)
}

// TestFirstSize checks the first size of a window: two thirds of the screen's area if that is enough for the page.
func TestFirstSize(t *testing.T) {
	s := newStage(t)
	s.colours.Show()
	for _, tt := range []struct{ room, want fyne.Size }{
		{fyne.NewSize(1920, 1080), fyne.NewSize(1282, 882)},
		{fyne.NewSize(1280, 800), fyne.NewSize(921, 653)},
		{fyne.NewSize(800, 600), fyne.NewSize(742, 540)},
		{fyne.NewSize(480, 360), fyne.NewSize(451, 338)},
		{fyne.NewSize(1080, 1920), fyne.NewSize(882, 628)}, // a portrait screen
		{fyne.Size{}, fyne.NewSize(742, 540)},
	} {
		got := s.firstSize(tt.room)
		if d := got.Subtract(tt.want); d.Width < -1 || d.Width > 1 || d.Height < -1 || d.Height > 1 {
			t.Errorf("in %v: %v, want about %v", tt.room, got, tt.want)
		}
	}
}

func TestNotice(t *testing.T) {
	tips := core.NewTips(func(func()) {})
	var here []bool
	n := newNotice(tips, core.Keys{}, func() {}, func(is bool) { here = append(here, is) })
	if n.Visible() || n.said() != "" {
		t.Error("a new notice says something")
	}
	again := 0
	n.say(troubleNotice, "There is no page 555.", "Type another number.", "Try again", func() { again++ })
	widgettest.Show(t, n, 500, 44)
	n.card.MouseIn(nil)
	n.card.MouseOut()
	if len(here) != 2 || !here[0] || here[1] {
		t.Errorf("of the pointer it reports %v", here)
	}
	if low := n.MinSize().Height; low != 44 {
		t.Errorf("two short lines need %v", low)
	}
	n.Resize(fyne.NewSize(250, 44))
	if high := n.MinSize().Height; high <= 44 {
		t.Errorf("in a narrow window it needs %v", high)
	}
	test.Tap(n.action)
	if n.said() != "There is no page 555." || again != 1 {
		t.Errorf("%q, tapped %d", n.said(), again)
	}
}
