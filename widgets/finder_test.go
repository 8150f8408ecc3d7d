package widgets

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// asked is what a finder has asked for, each as a line.
type asked []string

func (a *asked) add(format string, args ...any) { *a = append(*a, fmt.Sprintf(format, args...)) }

// expect compares what was asked for since it was last compared.
func (a *asked) expect(t *testing.T, want ...string) {
	t.Helper()
	if len(*a)+len(want) > 0 && !reflect.DeepEqual([]string(*a), want) {
		t.Errorf("asked for %q, want %q", *a, want)
	}
	*a = nil
}

// newFinder is a finder of 300 x 400 in a window, with pages under two headings, five favourites, and
// nothing elsewhere.
func newFinder(t *testing.T, to *asked) (*Finder, fyne.Canvas) {
	var w fyne.Window
	keys := Keys{
		Key:      func(k fyne.KeyName) { to.add("key %s", k) },
		Rune:     func(r rune) { to.add("rune %c", r) },
		Shortcut: func(s fyne.Shortcut) { to.add("shortcut %s", s.ShortcutName()) },
		Leave: func() {
			to.add("leave")
			w.Canvas().Unfocus()
		},
	}
	plain := func(what string) func() { return func() { to.add("%s", what) } }
	row := func(what string) func(int) { return func(i int) { to.add("%s %d", what, i) } }
	f := NewFinder(NewTips(func(f func()) { f() }), keys, FinderActions{
		Tab: func(tab FinderTab) { to.add("tab %d", tab) }, Query: func(text string) { to.add("query %s", text) },
		Open: row("open"), Fold: row("fold"), Remove: row("remove"), Move: func(from, at int) { to.add("move %d %d", from, at) },
		Exact: func(on bool) { to.add("exact %t", on) }, Watch: func(text string) { to.add("watch %s", text) },
		Add: plain("add"), Import: plain("import"), Export: plain("export"),
		Collect: plain("collect"), Pause: plain("pause"), Cancel: plain("cancel"), Close: plain("close"),
	})
	f.SetRows(FindText, nil, "Nothing is stored yet.")
	f.SetRows(FindPages, pageRows(), "")
	f.SetRows(FindFavourites, favouriteRows(), "")
	w = show(t, f, 300, 400)
	return f, w.Canvas()
}

// focusedList is a finder at a tab with the keyboard in its list.
func focusedList(t *testing.T, to *asked, tab FinderTab) (*Finder, *rowList, fyne.Canvas) {
	f, c := newFinder(t, to)
	f.Choose(tab)
	c.Focus(f.parts.list)
	return f, f.parts.list, c
}

func pageRows() []Row {
	return []Row{
		{Title: "100 – 199", Aside: "2", Heading: true, Open: true},
		{Page: "100", Title: "Front page"},
		{Page: "123/2", Title: "Harbour", Dim: true},
		{Title: "200 – 299", Aside: "31", Heading: true},
	}
}

func favouriteRows() []Row {
	var rows []Row
	for _, p := range strings.Fields("100 200 300 400 500") {
		rows = append(rows, Row{Page: p, Title: "Page " + p})
	}
	return rows
}

func pressKeys(o fyne.Focusable, keys ...fyne.KeyName) {
	for _, k := range keys {
		o.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

func control(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierControl}
}

// shownRows are the objects of the rows in view.
func shownRows(l *rowList) map[string]*listRow {
	rows := map[string]*listRow{}
	for _, o := range l.renderer.rows {
		if o.Visible() {
			rows[o.row.Page+" "+o.row.Title] = o
		}
	}
	return rows
}

func TestFinderTabs(t *testing.T) {
	var to asked
	f, c := newFinder(t, &to)
	p := f.parts
	if !p.empty.label.Visible() || p.empty.label.Text != "Nothing is stored yet." || !p.exact.Visible() || !p.watch.Visible() {
		t.Errorf("an empty search says %q", p.empty.label.Text)
	}
	test.Type(p.entry, "tide")
	to.expect(t, "query t", "query ti", "query tid", "query tide")
	test.Tap(p.watch)
	test.Tap(p.exact)
	test.Tap(p.head.tabs[FindPages])
	to.expect(t, "watch tide", "exact true", "tab 1")
	if p.empty.label.Visible() || p.exact.Visible() || p.watch.Visible() || p.entry.Text != "" || f.Query() != "" {
		t.Error("the list of pages is not as it should be")
	}
	f.FocusEntry(c)
	p.entry.TypedShortcut(control(fyne.KeyTab))
	p.entry.TypedShortcut(control(fyne.Key4))
	p.entry.TypedShortcut(control(fyne.Key4))
	p.entry.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyTab, Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift})
	p.entry.TypedShortcut(control(fyne.KeyK))
	to.expect(t, "tab 2", "tab 3", "tab 2", "shortcut "+control(fyne.KeyK).ShortcutName())
	f.Choose(FindText)
	if f.Tab() != FindText || f.Query() != "tide" || p.entry.Text != "tide" || p.empty.label.Text != "Nothing is stored yet." {
		t.Errorf("back at the search, the entry says %q", p.entry.Text)
	}
	to.expect(t)
}

