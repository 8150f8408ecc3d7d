package dialog

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// openPages opens a dialog with two pages of rows in a window.
func openPages(t *testing.T, width, height float32) (*Dialog, *Pages, []*Row, fyne.Canvas) {
	t.Helper()
	w := widgettest.Show(t, container.NewStack(), width, height)
	d := New(w.Canvas(), "Settings", func(fyne.Shortcut) {})
	p := NewPages(d, []string{"First", "Second"}, "Search")
	var rows []*Row
	for _, name := range []string{"Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"} {
		rows = append(rows,
			NewRow(d.Keys(), name, "What "+name+" does is said in a sentence that is longer than a line.",
				control.NewEntry(d.Keys(), ""), func() {}))
	}
	p.SetRows(0, rows[:6]...)
	p.SetRows(1, rows[6:]...)
	d.Open(fyne.NewSize(780, 620), p.Index(), func() {})
	return d, p, rows, w.Canvas()
}

// TestPages checks that the names of the pages are beside the rows, or in a choice above them if there is little room,
// and that rows do not overlap.
func TestPages(t *testing.T) {
	for _, size := range []fyne.Size{
		fyne.NewSize(480, 360), fyne.NewSize(800, 600), fyne.NewSize(1280, 800), fyne.NewSize(3840, 2160),
	} {
		d, p, rows, on := openPages(t, size.Width, size.Height)
		widgettest.Seen(d)
		if narrow := size.Width < 500; p.index.Hidden != narrow ||
			p.choice.Hidden == narrow || on.Focused() != p.Index() {
			t.Errorf("%v: beside is %v, above %v", size, !p.index.Hidden, !p.choice.Hidden)
		}
		bottom := float32(-1)
		for _, r := range rows[:6] {
			for _, o := range r.content.Objects {
				if !o.Visible() || o.Size().IsZero() {
					continue
				}
				if right := o.Position().X + o.Size().Width; right > r.content.Size().Width+2.5 ||
					o.Position().Y+o.Size().Height > r.content.Size().Height+2.5 {
					t.Errorf("%v: something of %s is out of its row: %v %v in %v",
						size, r.Name(), o.Position(), o.Size(), r.content.Size())
				}
			}
			if top := r.content.Position().Y; top <= bottom {
				t.Errorf("%v: %s begins at %v, over the one that ends at %v", size, r.Name(), top, bottom)
			}
			bottom = r.content.Position().Y + r.content.Size().Height
		}
		d.Close()
	}
}

// TestRowsAreReached checks that the focused entry is always in view, and that the trouble of a row is shown.
func TestRowsAreReached(t *testing.T) {
	_, p, rows, on := openPages(t, 480, 360)
	for range 20 {
		on.FocusNext()
		e, ok := on.Focused().(*control.Entry)
		if !ok || e == p.search {
			continue
		}
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(e).Y -
			fyne.CurrentApp().Driver().AbsolutePositionForObject(p.scroll).Y
		if at < 0 || at+e.Size().Height > p.scroll.Size().Height {
			t.Errorf("it is at %v of %v", at, p.scroll.Size().Height)
		}
	}
	before := rows[0].content.MinSize().Height
	rows[0].SetTrouble("This cannot be.")
	if rows[0].content.MinSize().Height <= before || rows[0].layout.frame.Hidden {
		t.Error("what is wrong is not seen")
	}
	if rows[0].SetTrouble(""); rows[0].content.MinSize().Height != before || !rows[0].layout.frame.Hidden {
		t.Error("it stays")
	}
}

// TestShowInBeforeItIsDrawn scrolls to an object that is in no window yet, as when settings open at one of them.
func TestShowInBeforeItIsDrawn(t *testing.T) {
	far := control.NewEntry(core.Keys{}, "")
	gap := canvas.NewRectangle(nil)
	gap.SetMinSize(fyne.NewSize(10, 500))
	s := container.NewVScroll(container.NewVBox(gap, container.NewVBox(far)))
	s.Resize(fyne.NewSize(200, 100))
	ShowIn(s, far)
	if top := 500 - s.Offset.Y; top < 0 || top+far.Size().Height > 100 {
		t.Errorf("it is at %v of 100", top)
	}
}

