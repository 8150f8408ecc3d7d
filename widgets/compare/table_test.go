package compare

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// threeColumns are one that is filled, one that can be, and one that has nothing.
func threeColumns() []Column {
	return []Column{
		{Title: "Version 3", Short: "v3", State: "4 values", Filled: true},
		{Title: "Version 2", Short: "v2", State: "ask", Asks: true},
		{Title: "Version 1", Short: "v1", State: "nothing"},
	}
}

func comparedRows() []Row {
	cells := func(a, b string) []Cell { return []Cell{{Text: a}, {Text: b}, {}} }
	return []Row{
		{Name: "data", Path: "data", Branch: true, Open: true, Within: true, Cells: cells("2 fields", "2 fields")},
		{Name: "url", Path: "data › url", Depth: 1, Differs: true, Cells: cells("a", "b")},
		{Name: "id", Path: "data › id", Depth: 1, Cells: cells("7", "7")},
	}
}

// newTable is a comparison of 500 x 300 with the rows above, and what it has asked for.
func newTable(t *testing.T, to *widgettest.Asked) (*Table, fyne.Canvas) {
	keys := core.Keys{
		Key:      func(k fyne.KeyName) { to.Add("key %s", k) },
		Shortcut: func(s fyne.Shortcut) { to.Add("shortcut %s", s.ShortcutName()) },
		Leave:    func() { to.Add("leave") },
	}
	cell := func(what string) func(row, column int) { return func(r, c int) { to.Add("%s %d %d", what, r, c) } }
	c := New(core.NewTips(func(f func()) { f() }), threeColumns(), Actions{
		Ask: func(column int) { to.Add("ask %d", column) }, Fold: func(row int) { to.Add("fold %d", row) },
		Chosen: cell("chosen"), Copy: cell("copy"),
		Menu: func(r, c int, _ fyne.Position) { to.Add("menu %d %d", r, c) }, Keys: keys,
	})
	c.SetRows(comparedRows(), true, "")
	w := widgettest.Show(t, c, 500, 300)
	return c, w.Canvas()
}

// drawnRow is what draws a row in view.
func drawnRow(t *testing.T, c *Table, row int) *tableRow {
	t.Helper()
	o, ok := c.list.Drawn(row)
	if !ok {
		t.Fatalf("row %d is not in view", row)
	}
	return o
}

func TestComparisonSharesItsWidth(t *testing.T) {
	for _, tt := range []struct {
		width  float32
		filled int
		least  float32 // width of a filled column
	}{{420, 1, leastFilled}, {740, 1, 200}, {740, 6, 95}, {1250, 3, 200}, {1250, 6, 160}, {740, 0, 0}} {
		columns := make([]Column, 6)
		for i := range tt.filled {
			columns[i].Filled = true
		}
		spans := spread(columns, tt.width)
		at := float32(0)
		for i, s := range spans {
			if s.left != at || s.width < 30 || i > 0 && columns[i-1].Filled && s.width < tt.least {
				t.Errorf("%v with %d filled: span %d is %v", tt.width, tt.filled, i, s)
			}
			at += s.width
		}
		if room := tt.width - scrollRoom; at < room-1 || at > room+1 {
			t.Errorf("%v with %d filled: they end at %v", tt.width, tt.filled, at)
		}
	}
}

func TestComparisonMarksDifferences(t *testing.T) {
	c, _ := newTable(t, &widgettest.Asked{})
	look := func(row int) (bar float32, name, value fyne.ThemeColorName) {
		o := drawnRow(t, c, row)
		return test.WidgetRenderer(o).(*tableRowRenderer).bar.Size().Height, o.name.Colour(), o.cells[0].Colour()
	}
	expect := func(row int, bar bool, colour fyne.ThemeColorName) {
		t.Helper()
		if height, name, value := look(row); (height > 0) != bar || name != colour || value != colour {
			t.Errorf("row %d has a bar of %v, %s and %s", row, height, name, value)
		}
	}
	expect(0, false, theme.ColorNamePlaceHolder)
	expect(1, true, theme.ColorNameForeground)
	expect(2, false, theme.ColorNamePlaceHolder)
	whole, _, _ := look(1)
	rows := comparedRows()[:1]
	rows[0].Open = false
	c.SetRows(rows, true, "")
	expect(0, true, theme.ColorNamePlaceHolder)
	if folded, _, _ := look(0); folded >= whole {
		t.Errorf("a difference that is folded away has a bar of %v, one in sight of %v", folded, whole)
	}
	c.SetRows(comparedRows()[2:], false, "")
	expect(0, false, theme.ColorNameForeground)
}

