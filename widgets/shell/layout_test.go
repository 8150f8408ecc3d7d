package shell

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/finder"
	"sextant/widgets/lists"
	"sextant/widgets/recordings"
	"sextant/widgets/widgettest"
)

// A stage is a layout of boxes, of which only the page and the page bar are visible.
type stage struct {
	Layout
	t *testing.T
}

func newStage(t *testing.T) *stage {
	hidden := func(width, height float32) fyne.CanvasObject {
		box := widgettest.Box(width, height)
		box.Hide()
		return box
	}
	return &stage{Layout{
		Page: widgettest.Box(200, 126), Notice: hidden(80, 44), Downloads: hidden(200, 100),
		Finder: hidden(200, 100), Keypad: hidden(140, 156),
		Strip: hidden(200, 36), Colours: hidden(100, 26), Bar: widgettest.Box(400, 44), Over: []fyne.CanvasObject{
			hidden(100, 40), hidden(100, 66),
		},
	}, t}
}

// check lays out the boxes and checks the position and size of one.
func (s *stage) check(what string, window fyne.Size, o fyne.CanvasObject, x, y, w, h float32) {
	s.t.Helper()
	s.Layout.Layout(nil, window)
	if o.Position() != fyne.NewPos(x, y) || o.Size() != fyne.NewSize(w, h) {
		s.t.Errorf("%s is at %v with %v, want %v %v %v %v", what, o.Position(), o.Size(), x, y, w, h)
	}
}

// TestPanelEdgeIsDragged drags the edge of a panel beside the page, which is limited by the least widths of both.
func TestPanelEdgeIsDragged(t *testing.T) {
	s := newStage(t)
	window := fyne.NewSize(1200, 700)
	s.Edge = NewEdge(s.DragEdge, func() {})
	s.DragEdge(-50)
	if s.Side != 0 {
		t.Error("an edge is dragged where there is none")
	}
	s.Downloads.Show()
	s.Layout.Layout(nil, window)
	before := s.Downloads.Size().Width
	if at := s.Edge.Position().X + s.Edge.Size().Width/2; !s.Edge.Visible() || at != window.Width-before {
		t.Errorf("the edge is at %v, the panel begins at %v", at, window.Width-before)
	}
	for _, tt := range []struct{ by, want float32 }{
		{-40, before + 40}, {20, before + 20}, {1000, leastSide}, {-2000, window.Width - leastPage},
	} {
		s.DragEdge(tt.by)
		s.Layout.Layout(nil, window)
		if got := s.Downloads.Size().Width; got != tt.want || s.Page.Size().Width != window.Width-got {
			t.Errorf("dragged by %v the panel has %v, want %v, and the page %v",
				tt.by, got, tt.want, s.Page.Size().Width)
		}
	}
	s.Layout.Layout(nil, fyne.NewSize(600, 400))
	if s.Edge.Visible() {
		t.Error("a panel over the page has an edge")
	}
}

// TestNothingJumps checks that temporary boxes do not move or resize the page. The player and the slider take room from
// it, and do not move the colour keys.
func TestNothingJumps(t *testing.T) {
	s := newStage(t)
	window := fyne.NewSize(920, 600)
	s.Colours.Show()
	s.check("the page", window, s.Page, 0, 0, 920, 530)
	for _, o := range []fyne.CanvasObject{s.Notice, s.Keypad} {
		o.Show()
		s.check("the page", window, s.Page, 0, 0, 920, 530)
	}
	s.Over[0].Show()
	s.Over[1].Show()
	s.check("the page", window, s.Page, 0, 0, 920, 424)
	s.check("the player", window, s.Over[1], 0, 464, 920, 66)
	s.check("the slider", window, s.Over[0], 0, 424, 920, 40)
	s.check("the colour keys", window, s.Colours, 0, 530, 920, 26)
	s.check("the keypad", window, s.Keypad, 8, 260, 140, 156)
	lastRow := float32(424) / pageRows
	s.check("the notice beside it", window, s.Notice, 156, 424-lastRow-44, 756, 44)
	s.Keypad.Hide()
	s.check("the notice alone", window, s.Notice, 8, 424-lastRow-44, 904, 44)
}

