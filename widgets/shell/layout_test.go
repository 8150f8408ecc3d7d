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

func TestShell(t *testing.T) {
	page, notice, downloads, keypad, bar := widgettest.Box(200, 126), widgettest.Box(80, 44), widgettest.Box(200, 100), widgettest.Box(140, 156), widgettest.Box(400, 44)
	s := &Layout{Page: page, Notice: notice, Downloads: downloads, Keypad: keypad, Bars: []fyne.CanvasObject{bar}}
	notice.Hide()
	downloads.Hide()
	check := func(what string, o fyne.CanvasObject, x, y, w, h float32) {
		t.Helper()
		if o.Position() != fyne.NewPos(x, y) || o.Size() != fyne.NewSize(w, h) {
			t.Errorf("%s is at %v with %v, want %v %v %v %v", what, o.Position(), o.Size(), x, y, w, h)
		}
	}
	s.Layout(nil, fyne.NewSize(876, 500))
	check("the page", page, 0, 0, 720, 456)
	keys := keypad.Position()
	notice.Show()
	s.Layout(nil, fyne.NewSize(876, 500))
	check("the page above a notice", page, 0, 0, 720, 412)
	check("the notice", notice, 0, 412, 720, 44)
	if keypad.Position() != keys {
		t.Errorf("the notice moves the keypad to %v", keypad.Position())
	}
	notice.Hide()
	keypad.Hide()
	s.Layout(nil, fyne.NewSize(876, 500))
	check("the page alone", page, 0, 0, 876, 456)
	downloads.Show()
	s.Layout(nil, fyne.NewSize(1000, 500))
	check("the downloads", downloads, 700, 0, 300, 456)
	check("the page beside them", page, 0, 0, 700, 456)
	s.Layout(nil, fyne.NewSize(1100, 500))
	check("the page in a wide window", page, 0, 0, 720, 456)
	s.Layout(nil, fyne.NewSize(1800, 500))
	check("the downloads in a very wide one", downloads, 1380, 0, 420, 456)
	s.Layout(nil, fyne.NewSize(480, 360))
	check("the downloads in a narrow window", downloads, 0, 0, 480, 316)
	if size := s.MinSize(nil); size.Width > 480 || size.Height > 360 {
		t.Errorf("the window cannot be smaller than %v", size)
	}
}

func TestShellWithFinder(t *testing.T) {
	page, notice, downloads, finder, keypad := widgettest.Box(200, 126), widgettest.Box(80, 44), widgettest.Box(200, 100), widgettest.Box(200, 100), widgettest.Box(140, 156)
	s := &Layout{Page: page, Notice: notice, Downloads: downloads, Finder: finder, Keypad: keypad}
	notice.Hide()
	downloads.Hide()
	if len(s.Objects()) != 5 {
		t.Errorf("%d objects", len(s.Objects()))
	}
	s.Layout(nil, fyne.NewSize(1000, 600))
	if finder.Position() != fyne.NewPos(700, 0) || finder.Size() != fyne.NewSize(300, 424) || page.Size() != fyne.NewSize(700, 600) {
		t.Errorf("the finder is at %v with %v, beside a page of %v", finder.Position(), finder.Size(), page.Size())
	}
	s.Layout(nil, fyne.NewSize(480, 360))
	if finder.Position() != fyne.NewPos(0, 0) || finder.Size() != fyne.NewSize(480, 360) || page.Size() != fyne.NewSize(0, 0) {
		t.Errorf("narrow, the finder is at %v with %v", finder.Position(), finder.Size())
	}
}

// TestShellAt480x360 has the panel, a notice and the player at once: the colour keys give way to the panel,
// and nothing lies over anything else.
func TestShellAt480x360(t *testing.T) {
	page, notice, downloads, finder, keypad := widgettest.Box(200, 126), widgettest.Box(80, 44), widgettest.Box(200, 100), widgettest.Box(200, 100), widgettest.Box(140, 156)
	colours, bar, player := widgettest.Box(100, 26), widgettest.Box(100, 78), widgettest.Box(100, 66)
	s := &Layout{Page: page, Notice: notice, Downloads: downloads, Finder: finder, Keypad: keypad, Bars: []fyne.CanvasObject{colours, bar, player}, Spare: colours}
	finder.Hide()
	if least := s.MinSize(nil); least.Height > 340 {
		t.Errorf("the window cannot be lower than %v", least.Height)
	}
	s.Layout(nil, fyne.NewSize(480, 360))
	if end := downloads.Position().Y + downloads.Size().Height; colours.Position().X >= 0 || end != notice.Position().Y || downloads.Size().Height < 150 {
		t.Errorf("the panel is %v high and ends at %v, the notice begins at %v, the colour keys are at %v", downloads.Size().Height, end, notice.Position().Y, colours.Position())
	}
	downloads.Hide()
	s.Layout(nil, fyne.NewSize(480, 360))
	if colours.Position().X != 0 || colours.Size().Width != 480 {
		t.Errorf("without a panel the colour keys are at %v with %v", colours.Position(), colours.Size())
	}
}

// within tells of what is seen of a widget outside of its bounds.
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

// entryOf is the entry in a panel with a placeholder.
func entryOf(panel fyne.CanvasObject, placeholder string) *control.Entry {
	for _, o := range widgettest.Seen(panel) {
		if e, ok := o.(*control.Entry); ok && e.PlaceHolder == placeholder {
			return e
		}
	}
	return nil
}

// listScroll is the scroll of the list in a panel.
func listScroll(panel fyne.CanvasObject) *container.Scroll {
	for _, o := range widgettest.Seen(panel) {
		if l, ok := o.(*lists.List); ok {
			return widgettest.ScrollOf(l, panel)
		}
	}
	return nil
}

// TestLowPanels makes the panels as low as they are at 480 x 360 below a notice and above the player: what
// need not be there gives way, and nothing lies over the bars.
func TestLowPanels(t *testing.T) {
	driver := fyne.CurrentApp().Driver()
	for _, height := range []float32{150, 172, 216, 400} {
		tips := core.NewTips(func(f func()) { f() })
		p := recordings.New(tips, core.Keys{}, recordings.Actions{Row: func(recordings.Tab, int) lists.Row { return lists.Row{Title: "A recording", Wide: true} }})
		widgettest.Show(t, p, 480, height)
		p.SetRows(recordings.All, 9, "")
		within(t, "downloads", p)
		if there := driver.AbsolutePositionForObject(entryOf(p, "Any media id")).X >= 0; there != (height >= 216) {
			t.Errorf("%v high: any media id can be typed: %t", height, there)
		}
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
	n := NewNotice(tips, func() {})
	if n.Visible() || n.Sentence() != "" {
		t.Error("a new notice says something")
	}
	again := 0
	n.Say("There is no page 555.", "Type another number.", "Try again", func() { again++ })
	widgettest.Show(t, n, 500, 44)
	test.Tap(n.action)
	if n.Sentence() != "There is no page 555." || again != 1 {
		t.Errorf("%q, tapped %d", n.Sentence(), again)
	}
}