func TestComparisonByKey(t *testing.T) {
	var to widgettest.Asked
	c, on := newTable(t, &to)
	c.TakeKeys(on)
	to.Expect(t, "chosen 0 -1")
	widgettest.Press(c.list, fyne.KeyDown, fyne.KeyRight, fyne.KeyRight, fyne.KeyEnd, fyne.KeyHome, fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyUp)
	to.Expect(t, "chosen 1 -1", "chosen 1 0", "chosen 2 0", "chosen 0 0", "chosen 2 0", "chosen 0 0", "chosen 0 0")
	c.list.TypedShortcut(&fyne.ShortcutCopy{})
	c.list.TypedShortcut(widgettest.Control(fyne.KeyQ))
	to.Expect(t, "copy 0 0", "shortcut "+widgettest.Control(fyne.KeyQ).ShortcutName())
	widgettest.Press(c.list, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyReturn, fyne.KeyEscape, fyne.KeyF5)
	to.Expect(t, "chosen 0 -1", "fold 0", "fold 0", "leave", "key F5")
	rows := comparedRows()
	rows[0].Open = false
	c.SetRows(rows[:1], true, "")
	widgettest.Press(c.list, fyne.KeyRight, fyne.KeyLeft)
	to.Expect(t, "fold 0")
}

func TestComparisonByMouse(t *testing.T) {
	var to widgettest.Asked
	c, on := newTable(t, &to)
	at := func(row, span int) *fyne.PointEvent {
		return &fyne.PointEvent{Position: fyne.NewPos(c.spans[span].left+9, float32(row)*rowHeight+5)}
	}
	c.list.Tapped(at(1, 1))
	c.list.Tapped(at(2, 2)) // not filled: the row's name
	c.list.Tapped(at(0, 0))
	c.list.Tapped(at(9, 0))
	c.list.TappedSecondary(at(1, 1))
	to.Expect(t, "chosen 1 0", "chosen 2 -1", "chosen 0 -1", "fold 0", "chosen 1 0", "menu 1 0")
	if on.Focused() != fyne.Focusable(c.list) {
		t.Error("a click does not give the rows the keyboard")
	}
	for i, h := range c.heads {
		test.Tap(h)
		if h.Disabled() != (i != 1) {
			t.Errorf("head %d is passed by: %t", i, h.Disabled())
		}
	}
	widgettest.Press(c.heads[1], fyne.KeyReturn, fyne.KeyEscape)
	to.Expect(t, "ask 1", "ask 1", "leave")
}

func TestComparisonKeepsWhatIsChosen(t *testing.T) {
	var to widgettest.Asked
	c, on := newTable(t, &to)
	c.TakeKeys(on)
	c.list.choose(2, 0)
	c.SetRows(comparedRows()[1:], true, "")
	if c.list.At() != 1 || c.list.column != 0 {
		t.Errorf("the chosen cell is %d, %d", c.list.At(), c.list.column)
	}
	c.SetRows(nil, true, "They do not differ.")
	if c.list.At() != core.None || !c.empty.Visible() || c.empty.Text != "They do not differ." {
		t.Errorf("without rows: %d, %q", c.list.At(), c.empty.Text)
	}
	widgettest.Press(c.list, fyne.KeyDown, fyne.KeyLeft, fyne.KeyReturn)
	c.list.TypedShortcut(&fyne.ShortcutCopy{})
	to.Expect(t, "chosen 0 -1", "chosen 2 0")
	if c.SetRows(comparedRows(), true, ""); c.list.At() != 0 {
		t.Errorf("when rows come the keyboard is at %d", c.list.At())
	}
	to.Expect(t, "chosen 0 -1")
}

func TestComparisonFillsAColumn(t *testing.T) {
	c, _ := newTable(t, &widgettest.Asked{})
	columns := threeColumns()
	columns[1] = Column{Title: "Version 2", Short: "v2", State: "4 values", Filled: true}
	c.SetColumns(columns)
	second := drawnRow(t, c, 1).cells[1]
	if !second.Visible() || second.Text() != "b" || second.Position().X < c.spans[2].left {
		t.Errorf("%q at %v", second.Text(), second.Position())
	}
	head := test.WidgetRenderer(c.heads[2]).(*columnHeadRenderer)
	if head.title.Text() != "v1" || test.WidgetRenderer(c.heads[0]).(*columnHeadRenderer).title.Text() != "Version 3" {
		t.Errorf("the narrow head says %q", head.title.Text())
	}
}