// TestStripIsAbove checks that the strip is above the page.
func TestStripIsAbove(t *testing.T) {
	s := newStage(t)
	s.Strip.Show()
	s.check("the page", fyne.NewSize(920, 600), s.Page, 0, 36, 920, 520)
	s.check("the strip", fyne.NewSize(920, 600), s.Strip, 0, 0, 920, 36)
}

// TestFullScreen checks that nothing takes room from the page in full screen.
func TestFullScreen(t *testing.T) {
	s := newStage(t)
	s.Full = true
	s.Colours.Hide()
	s.Over[1].Show()
	s.check("the page", fyne.NewSize(1280, 800), s.Page, 0, 0, 1280, 800)
	s.check("the bar", fyne.NewSize(1280, 800), s.Bar, 0, 756, 1280, 44)
	s.check("the player", fyne.NewSize(1280, 800), s.Over[1], 0, 690, 1280, 66)
}

// TestPanels checks that panels are beside the page, or over it in a narrow window, and end above the bars.
func TestPanels(t *testing.T) {
	s := newStage(t)
	s.Downloads.Show()
	s.check("the downloads", fyne.NewSize(1000, 500), s.Downloads, 700, 0, 300, 456)
	s.check("the page beside them", fyne.NewSize(1000, 500), s.Page, 0, 0, 700, 456)
	s.check("the page in a wide window", fyne.NewSize(1100, 500), s.Page, 0, 0, 720, 456)
	s.check("the downloads in a very wide one", fyne.NewSize(1800, 500), s.Downloads, 1380, 0, 420, 456)
	s.check("the downloads in a narrow one", fyne.NewSize(480, 360), s.Downloads, 0, 0, 480, 316)
	s.check("the page below them", fyne.NewSize(480, 360), s.Page, 0, 0, 0, 0)
	s.Keypad.Show()
	s.Notice.Show()
	s.check("the notice over them", fyne.NewSize(480, 360), s.Notice, 8, 264, 464, 44)
	if s.Keypad.Position().X >= 0 {
		t.Error("the keypad lies over a panel that covers the page")
	}
	s.Keypad.Hide()
	s.Notice.Hide()
	s.Over[1].Show()
	s.check("the downloads above the player", fyne.NewSize(1000, 500), s.Downloads, 700, 0, 300, 390)
	s.check("the page beside them still", fyne.NewSize(1000, 500), s.Page, 0, 0, 700, 390)
	s.Downloads.Hide()
	s.Finder.Show()
	s.check("the finder", fyne.NewSize(1000, 500), s.Finder, 700, 0, 300, 390)
	if size := s.MinSize(nil); size.Width > 480 || size.Height > 340 {
		t.Errorf("the window cannot be smaller than %v", size)
	}
}

// TestKeypadBelowPanel checks that the keypad is below a panel beside the page, or over the page if the panel is too
// low for that or closed.
func TestKeypadBelowPanel(t *testing.T) {
	s := newStage(t)
	s.Downloads.Show()
	s.Keypad.Show()
	window := fyne.NewSize(1200, 800)
	s.check("the recordings", window, s.Downloads, 900, 0, 300, 508)
	s.check("the keypad", window, s.Keypad, 908, 508, 284, 240)
	s.check("the page", window, s.Page, 0, 0, 900, 756)
	s.Notice.Show()
	s.check("the notice", window, s.Notice, 8, 680.5, 884, 44)
	low := fyne.NewSize(1000, 500)
	s.check("the recordings in a low window", low, s.Downloads, 700, 0, 300, 456)
	s.check("the keypad in a low window", low, s.Keypad, 8, 292, 140, 156)
	for _, bar := range s.Over {
		bar.Show()
	}
	if s.Layout.Layout(nil, fyne.NewSize(1200, 620)); s.Keypad.Position().X != 908 {
		t.Errorf("bars that come put the keypad at %v", s.Keypad.Position())
	}
	for _, bar := range s.Over {
		bar.Hide()
	}
	s.Downloads.Hide()
	s.check("the keypad alone", window, s.Keypad, 8, 592, 140, 156)
}

