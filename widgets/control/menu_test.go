package control

import (
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// testMenu returns a menu with a disabled item, a separator and a submenu. The items call chosen with their labels.
func testMenu(chosen func(string)) *fyne.Menu {
	item := func(label string) *fyne.MenuItem { return fyne.NewMenuItem(label, func() { chosen(label) }) }
	off := item("Off")
	off.Disabled = true
	below := fyne.NewMenuItem("Below", nil)
	below.ChildMenu = fyne.NewMenu("", item("Red"), item("Green"))
	return fyne.NewMenu("", off, item("First"), fyne.NewMenuItemSeparator(), below, item("Last"))
}

func TestMenuByKeys(t *testing.T) {
	for _, tt := range []struct {
		keys []fyne.KeyName
		want []string
	}{
		{[]fyne.KeyName{fyne.KeyReturn}, []string{"First"}},
		{[]fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn}, []string{"Last"}},
		{[]fyne.KeyName{fyne.KeyUp, fyne.KeySpace}, []string{"Last"}},
		{[]fyne.KeyName{fyne.KeyEnd, fyne.KeyDown, fyne.KeyEnter}, []string{"First"}},
		{[]fyne.KeyName{fyne.KeyDown, fyne.KeyReturn, fyne.KeyDown, fyne.KeyReturn}, []string{"Green"}},
		{[]fyne.KeyName{fyne.KeyDown, fyne.KeyRight, fyne.KeyLeft, fyne.KeyHome, fyne.KeyReturn}, []string{"First"}},
		{[]fyne.KeyName{fyne.KeyDown, fyne.KeyRight, fyne.KeyEscape, fyne.KeyEscape}, nil},
		{[]fyne.KeyName{fyne.KeyF10}, nil},
	} {
		var described []string
		w := widgettest.Show(t, canvas.NewRectangle(nil), 400, 300)
		m := Open(w.Canvas(), testMenu(func(s string) { described = append(described, s) }), At(fyne.NewPos(10, 10)))
		m.ActivateFirst()
		if w.Canvas().Focused() != m {
			t.Fatal("the menu has not the keyboard")
		}
		widgettest.Press(m, tt.keys...)
		if !reflect.DeepEqual(described, tt.want) || w.Canvas().Overlays().Top() != nil {
			t.Errorf("%v: chose %v, want %v; the menu is there: %t",
				tt.keys, described, tt.want, w.Canvas().Overlays().Top() != nil)
		}
	}
}

func TestMenuByLetters(t *testing.T) {
	var described []string
	w := widgettest.Show(t, canvas.NewRectangle(nil), 400, 300)
	m := Open(w.Canvas(), testMenu(func(s string) { described = append(described, s) }), At(fyne.Position{}))
	m.TypedRune('L')
	m.TypedRune('o') // the disabled item is skipped
	widgettest.Press(m, fyne.KeyReturn)
	if !reflect.DeepEqual(described, []string{"Last"}) {
		t.Errorf("chose %v", described)
	}
}

func TestMenuByMouse(t *testing.T) {
	var described []string
	w := widgettest.Show(t, canvas.NewRectangle(nil), 400, 300)
	m := Open(w.Canvas(), testMenu(func(s string) { described = append(described, s) }), At(fyne.NewPos(10, 10)))
	first := m.lists[0]
	at := func(l *menuList, item int) fyne.PointEvent {
		return fyne.PointEvent{Position: fyne.NewPos(20, l.topOf(item)+5)}
	}
	first.rows.MouseMoved(&desktop.MouseEvent{PointEvent: at(first, 3)})
	if len(m.lists) != 2 {
		t.Fatal("the pointer does not open what is below an item")
	}
	off := at(first, 0)
	first.rows.Tapped(&off)
	green := at(m.lists[1], 1)
	m.lists[1].rows.Tapped(&green)
	if !reflect.DeepEqual(described, []string{"Green"}) || w.Canvas().Overlays().Top() != nil {
		t.Errorf("chose %v", described)
	}
	m = Open(w.Canvas(), testMenu(func(string) {}), At(fyne.NewPos(10, 10)))
	if m.Tapped(nil); w.Canvas().Overlays().Top() != nil {
		t.Error("a click beside the menu does not close it")
	}
}