func manyCompared(count int) []Row {
	rows := make([]Row, count)
	for i := range rows {
		rows[i] = Row{Name: fmt.Sprint("field ", i), Path: fmt.Sprint(i), Cells: []Cell{{Text: strings.Repeat("long ", 900)}, {}, {}}}
	}
	return rows
}

func TestComparisonDrawsOnlyWhatIsInView(t *testing.T) {
	c, _ := newTable(t, &widgettest.Asked{})
	c.SetRows(manyCompared(5000), true, "")
	if n := len(test.WidgetRenderer(c.list).Objects()); n > 20 {
		t.Errorf("%d objects for a table of 300", n)
	}
	c.list.choose(4999, 0)
	last := drawnRow(t, c, 4999)
	if !last.Visible() || last.name.Text() != "field 4999" || last.Position().Y != 4999*rowHeight {
		t.Errorf("the last row is %q at %v", last.name.Text(), last.Position())
	}
	if text := last.cells[0].Text(); len(text) > 250 || !strings.HasSuffix(widgettest.Drawn(last.cells[0]), "…") {
		t.Errorf("a long value is drawn as %q of %q", widgettest.Drawn(last.cells[0]), text)
	}
	c.SetRows(comparedRows(), true, "")
	if c.list.Offset() != 0 {
		t.Errorf("scrolled to %v in a short table", c.list.Offset())
	}
}

func TestComparisonTips(t *testing.T) {
	c, _ := newTable(t, &widgettest.Asked{})
	rows := comparedRows()
	rows[1].Cells[0].Text = strings.Repeat("long ", 90)
	c.SetRows(rows, true, "")
	over := func(row int) bool {
		c.list.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(c.spans[1].left+9, float32(row)*rowHeight+5)}})
		return c.tips.Waiting()
	}
	if over(0) || !over(1) || over(2) {
		t.Error("not exactly the value that is cut has a tip")
	}
	over(1)
	if c.list.MouseOut(); c.tips.Waiting() {
		t.Error("the tip comes after the pointer has left")
	}
}

func TestBeginning(t *testing.T) {
	for text, want := range map[string]string{"": "", "a b": "a b", "a\n\tb": "a b", "äöüÄÖÜ": "äöüÄÖ", "日本語日本語": "日本語日本", "ab\xffcd": "abcd"} {
		if got := beginning(text, 5); got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
}

func TestOffers(t *testing.T) {
	var to widgettest.Asked
	o := NewOffers(core.Keys{Leave: func() { to.Add("leave") }, Key: func(k fyne.KeyName) { to.Add("key %s", k) }})
	offer := func(address string) Offer {
		return Offer{Title: "MP3", Address: address, Action: "Play", Strong: true, Do: func() { to.Add("play %s", address) }}
	}
	if o.MinSize().Height != 0 {
		t.Errorf("without offers it is %v high", o.MinSize().Height)
	}
	o.SetOffers([]Offer{offer("a"), offer("b")})
	w := widgettest.Show(t, o, 400, offerHeight)
	second := o.rows["b"]
	w.Canvas().Focus(second.button)
	if o.scroll.Offset.Y == 0 {
		t.Error("the button that has the keyboard is not in view")
	}
	changed := offer("b")
	changed.Title = "MP3, in all versions"
	o.SetOffers([]Offer{changed, offer("c")})
	if o.rows["b"] != second || second.title.Text() != changed.Title || o.rows["a"] != nil || w.Canvas().Focused() != fyne.Focusable(second.button) {
		t.Error("an offer that stays loses its button")
	}
	widgettest.Press(second.button, fyne.KeyReturn, fyne.KeySpace, fyne.KeyEscape, fyne.KeyF5)
	test.Tap(second.button)
	to.Expect(t, "play b", "play b", "leave", "key F5", "play b")
	if w.Canvas().Focused() != fyne.Focusable(second.button) {
		t.Error("a click on the button takes the keyboard away")
	}
	second.button.SetEnabled(false)
	widgettest.Press(second.button, fyne.KeyReturn)
	to.Expect(t)
}

// BenchmarkCompared shows one long table after another, and pages through it.
func BenchmarkCompared(b *testing.B) {
	c := New(core.NewTips(func(f func()) { f() }), threeColumns(), Actions{Chosen: func(int, int) {}})
	w := test.NewWindow(c)
	defer w.Close()
	w.Resize(fyne.NewSize(1200, 800))
	tables := [][]Row{manyCompared(5000), manyCompared(5000)}
	b.Run("rows", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			c.SetRows(tables[i%2], true, "")
		}
	})
	b.Run("page", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			c.list.choose(i*30%5000, 0)
		}
	})
}