func TestFinderEntryKeys(t *testing.T) {
	var to asked
	f, c := newFinder(t, &to)
	f.Choose(FindPages)
	f.FocusEntry(c)
	e := f.parts.entry
	pressKeys(e, fyne.KeyReturn, fyne.KeyF2)
	to.expect(t, "open 1", "leave", "key F2")
	f.FocusEntry(c)
	test.Type(e, "x")
	pressKeys(e, fyne.KeyEscape)
	to.expect(t, "query x", "query ")
	pressKeys(e, fyne.KeyEscape)
	to.expect(t, "close")
	f.FocusEntry(c)
	pressKeys(e, fyne.KeyDown)
	if c.Focused() != f.parts.list || f.parts.list.at != 0 {
		t.Errorf("Down goes to %T", c.Focused())
	}
	f.Choose(FindText)
	f.FocusEntry(c)
	pressKeys(e, fyne.KeyDown, fyne.KeyReturn)
	if to.expect(t); c.Focused() != e {
		t.Error("an empty list takes the keyboard")
	}
}

func TestFinderListKeys(t *testing.T) {
	var to asked
	f, l, c := focusedList(t, &to, FindPages)
	pressKeys(l, fyne.KeyDown, fyne.KeyReturn, fyne.KeyDown, fyne.KeySpace, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyRight, fyne.KeyEnd)
	to.expect(t, "open 1", "open 2", "fold 0")
	pressKeys(l, fyne.KeyLeft, fyne.KeyRight, fyne.KeyReturn, fyne.KeyDelete, fyne.KeyF5)
	to.expect(t, "fold 3", "fold 3", "key F5")
	if l.at != 3 {
		t.Errorf("the keys are at row %d", l.at)
	}
	l.TypedShortcut(control(fyne.Key3))
	l.TypedShortcut(control(fyne.KeyK))
	to.expect(t, "tab 2", "shortcut "+control(fyne.KeyK).ShortcutName())
	pressKeys(l, fyne.KeyUp)
	if c.Focused() != f.parts.entry {
		t.Error("Up from the first row does not go to the entry")
	}
	c.Focus(l)
	if l.TypedRune('ä'); c.Focused() != f.parts.entry || f.Query() != "ä" {
		t.Errorf("a letter in the list makes the query %q", f.Query())
	}
	c.Focus(l)
	pressKeys(l, fyne.KeyBackspace)
	c.Focus(l)
	pressKeys(l, fyne.KeyEscape)
	to.expect(t, "query ä", "query ", "close")
}

func TestFinderFolding(t *testing.T) {
	var to asked
	f, c := newFinder(t, &to)
	f.Choose(FindPages)
	l := f.parts.list
	test.TapCanvas(c, fyne.CurrentApp().Driver().AbsolutePositionForObject(shownRows(l)[" 200 – 299"]).AddXY(40, 10))
	to.expect(t, "fold 3")
	l.setAt(3)
	rows := append([]Row{{Title: "100 – 199", Aside: "2", Heading: true}}, pageRows()[3])
	f.SetRows(FindPages, rows, "")
	if shown := shownRows(l); len(shown) != 2 || shown["100 Front page"] != nil {
		t.Errorf("folded, it shows %v", shown)
	}
	if l.at != 1 {
		t.Errorf("the keys are at row %d, not at the heading where they were", l.at)
	}
	f.SetRows(FindPages, pageRows()[:1], "")
	if l.at != 0 {
		t.Errorf("the keys are at row %d of one", l.at)
	}
}