// TestNarrow checks that a notice is above the keypad in a narrow window.
func TestNarrow(t *testing.T) {
	s := newStage(t)
	s.Keypad.Show()
	s.Notice.Show()
	s.check("the keypad", fyne.NewSize(360, 360), s.Keypad, 8, 152, 140, 156)
	s.check("the notice", fyne.NewSize(360, 360), s.Notice, 8, 100, 344, 44)
}

// TestFirstSize checks the first size of a window: two thirds of the screen's area if that is enough for the page.
func TestFirstSize(t *testing.T) {
	s := newStage(t)
	s.Colours.Show()
	for _, tt := range []struct{ room, want fyne.Size }{
		{fyne.NewSize(1920, 1080), fyne.NewSize(1282, 882)},
		{fyne.NewSize(1280, 800), fyne.NewSize(921, 653)},
		{fyne.NewSize(800, 600), fyne.NewSize(742, 540)},
		{fyne.NewSize(480, 360), fyne.NewSize(451, 338)},
		{fyne.NewSize(1080, 1920), fyne.NewSize(882, 628)}, // a portrait screen
		{fyne.Size{}, fyne.NewSize(742, 540)},
	} {
		got := s.FirstSize(tt.room)
		if d := got.Subtract(tt.want); d.Width < -1 || d.Width > 1 || d.Height < -1 || d.Height > 1 {
			t.Errorf("in %v: %v, want about %v", tt.room, got, tt.want)
		}
	}
}

// within checks that the visible parts of a widget are inside of its bounds.
func within(t *testing.T, what string, root fyne.CanvasObject) {
	t.Helper()
	driver := fyne.CurrentApp().Driver()
	at, size := driver.AbsolutePositionForObject(root), root.Size()
	for _, o := range widgettest.Seen(root) {
		switch o.(type) {
		case *control.Button, *control.Entry, *control.Tab, *control.Check, *core.Line:
		default:
			continue
		}
		p := driver.AbsolutePositionForObject(o)
		if p.X >= 0 && (p.Y+o.Size().Height > at.Y+size.Height+1 || p.X+o.Size().Width > at.X+size.Width+1) {
			t.Errorf("%s: %T at %v with %v is out of %v", what, o, p, o.Size(), size)
		}
	}
}

func listScroll(panel fyne.CanvasObject) *container.Scroll {
	for _, o := range widgettest.Seen(panel) {
		if l, ok := o.(*lists.List); ok {
			return widgettest.ScrollOf(l, panel)
		}
	}
	return nil
}

// TestLowPanels checks that the parts of low panels, as in a window of 480 x 360 below a notice and above the player,
// are inside of the panel, and that the list keeps some height.
func TestLowPanels(t *testing.T) {
	for _, height := range []float32{150, 172, 216, 400} {
		tips := core.NewTips(func(f func()) { f() })
		p := recordings.New(tips, core.Keys{}, recordings.Actions{
			Row: func(recordings.Tab, int) lists.Row { return lists.Row{Title: "A recording", Wide: true} },
		})
		widgettest.Show(t, p, 480, height)
		p.SetRows(recordings.All, 9, false, "")
		p.SetFoot(recordings.All, "9 recordings", "Clear")
		within(t, "downloads", p)
		f := finder.New(tips, core.Keys{}, finder.Actions{})
		widgettest.Show(t, f, 480, height)
		f.SetRows(finder.Text, nil, "Finds words on all stored pages.")
		within(t, "finder", f)
		if s := listScroll(f); s.Size().Height < 40 {
			t.Errorf("%v high: the list has %v", height, s.Size().Height)
		}
	}
}

func TestNotice(t *testing.T) {
	tips := core.NewTips(func(f func()) { f() })
	var here []bool
	n := NewNotice(tips, core.Keys{}, func() {}, func(is bool) { here = append(here, is) })
	if n.Visible() || n.Sentence() != "" {
		t.Error("a new notice says something")
	}
	again := 0
	n.Say(Trouble, "There is no page 555.", "Type another number.", "Try again", func() { again++ })
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
	if n.Sentence() != "There is no page 555." || again != 1 {
		t.Errorf("%q, tapped %d", n.Sentence(), again)
	}
}