// TestMenuStaysInTheWindow opens a long menu with a longer submenu in small windows.
func TestMenuStaysInTheWindow(t *testing.T) {
	long := func(last *fyne.MenuItem) *fyne.Menu {
		menu := fyne.NewMenu("")
		for range 18 {
			menu.Items = append(menu.Items, fyne.NewMenuItem("An item of a long menu", func() {}))
		}
		menu.Items = append(menu.Items, last)
		return menu
	}
	for _, size := range []fyne.Size{{Width: 480, Height: 360}, {Width: 800, Height: 600}, {Width: 300, Height: 200}} {
		chosen := false
		below := fyne.NewMenuItem("More", nil)
		below.ChildMenu = long(fyne.NewMenuItem("The last of all", func() { chosen = true }))
		w := widgettest.Show(t, canvas.NewRectangle(nil), size.Width, size.Height)
		m := Open(w.Canvas(), long(below), At(fyne.NewPos(size.Width, size.Height)))
		widgettest.Press(m, fyne.KeyEnd, fyne.KeyRight, fyne.KeyEnd)
		if len(m.lists) != 2 {
			t.Fatalf("%v: %d lists", size, len(m.lists))
		}
		for i, l := range m.lists {
			p, end := l.Position(), l.Position().Add(l.Size())
			if p.X < 0 || p.Y < 0 || end.X > size.Width || end.Y > size.Height {
				t.Errorf("%v: list %d goes from %v to %v", size, i, p, end)
			}
			top := l.topOf(l.active) - l.scroll.Offset.Y
			if top < 0 || top+menuItemHeight > l.scroll.Size().Height {
				t.Errorf("%v: the item of list %d where the keys are is at %v of %v",
					size, i, top, l.scroll.Size().Height)
			}
		}
		if widgettest.Press(m, fyne.KeyReturn); !chosen {
			t.Errorf("%v: the last item was not chosen", size)
		}
	}
}

// TestMenuKeys checks that the shortcuts of items are drawn, and that the menu is wide enough for them.
func TestMenuKeys(t *testing.T) {
	copied, top, plain := fyne.NewMenuItem("Copy",
		nil), fyne.NewMenuItem("First page", nil), fyne.NewMenuItem("About", nil)
	copied.Shortcut = &desktop.CustomShortcut{
		KeyName: fyne.KeyC, Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift,
	}
	top.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyHome}
	all := fyne.NewMenuItem("Select all", nil)
	all.Shortcut = &fyne.ShortcutSelectAll{}
	full := fyne.NewMenuItem("Full screen", nil)
	full.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyF11}
	w := widgettest.Show(t, canvas.NewRectangle(nil), 400, 300)
	m := Open(w.Canvas(), fyne.NewMenu("", copied, top, all, full, plain), At(fyne.NewPos(10, 10)))
	d := test.WidgetRenderer(m.lists[0].rows).(*menuRowsRenderer)
	selectAll := core.KeyWords(fyne.KeyModifierShortcutDefault, fyne.KeyA)
	for i, want := range []string{
		"Copy|Ctrl+Shift+C", "First page|Home", "Select all|" + selectAll, "Full screen|F11", "About|",
	} {
		if got := d.labels[i].Text + "|" + d.keys[i].Text; got != want {
			t.Errorf("item %d is %q, want %q", i, got, want)
		}
		if end := d.labels[i].Position().X + d.labels[i].MinSize().Width; d.keys[i].Text != "" &&
			end > d.keys[i].Position().X {
			t.Errorf("the keys of %q stand on its words", d.labels[i].Text)
		}
	}
	if d.keys[0].Color != theme.Color(theme.ColorNamePlaceHolder) {
		t.Errorf("the keys are %v", d.keys[0].Color)
	}
}

// TestMenuUpFirst checks that Up selects the last item if none is selected.
func TestMenuUpFirst(t *testing.T) {
	l := &menuList{
		items:  []*fyne.MenuItem{fyne.NewMenuItem("a", nil), fyne.NewMenuItem("b", nil), fyne.NewMenuItem("c", nil)},
		active: core.None,
	}
	went := core.None
	for _, by := range []int{-1, 1} {
		at := l.next(core.None, by)
		if want := map[int]int{-1: 2, 1: 0}[by]; at != want {
			t.Errorf("by %d to %d", by, at)
		}
		went = at
	}
	if l.next(went, -1) != 2 {
		t.Error("above the first is not the last")
	}
}
