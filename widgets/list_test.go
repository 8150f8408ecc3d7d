package widgets

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

func TestFinderFavouritesByKey(t *testing.T) {
	var to asked
	f, l, _ := focusedList(t, &to, FindFavourites)
	alt := func(key fyne.KeyName) fyne.Shortcut {
		return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt}
	}
	l.TypedShortcut(alt(fyne.KeyUp))
	l.TypedShortcut(alt(fyne.KeyDown))
	l.TypedShortcut(alt(fyne.KeyLeft))
	to.expect(t, "move 0 1", "shortcut "+alt(fyne.KeyLeft).ShortcutName())
	rows := favouriteRows()
	rows[0], rows[1] = rows[1], rows[0]
	f.SetRows(FindFavourites, rows, "")
	if l.at != 1 {
		t.Errorf("the keys are at row %d, not at the one that was moved", l.at)
	}
	pressKeys(l, fyne.KeyDelete)
	to.expect(t, "remove 1")
	f.Choose(FindHistory)
	l.TypedShortcut(alt(fyne.KeyDown))
	pressKeys(l, fyne.KeyDelete)
	to.expect(t)
}

func TestFinderFavouritesByMouse(t *testing.T) {
	var to asked
	f, c := newFinder(t, &to)
	f.Choose(FindFavourites)
	l := f.parts.list
	place := func(row int, x float32) fyne.PointEvent {
		return fyne.PointEvent{Position: fyne.NewPos(x, l.top(row)+14)}
	}
	move := func(row int, x float32) { l.MouseMoved(&desktop.MouseEvent{PointEvent: place(row, x)}) }
	tap := func(row int, x float32) { l.Tapped(&fyne.PointEvent{Position: place(row, x).Position}) }
	move(1, 40)
	d := test.WidgetRenderer(shownRows(l)["200 Page 200"]).(*listRowRenderer)
	if d.tools[0].Hidden {
		t.Error("no button to remove the row under the pointer")
	}
	if l.MouseOut(); !d.tools[0].Hidden {
		t.Error("the button stays when the pointer leaves")
	}
	c.Focus(f.parts.entry)
	tap(1, 40)
	tap(1, l.Size().Width-5)
	to.expect(t, "open 1", "remove 1")
}

// dragRow takes hold of a row and moves the pointer to a height, rows being 28 high.
func dragRow(l *rowList, from int, y float32) {
	l.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary, PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, l.top(from)+14)}})
	l.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, y)}})
}

func TestFinderDragging(t *testing.T) {
	for _, tt := range []struct {
		from int
		y    float32
		want string
	}{
		{0, 28 + 13, ""},
		{0, 28 + 15, "move 0 1"},
		{0, 139, "move 0 4"},
		{0, 900, "move 0 4"},
		{4, 28 + 13, "move 4 1"},
		{4, -50, "move 4 0"},
		{2, 2*28 + 22, ""},
		{2, 2*28 + 18, "open 2"},
	} {
		var to asked
		f, _ := newFinder(t, &to)
		f.Choose(FindFavourites)
		l := f.parts.list
		dragRow(l, tt.from, tt.y)
		if lands := l.renderer.landing.Size().Height > 0; lands != strings.HasPrefix(tt.want, "move") {
			t.Errorf("from %d to %v: a line where it lands: %t", tt.from, tt.y, lands)
		}
		l.DragEnd()
		if l.renderer.landing.Size().Height > 0 || l.drag != noDrag {
			t.Error("the drag does not end")
		}
		if got := strings.Join(to, " "); got != tt.want {
			t.Errorf("from %d to %v: asked for %q, want %q", tt.from, tt.y, got, tt.want)
		}
	}
}

// TestFinderDragScrolls drags to the edge of a long list. The driver of tests runs an animation at once
// to its end.
func TestFinderDragScrolls(t *testing.T) {
	var to asked
	f, _ := newFinder(t, &to)
	f.SetRows(FindFavourites, manyRows(200), "")
	f.Choose(FindFavourites)
	l := f.parts.list
	dragRow(l, 0, l.scroll.Size().Height+5)
	if end := l.top(200) - l.scroll.Size().Height; l.scroll.Offset.Y != end {
		t.Errorf("scrolled to %v, the end is at %v", l.scroll.Offset.Y, end)
	}
	l.DragEnd()
	to.expect(t, "move 0 199")
}

func TestFinderDrawsOnlyWhatChanged(t *testing.T) {
	var to asked
	f, _ := newFinder(t, &to)
	f.Choose(FindPages)
	l := f.parts.list
	before := l.source
	f.SetRows(FindPages, pageRows(), "")
	if before != l.source {
		t.Error("equal rows are laid out anew")
	}
	f.SetRows(FindPages, manyRows(10000), "")
	if n := len(l.renderer.rows); n > 20 {
		t.Errorf("%d objects for a list of 400", n)
	}
	objects := shownRows(l)
	l.scrollTo(28)
	if again := shownRows(l); again["3 Row 3"] != objects["3 Row 3"] || again["0 Row 0"] != nil {
		t.Error("a row in view gets another object when the list scrolls")
	}
	l.scrollTo(1e9)
	if shownRows(l)["99 Row 9999"] == nil {
		t.Error("the last row is not shown at the end")
	}
	f.SetRows(FindPages, pageRows(), "")
	if len(shownRows(l)) != 4 || l.scroll.Offset.Y != 0 {
		t.Errorf("scrolled to %v in a short list", l.scroll.Offset.Y)
	}
}

func manyRows(count int) []Row {
	rows := make([]Row, count)
	for i := range rows {
		rows[i] = Row{Page: fmt.Sprint(i % 900), Title: fmt.Sprint("Row ", i)}
	}
	return rows
}

// BenchmarkSetRows shows one long list after another.
func BenchmarkSetRows(b *testing.B) {
	f := NewFinder(NewTips(func(f func()) { f() }), Keys{}, FinderActions{})
	w := test.NewWindow(f)
	defer w.Close()
	w.Resize(fyne.NewSize(300, 800))
	lists := [][]Row{manyRows(10000), manyRows(10000)}
	lists[1][9999].Title = "another"
	for name, other := range map[string]int{"equal": 0, "other": 1} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				f.SetRows(FindText, lists[i%2*other], "")
			}
		})
	}
}
