package find

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/core"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

func TestFinderFavouritesByKey(t *testing.T) {
	var to widgettest.Asked
	f, l, _ := focusedList(t, &to, Favourites)
	alt := func(key fyne.KeyName) fyne.Shortcut {
		return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt}
	}
	l.TypedShortcut(alt(fyne.KeyUp))
	l.TypedShortcut(alt(fyne.KeyDown))
	l.TypedShortcut(alt(fyne.KeyLeft))
	to.Expect(t, "move 0 1", "shortcut "+alt(fyne.KeyLeft).ShortcutName())
	rows := favouriteRows()
	rows[0], rows[1] = rows[1], rows[0]
	f.setRows(Favourites, "", rows, "")
	if l.At() != 1 {
		t.Errorf("the keys are at row %d, not at the one that was moved", l.At())
	}
	widgettest.Press(l, fyne.KeyDelete)
	to.Expect(t, "remove 1")
	f.choose(History)
	l.TypedShortcut(alt(fyne.KeyDown))
	widgettest.Press(l, fyne.KeyDelete)
	to.Expect(t)
}

func TestFinderFavouritesByMouse(t *testing.T) {
	var to widgettest.Asked
	f, c := newFinder(t, &to)
	f.choose(Favourites)
	l := f.parts.list
	place := func(row int, x float32) fyne.PointEvent {
		return fyne.PointEvent{Position: fyne.NewPos(x, l.Top(row)+14)}
	}
	move := func(row int, x float32) { l.MouseMoved(&desktop.MouseEvent{PointEvent: place(row, x)}) }
	tap := func(row int, x float32) { l.Tapped(&fyne.PointEvent{Position: place(row, x).Position}) }
	move(1, 40)
	tools := func() (count int) {
		for _, o := range test.WidgetRenderer(widgettest.Rows(l)["200 Page 200"].(fyne.Widget)).Objects() {
			if _, ok := o.(*canvas.Image); ok && o.Visible() {
				count++
			}
		}
		return count
	}
	if tools() != 1 {
		t.Error("no button to remove the row under the pointer")
	}
	if l.MouseOut(); tools() != 0 {
		t.Error("the button stays when the pointer leaves")
	}
	c.Focus(f.parts.entry)
	tap(1, 40)
	tap(1, l.Size().Width-5) // the button is not seen
	move(1, l.Size().Width-5)
	tap(1, l.Size().Width-5)
	to.Expect(t, "open 1", "open 1", "remove 1")
}

func TestFinderDrawsOnlyWhatChanged(t *testing.T) {
	var to widgettest.Asked
	f, _ := newFinder(t, &to)
	f.choose(Pages)
	l := f.parts.list
	before := l.Row(0)
	f.setRows(Pages, "", pageRows(), "")
	if before != l.Row(0) {
		t.Error("equal rows are laid out again")
	}
	f.setRows(Pages, "", manyRows(10000), "")
	if n := len(test.WidgetRenderer(l).Objects()); n > 21 { // including the line at which a row is dropped
		t.Errorf("%d objects for a list of 400", n)
	}
	objects := widgettest.Rows(l)
	l.ScrollTo(28)
	if again := widgettest.Rows(l); again["3 Row 3"] != objects["3 Row 3"] || again["0 Row 0"] != nil {
		t.Error("a row in view gets another object when the list scrolls")
	}
	l.ScrollTo(1e9)
	if widgettest.Rows(l)["99 Row 9999"] == nil {
		t.Error("the last row is not shown at the end")
	}
	f.setRows(Pages, "", pageRows(), "")
	if len(widgettest.Rows(l)) != 4 || l.Offset() != 0 {
		t.Errorf("scrolled to %v in a short list", l.Offset())
	}
}

func manyRows(count int) []lists.Row {
	rows := make([]lists.Row, count)
	for i := range rows {
		rows[i] = lists.Row{Page: fmt.Sprint(i % 900), Title: fmt.Sprint("Row ", i)}
	}
	return rows
}

// BenchmarkSetRows shows long lists, equal and different ones.
func BenchmarkSetRows(b *testing.B) {
	f := newPanel(core.NewTips(func(func()) {}), core.Keys{}, panelActions{})
	w := test.NewWindow(f)
	defer w.Close()
	w.Resize(fyne.NewSize(300, 800))
	lists := [][]lists.Row{manyRows(10000), manyRows(10000)}
	lists[1][9999].Title = "another"
	for name, other := range map[string]int{"equal": 0, "other": 1} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				f.setRows(Text, "", lists[i%2*other], "")
			}
		})
	}
}