// TestSearchByKey moves the focus to the search by its key, searches, and ends the search by choosing a page.
func TestSearchByKey(t *testing.T) {
	d, p, _, on := openPages(t, 800, 600)
	if !d.Shortcut(&desktop.CustomShortcut{KeyName: fyne.KeyF, Modifier: fyne.KeyModifierShortcutDefault}) ||
		on.Focused() != p.search {
		t.Error("Ctrl+F does not lead to the search")
	}
	p.search.SetText("second")
	if len(p.layout.rows) != 3 || p.layout.rows[0] != nil {
		t.Errorf("%d rows are found by the name of their page", len(p.layout.rows))
	}
	p.index.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if p.search.Text != "" || p.Page() != 0 || len(p.layout.rows) != 6 {
		t.Errorf("page %d with %d rows, behind the search for %q", p.Page(), len(p.layout.rows), p.search.Text)
	}
}

// TestPagesKeepOneSize checks that the dialog is equally high on each page and in a search, if the window has room.
func TestPagesKeepOneSize(t *testing.T) {
	for size, want := range map[fyne.Size]float32{
		fyne.NewSize(480, 360): 342, fyne.NewSize(800, 600): 582, fyne.NewSize(1280, 800): 620,
	} {
		d, p, _, _ := openPages(t, size.Width, size.Height)
		for _, change := range []func(){
			func() {}, func() { p.ShowPage(1) }, func() { p.search.SetText("nothing") }, func() { p.ShowPage(0) },
		} {
			change()
			if _, at := d.place(); at.Height != want {
				t.Errorf("%v: it is %v high, not %v", size, at.Height, want)
			}
		}
		d.Close()
	}
}

// TestLessCommonRows shows and hides the less common rows of a page. A search finds them in any case, and highlights
// what it found.
func TestLessCommonRows(t *testing.T) {
	d, p, _, on := openPages(t, 800, 600)
	rare := NewRow(d.Keys(), "Rare", "Seldom wanted.", control.NewEntry(d.Keys(), ""), nil).
		Known("strange, odd").Offers("Alpha", "Omega")
	p.SetMore(0, rare)
	isShown := func() bool { return slices.Contains(p.layout.rows, rare) }
	fold := p.folds[0].Control().(*control.PushButton)
	for _, shown := range []bool{true, false} {
		if fold.Tapped(nil); isShown() != shown {
			t.Errorf("shown: %v", isShown())
		}
	}
	p.ShowRow(rare, rare.Control())
	if !isShown() || on.Focused() != rare.Control() || fold.Text() != "Fewer settings" {
		t.Error("it is not shown when it is needed")
	}
	fold.Tapped(nil)
	for text, why := range map[string]string{
		"rare": "Seldom wanted.", "odd": "Seldom wanted. Also known as “odd”.", "seldom": "Seldom wanted.",
		"omega": "Seldom wanted. Choices: Alpha, Omega.",
	} {
		p.search.SetText(text)
		if p.search.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown}); !isShown() || rare.Why() != why ||
			on.Focused() != rare.Control() {
			t.Errorf("%q: shown %v, %q", text, isShown(), rare.Why())
		}
	}
	p.search.SetText("")
	if p.ShowRow(rare, rare.Control()); rare.Why() != "Seldom wanted." {
		t.Errorf("the search is over, and it says %q", rare.Why())
	}
}

func TestGuardedDialogAsksBeforeItCloses(t *testing.T) {
	d, _, _, _ := openPages(t, 800, 600)
	asked, may := 0, false
	d.Guard = func() bool {
		asked++
		return may
	}
	if d.Close(); d.Closed() || asked != 1 {
		t.Errorf("closed: %v, asked %d times", d.Closed(), asked)
	}
	may = true
	if d.Close(); !d.Closed() || asked != 2 {
		t.Errorf("closed: %v, asked %d times", d.Closed(), asked)
	}
}

// TestButtonsBreak checks that buttons are arranged in rows within their width.
func TestButtonsBreak(t *testing.T) {
	var buttons []*control.PushButton
	for _, word := range []string{"Connect to a service …", "Remove", "Import …", "Export …"} {
		buttons = append(buttons, control.NewPushButton(core.Keys{}, word, func() {}))
	}
	o := NewButtons(buttons...)
	heights := map[float32]float32{}
	for _, width := range []float32{600, 250} {
		fitTo(o, width)
		heights[width] = o.MinSize().Height
		o.Resize(fyne.NewSize(width, heights[width]))
		for _, b := range buttons {
			if b.Position().X+b.Size().Width > width || b.Position().Y+b.Size().Height > heights[width] {
				t.Errorf("%s is out of %v", b.Text(), width)
			}
		}
	}
	if heights[250] <= heights[600] {
		t.Errorf("%v", heights)
	}
}
