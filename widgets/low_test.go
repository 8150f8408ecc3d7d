package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// seen lists an object and all that is drawn in it, as it is laid out.
func seen(o fyne.CanvasObject) []fyne.CanvasObject {
	list := []fyne.CanvasObject{o}
	if !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, seen(child)...)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			list = append(list, seen(child)...)
		}
	}
	return list
}

// within tells of what is seen of a widget outside of its bounds.
func within(t *testing.T, what string, root fyne.CanvasObject) {
	t.Helper()
	driver := fyne.CurrentApp().Driver()
	at, size := driver.AbsolutePositionForObject(root), root.Size()
	for _, o := range seen(root) {
		switch o.(type) {
		case *Button, *Entry, *tab, *check, *Line:
		default:
			continue
		}
		p := driver.AbsolutePositionForObject(o)
		if p.X >= 0 && (p.Y+o.Size().Height > at.Y+size.Height+1 || p.X+o.Size().Width > at.X+size.Width+1) {
			t.Errorf("%s: %T at %v with %v is out of %v", what, o, p, o.Size(), size)
		}
	}
}

// TestLowPanels makes the panels as low as they are at 480 x 360 below a notice and above the player: what
// need not be there gives way, and nothing lies over the bars.
func TestLowPanels(t *testing.T) {
	for _, height := range []float32{150, 172, 216, 400} {
		tips := NewTips(func(f func()) { f() })
		p := NewDownloadPanel(tips, Keys{}, DownloadActions{Row: func(DownloadTab, int) Row { return Row{Title: "A recording", Wide: true} }})
		show(t, p, 480, height)
		p.SetRows(AllDownloads, 9, "")
		within(t, "downloads", p)
		if there := p.parts.open.Position().X >= 0; there != (height >= 216) {
			t.Errorf("%v high: any media id can be typed: %t", height, there)
		}
		f := NewFinder(tips, Keys{}, FinderActions{})
		show(t, f, 480, height)
		f.SetRows(FindText, nil, "Finds words on all stored pages.")
		within(t, "finder", f)
		if f.parts.list.scroll.Size().Height < 40 {
			t.Errorf("%v high: the list has %v", height, f.parts.list.scroll.Size().Height)
		}
	}
}

// TestShellAt480x360 has the panel, a notice and the player at once: the colour keys give way to the panel,
// and nothing lies over anything else.
func TestShellAt480x360(t *testing.T) {
	page, notice, downloads, finder, keypad := box(200, 126), box(80, 44), box(200, 100), box(200, 100), box(140, 156)
	colours, bar, player := box(100, 26), box(100, 78), box(100, 66)
	s := &Shell{Page: page, Notice: notice, Downloads: downloads, Finder: finder, Keypad: keypad, Bars: []fyne.CanvasObject{colours, bar, player}, Spare: colours}
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
