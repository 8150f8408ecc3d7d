package lists

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// newChangeable returns a list of 300 x 300 in a window, with count rows that can be moved, each 28 high.
func newChangeable(t *testing.T, to *widgettest.Asked, count int) *List {
	l := New(core.NewTips(func(func()) {}), Actions{
		Open: func(i int) { to.Add("open %d", i) }, Move: func(from, at int) { to.Add("move %d %d", from, at) },
	})
	rows := make([]Row, count)
	for i := range rows {
		rows[i] = Row{Page: fmt.Sprint(100 + i), Title: fmt.Sprint("Row ", i)}
	}
	l.SetRows(rows)
	l.SetChangeable(true)
	widgettest.Show(t, l.Frame(), 300, 300)
	return l
}

// dragRow drags a row to a height.
func dragRow(l *List, from int, y float32) {
	l.MouseDown(&desktop.MouseEvent{
		Button: desktop.MouseButtonPrimary, PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, l.Top(from)+14)},
	})
	l.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(60, y)}})
}

func TestDragging(t *testing.T) {
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
		var to widgettest.Asked
		l := newChangeable(t, &to, 5)
		dragRow(l, tt.from, tt.y)
		if lands := l.landing.Size().Height > 0; lands != strings.HasPrefix(tt.want, "move") {
			t.Errorf("from %d to %v: a line where it lands: %t", tt.from, tt.y, lands)
		}
		l.DragEnd()
		if l.landing.Size().Height > 0 || l.hold != nothingHeld {
			t.Error("the drag does not end")
		}
		if got := strings.Join(to, " "); got != tt.want {
			t.Errorf("from %d to %v: asked for %q, want %q", tt.from, tt.y, got, tt.want)
		}
	}
}

// TestFingersMoveRowsByTheirHandles drags a row on a computer with a touch screen: a finger moves it by its handle
// only, and elsewhere scrolls, also after a rest. A mouse moves it anywhere.
func TestFingersMoveRowsByTheirHandles(t *testing.T) {
	core.SetTouchScreen(true)
	defer core.SetTouchScreen(false)
	defer core.SetFinger(false)
	const onHandle, elsewhere = 290, 60
	for _, tt := range []struct {
		finger bool
		x      float32
		want   string
	}{
		{true, onHandle, "move 0 3"},
		{true, elsewhere, ""},
		{false, onHandle, "move 0 3"},
		{false, elsewhere, "move 0 3"},
	} {
		var to widgettest.Asked
		l := newChangeable(t, &to, 5)
		core.SetFinger(tt.finger)
		l.MouseDown(&desktop.MouseEvent{
			Button: desktop.MouseButtonPrimary, PointEvent: fyne.PointEvent{Position: fyne.NewPos(tt.x, 14)},
		})
		if core.FingerKept() != (tt.finger && tt.x == onHandle) {
			t.Errorf("finger %t at %v: kept %t", tt.finger, tt.x, core.FingerKept())
		}
		l.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(tt.x, 3*28+20)}})
		l.DragEnd()
		if got := strings.Join(to, " "); got != tt.want {
			t.Errorf("finger %t at %v: asked for %q, want %q", tt.finger, tt.x, got, tt.want)
		}
		if o, ok := l.Drawn(1); !ok || !o.state.handled {
			t.Error("a row has no handle")
		}
		l.SetChangeable(false)
		l.Update()
		if o, ok := l.Drawn(1); !ok || o.state.handled {
			t.Error("a row that cannot be moved has a handle")
		}
	}
}

// TestDragScrolls drags a row to the edge of a long list, which scrolls. The driver for tests finishes an animation at
// once.
func TestDragScrolls(t *testing.T) {
	var to widgettest.Asked
	l := newChangeable(t, &to, 200)
	dragRow(l, 0, l.scroll.Size().Height+5)
	if end := l.Top(200) - l.scroll.Size().Height; l.Offset() != end {
		t.Errorf("scrolled to %v, the end is at %v", l.Offset(), end)
	}
	l.DragEnd()
	to.Expect(t, "move 0 199")
}

// TestRowsAreDistinguished checks that hovered, current and focused rows look different from each other and from other
// rows.
func TestRowsAreDistinguished(t *testing.T) {
	states := map[string]rowState{
		"plain": {overTool: core.None}, "hovered": {hovered: true, overTool: core.None}, "current": {
			current: true, overTool: core.None,
		},
		"focused": {current: true, focused: true, ringed: true, overTool: core.None},
		"current and hovered": {
			current: true, hovered: true, overTool: core.None,
		},
	}
	edge, middle := map[string]color.Color{}, map[string]color.Color{}
	for name, s := range states {
		r := newListRow()
		w := widgettest.Show(t, r, 300, 28)
		r.set(&Row{Page: "123", Title: "Tides"}, s)
		img := w.Canvas().Capture()
		edge[name], middle[name] = img.At(200, 0), img.At(200, 14)
	}
	for a := range states {
		for b := range states {
			if a < b && widgettest.Contrast(edge[a], edge[b]) < 1.15 &&
				widgettest.Contrast(middle[a], middle[b]) < 1.1 {
				t.Errorf("%s and %s look the same: %v and %v, %v and %v", a, b, edge[a], edge[b], middle[a], middle[b])
			}
		}
	}
}

// TestEmptyShowsKeyboard focuses a list without rows. A ring must show the focus until there is a row.
func TestEmptyShowsKeyboard(t *testing.T) {
	var to widgettest.Asked
	l := newChangeable(t, &to, 0)
	ringed := func() bool { return l.ring.Objects()[0].(*canvas.Rectangle).StrokeWidth > 0 }
	if ringed() {
		t.Error("there is a ring before the list has the keyboard")
	}
	if l.TakeKeys(); !ringed() {
		t.Error("there is no ring")
	}
	core.SetFocusShown(false)
	if l.Refresh(); ringed() {
		t.Error("there is a ring while the mouse is used")
	}
	core.SetFocusShown(true)
	if l.Refresh(); !ringed() {
		t.Error("there is no ring once a key is pressed")
	}
	if l.SetRows([]Row{{Title: "One"}}); ringed() {
		t.Error("the ring is around a list that has a row")
	}
	if l.SetRows(nil); !ringed() {
		t.Error("there is no ring when the row is gone")
	}
	if core.CanvasOf(l).Unfocus(); ringed() {
		t.Error("the ring stays when the keyboard is elsewhere")
	}
}

// TestHoverIsThePointers scrolls a list below the resting pointer: by the wheel the row there is hovered, and by keys
// none is until the pointer moves.
func TestHoverIsThePointers(t *testing.T) {
	var to widgettest.Asked
	l := newChangeable(t, &to, 100)
	move := func(y float32) {
		l.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(20, l.Offset()+y)}})
	}
	move(10)
	l.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -l.height(0))})
	if l.Hovered() != 1 {
		t.Errorf("by the wheel row %d is hovered", l.Hovered())
	}
	if l.GoTo(90); l.Hovered() != core.None {
		t.Errorf("by keys row %d is hovered", l.Hovered())
	}
	if move(11); l.Hovered() == core.None {
		t.Error("no row is hovered when the pointer moves")
	}
}