func TestFinderFeet(t *testing.T) {
	var to asked
	f, _ := newFinder(t, &to)
	f.Choose(FindPages)
	foot := f.parts.collect
	test.Tap(foot.start)
	before := f.parts.list.scroll.Size().Height
	f.SetCollecting(Collecting{Text: "134 pages, about 50 min left", Share: 0.25, Running: true})
	if foot.start.Visible() || !foot.running.Visible() || foot.text.Text() != "134 pages, about 50 min left" || foot.bar.share != 0.25 {
		t.Errorf("while it runs, the foot says %q", foot.text.Text())
	}
	if f.parts.list.scroll.Size().Height >= before {
		t.Error("the foot has no more room than before")
	}
	test.Tap(foot.pause)
	f.SetCollecting(Collecting{Text: "134 pages", Share: -1, Running: true, Paused: true})
	if foot.pause.tip != continueTip || foot.bar.share != 0 {
		t.Errorf("paused, the button says %q", foot.pause.tip)
	}
	if f.SetCollecting(Collecting{}); !foot.start.Visible() || foot.running.Visible() {
		t.Error("the foot does not go back")
	}
	to.expect(t, "collect", "pause")
}

func TestFinderIsMadeWhenShown(t *testing.T) {
	var to asked
	f := NewFinder(NewTips(func(f func()) { f() }), Keys{}, FinderActions{Tab: func(tab FinderTab) { to.add("tab %d", tab) }})
	f.SetRows(FindHistory, favouriteRows(), "")
	f.SetCollecting(Collecting{Running: true})
	f.Choose(FindHistory)
	if f.parts != nil {
		t.Error("the parts are made before they are shown")
	}
	show(t, f, 300, 400)
	if len(shownRows(f.parts.list)) != 5 || !f.parts.collect.running.Visible() {
		t.Error("what came before is not shown")
	}
	to.expect(t)
}

func TestMarkedLine(t *testing.T) {
	ten := func(p piece) float32 { return 10 * float32(len([]rune(p.text))) }
	for _, tt := range []struct {
		text  string
		marks []Span
		width float32
		want  []piece
	}{
		{"the ferry is late", []Span{{4, 9}}, 500, []piece{{"the ", false}, {"ferry", true}, {" is late", false}}},
		{"the ferry is late", []Span{{4, 9}}, 120, []piece{{"the ", false}, {"ferry", true}, {" i…", false}}},
		{"when will the ferry go again", []Span{{14, 19}}, 140, []piece{{"… the ", false}, {"ferry", true}, {" g…", false}}},
		{"late", nil, 30, []piece{{"la…", false}}},
		{"late", []Span{{2, 99}, {-3, 1}}, 90, []piece{{"la", false}, {"te", true}}},
		{"", []Span{{0, 5}}, 90, nil},
	} {
		if got := fitPieces(pieces(tt.text, tt.marks), tt.width, ten); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q in %v: %v, want %v", tt.text, tt.width, got, tt.want)
		}
	}
}

// TestFinderKeepsTheKeyboard uses its buttons by mouse, after which the keyboard is in the panel.
func TestFinderKeepsTheKeyboard(t *testing.T) {
	var to asked
	f, c := newFinder(t, &to)
	p := f.parts
	for name, tap := range map[string]func(){
		"a tab":      func() { test.Tap(p.head.tabs[FindPages]) },
		"the check":  func() { test.Tap(p.exact) },
		"collecting": func() { test.Tap(p.collect.start) },
		"watching": func() {
			p.entry.SetText("tide")
			test.Tap(p.watch)
		},
		"a row": func() {
			f.Choose(FindPages)
			p.list.Tapped(&fyne.PointEvent{Position: fyne.NewPos(60, p.list.top(1)+5)})
		},
		"a heading": func() {
			f.Choose(FindPages)
			p.list.Tapped(&fyne.PointEvent{Position: fyne.NewPos(60, 5)})
		},
	} {
		f.Choose(FindText)
		c.Unfocus()
		if tap(); !f.HasKeys() {
			t.Errorf("after %s, %T has the keyboard", name, c.Focused())
		}
	}
	if !overFocusable(f, fyne.NewPos(200, 2)) {
		t.Error("a click beside the buttons takes the keyboard away")
	}
	c.Focus(p.entry)
	c.FocusPrevious()
	if _, ok := c.Focused().(*floor); ok {
		t.Error("the floor keeps the keyboard")
	}
}
