package find

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sextant/app/say"
	"sextant/app/ui/host"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/lists"
	"sextant/widgets/widgettest"
)

// newFinder returns a finder of 300 x 400 in a window, with pages under two headings, five favourites, and no other
// rows.
func newFinder(t *testing.T, to *widgettest.Asked) (*Panel, fyne.Canvas) {
	var w fyne.Window
	keys := core.Keys{
		Key:      func(k fyne.KeyName) { to.Add("key %s", k) },
		Rune:     func(r rune) { to.Add("rune %c", r) },
		Shortcut: func(s fyne.Shortcut) { to.Add("shortcut %s", s.ShortcutName()) },
		Leave: func() {
			to.Add("leave")
			w.Canvas().Unfocus()
		},
	}
	plain := func(what string) func() { return func() { to.Add("%s", what) } }
	row := func(what string) func(int) { return func(i int) { to.Add("%s %d", what, i) } }
	f := newPanel(core.NewTips(func(func()) {}), keys, panelActions{
		tab: func(tab Tab) { to.Add("tab %d", tab) }, query: func(text string) { to.Add("query %s", text) },
		open: row("open"), fold: row("fold"), remove: row("remove"), move: func(from, at int) {
			to.Add("move %d %d", from, at)
		},
		exact: func(on bool) { to.Add("exact %t", on) }, words: host.WordsAction{
			Title: say.Text("watch.words"), Do: func(text string) { to.Add("words %s", text) },
		},
		add: plain("add"), importFile: plain("import"), exportFile: plain("export"),
		collect: plain("collect"), pause: plain("pause"), cancel: plain("cancel"), close: plain("close"),
	})
	f.setRows(Text, "", nil, "Nothing is stored yet.")
	f.setRows(Pages, "", pageRows(), "")
	f.setRows(Favourites, "", favouriteRows(), "")
	w = widgettest.Show(t, f, 300, 400)
	return f, w.Canvas()
}

// focusedList returns a finder at a tab with its list focused.
func focusedList(t *testing.T, to *widgettest.Asked, tab Tab) (*Panel, *lists.List, fyne.Canvas) {
	f, c := newFinder(t, to)
	f.choose(tab)
	c.Focus(f.parts.list)
	return f, f.parts.list, c
}

func pageRows() []lists.Row {
	return []lists.Row{
		{Title: "100 – 199", Aside: "2", Heading: true, Open: true},
		{Page: "100", Title: "Front page"},
		{Page: "123/2", Title: "Harbour", Dim: true},
		{Title: "200 – 299", Aside: "31", Heading: true},
	}
}

func favouriteRows() []lists.Row {
	var rows []lists.Row
	for _, p := range strings.Fields("100 200 300 400 500") {
		rows = append(rows, lists.Row{Page: p, Title: "Page " + p})
	}
	return rows
}

func TestFinderTabs(t *testing.T) {
	var to widgettest.Asked
	f, c := newFinder(t, &to)
	p := f.parts
	if !p.empty.Label.Visible() || p.empty.Label.Text != "Nothing is stored yet." ||
		!p.exact.Visible() || !p.words.Visible() {
		t.Errorf("an empty search says %q", p.empty.Label.Text)
	}
	test.Type(p.entry, "tide")
	to.Expect(t, "query t", "query ti", "query tid", "query tide")
	test.Tap(p.words)
	test.Tap(p.exact)
	test.Tap(p.head.Tabs[Pages])
	to.Expect(t, "words tide", "exact true", "tab 1")
	if p.empty.Label.Visible() || p.exact.Visible() || p.words.Visible() || p.entry.Text != "" || f.query() != "" {
		t.Error("the list of pages is not as it should be")
	}
	f.focusEntry(c)
	p.entry.TypedShortcut(widgettest.Control(fyne.KeyTab))
	p.entry.TypedShortcut(widgettest.Control(fyne.Key4))
	p.entry.TypedShortcut(widgettest.Control(fyne.Key4))
	p.entry.TypedShortcut(&desktop.CustomShortcut{
		KeyName: fyne.KeyTab, Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift,
	})
	p.entry.TypedShortcut(widgettest.Control(fyne.KeyK))
	to.Expect(t, "tab 2", "tab 3", "tab 2", "shortcut "+widgettest.Control(fyne.KeyK).ShortcutName())
	f.choose(Text)
	if f.Tab() != Text || f.query() != "tide" || p.entry.Text != "tide" ||
		p.empty.Label.Text != "Nothing is stored yet." {
		t.Errorf("back at the search, the entry says %q", p.entry.Text)
	}
	to.Expect(t)
}

// focusedEntry returns a finder at a tab with its entry focused.
func focusedEntry(t *testing.T, to *widgettest.Asked, tab Tab) (*Panel, *control.Entry, fyne.Canvas) {
	f, c := newFinder(t, to)
	f.choose(tab)
	f.focusEntry(c)
	return f, f.parts.entry, c
}

// TestEnterWaitsForItsAnswer presses Enter right after typing, while the rows are those of the text before.
func TestEnterWaitsForItsAnswer(t *testing.T) {
	var to widgettest.Asked
	f, e, c := focusedEntry(t, &to, Pages)
	answer := func(page string) {
		f.setRows(Pages, "before", []lists.Row{{Page: "899", Title: "Page"}}, "") // to another text
		f.setRows(Pages, f.query(), []lists.Row{{Page: page, Title: "Page"}}, "")
	}
	test.Type(e, "30")
	widgettest.Press(e, fyne.KeyReturn)
	to.Expect(t, "query 3", "query 30")
	answer("300")
	to.Expect(t, "open 0", "leave")
	f.focusEntry(c)
	widgettest.Press(e, fyne.KeyReturn) // the rows are those of the text
	to.Expect(t, "open 0", "leave")
	f.focusEntry(c)
	test.Type(e, "x")
	widgettest.Press(e, fyne.KeyReturn)
	test.Type(e, "y") // which takes Enter back
	answer("400")
	to.Expect(t, "query x", "query xy")
	test.Type(e, "z")
	widgettest.Press(e, fyne.KeyReturn)
	f.setRows(Pages, "xyz", nil, "Nothing was found.")
	answer("500") // of a later change
	to.Expect(t, "query xyz")
	test.Type(e, "0")
	widgettest.Press(e, fyne.KeyReturn, fyne.KeyEscape)
	answer("600")
	to.Expect(t, "query xyz0", "query ")
}

func TestFinderEntryKeys(t *testing.T) {
	var to widgettest.Asked
	f, e, c := focusedEntry(t, &to, Pages)
	widgettest.Press(e, fyne.KeyReturn, fyne.KeyF2)
	to.Expect(t, "open 1", "leave", "key F2")
	f.focusEntry(c)
	test.Type(e, "x")
	widgettest.Press(e, fyne.KeyEscape)
	to.Expect(t, "query x", "query ")
	widgettest.Press(e, fyne.KeyEscape)
	to.Expect(t, "close")
	f.focusEntry(c)
	widgettest.Press(e, fyne.KeyDown)
	if c.Focused() != f.parts.list || f.parts.list.At() != 0 {
		t.Errorf("Down goes to %T", c.Focused())
	}
	f.choose(Text)
	f.focusEntry(c)
	widgettest.Press(e, fyne.KeyDown, fyne.KeyReturn)
	if to.Expect(t); c.Focused() != e {
		t.Error("an empty list takes the keyboard")
	}
}

func TestFinderListKeys(t *testing.T) {
	var to widgettest.Asked
	f, l, c := focusedList(t, &to, Pages)
	widgettest.Press(l, fyne.KeyDown, fyne.KeyReturn, fyne.KeyDown,
		fyne.KeySpace, fyne.KeyLeft, fyne.KeyLeft, fyne.KeyRight, fyne.KeyEnd)
	to.Expect(t, "open 1", "open 2", "fold 0")
	widgettest.Press(l, fyne.KeyLeft, fyne.KeyRight, fyne.KeyReturn, fyne.KeyDelete, fyne.KeyF5)
	to.Expect(t, "fold 3", "fold 3", "key F5")
	if l.At() != 3 {
		t.Errorf("the keys are at row %d", l.At())
	}
	l.TypedShortcut(widgettest.Control(fyne.Key3))
	l.TypedShortcut(widgettest.Control(fyne.KeyK))
	to.Expect(t, "tab 2", "shortcut "+widgettest.Control(fyne.KeyK).ShortcutName())
	widgettest.Press(l, fyne.KeyUp)
	if c.Focused() != f.parts.entry {
		t.Error("Up from the first row does not go to the entry")
	}
	c.Focus(l)
	if l.TypedRune('ä'); c.Focused() != f.parts.entry || f.query() != "ä" {
		t.Errorf("a letter in the list makes the query %q", f.query())
	}
	c.Focus(l)
	widgettest.Press(l, fyne.KeyBackspace)
	c.Focus(l)
	widgettest.Press(l, fyne.KeyEscape)
	to.Expect(t, "query ä", "query ", "close")
}

func TestFinderFolding(t *testing.T) {
	var to widgettest.Asked
	f, c := newFinder(t, &to)
	f.choose(Pages)
	l := f.parts.list
	test.TapCanvas(c,
		fyne.CurrentApp().Driver().AbsolutePositionForObject(widgettest.Rows(l)[" 200 – 299"]).AddXY(40, 10))
	to.Expect(t, "fold 3")
	l.GoTo(3)
	rows := append([]lists.Row{{Title: "100 – 199", Aside: "2", Heading: true}}, pageRows()[3])
	f.setRows(Pages, "", rows, "")
	if shown := widgettest.Rows(l); len(shown) != 2 || shown["100 Front page"] != nil {
		t.Errorf("folded, it shows %v", shown)
	}
	if l.At() != 1 {
		t.Errorf("the keys are at row %d, not at the heading where they were", l.At())
	}
	f.setRows(Pages, "", pageRows()[:1], "")
	if l.At() != 0 {
		t.Errorf("the keys are at row %d of one", l.At())
	}
}

func TestFinderFeet(t *testing.T) {
	var to widgettest.Asked
	f, _ := newFinder(t, &to)
	f.choose(Pages)
	foot := f.parts.collect
	test.Tap(foot.start)
	before := widgettest.ScrollOf(f.parts.list, f).Size().Height
	f.setCollecting(collectProgress{text: "134 pages, about 50 min left", share: 0.25, running: true})
	if foot.start.Visible() || !foot.running.Visible() ||
		foot.text.Text() != "134 pages, about 50 min left" || foot.bar.Share() != 0.25 {
		t.Errorf("while it runs, the foot says %q", foot.text.Text())
	}
	if widgettest.ScrollOf(f.parts.list, f).Size().Height >= before {
		t.Error("the foot has no more room than before")
	}
	test.Tap(foot.pause)
	f.setCollecting(collectProgress{text: "134 pages", share: -1, running: true, paused: true})
	if foot.pause.Tip() != "Resume collecting" || foot.bar.Share() != 0 {
		t.Errorf("paused, the button says %q", foot.pause.Tip())
	}
	if f.setCollecting(collectProgress{}); !foot.start.Visible() || foot.running.Visible() {
		t.Error("the foot does not go back")
	}
	to.Expect(t, "collect", "pause")
}

func TestFinderIsMadeWhenShown(t *testing.T) {
	var to widgettest.Asked
	f := newPanel(core.NewTips(func(func()) {}), core.Keys{}, panelActions{
		tab: func(tab Tab) { to.Add("tab %d", tab) },
	})
	f.setRows(History, "", favouriteRows(), "")
	f.setCollecting(collectProgress{running: true})
	f.choose(History)
	if f.parts != nil {
		t.Error("the parts are made before they are shown")
	}
	widgettest.Show(t, f, 300, 400)
	if len(widgettest.Rows(f.parts.list)) != 5 || !f.parts.collect.running.Visible() {
		t.Error("what came before is not shown")
	}
	to.Expect(t)
}

// TestFinderKeepsTheKeyboard uses the finder by mouse. The focus must stay in the panel.
func TestFinderKeepsTheKeyboard(t *testing.T) {
	var to widgettest.Asked
	f, c := newFinder(t, &to)
	p := f.parts
	for name, tap := range map[string]func(){
		"a tab":      func() { test.Tap(p.head.Tabs[Pages]) },
		"the check":  func() { test.Tap(p.exact) },
		"collecting": func() { test.Tap(p.collect.start) },
		"watching": func() {
			p.entry.SetText("tide")
			test.Tap(p.words)
		},
		"a row": func() {
			f.choose(Pages)
			p.list.Tapped(&fyne.PointEvent{Position: fyne.NewPos(60, p.list.Top(1)+5)})
		},
		"a heading": func() {
			f.choose(Pages)
			p.list.Tapped(&fyne.PointEvent{Position: fyne.NewPos(60, 5)})
		},
	} {
		f.choose(Text)
		c.Unfocus()
		if tap(); !f.HasKeys() {
			t.Errorf("after %s, %T has the keyboard", name, c.Focused())
		}
	}
	if !widgettest.OverFocusable(f, fyne.NewPos(200, 2)) {
		t.Error("a click beside the buttons takes the keyboard away")
	}
	c.Focus(p.entry)
	c.FocusPrevious()
	if _, ok := c.Focused().(*core.Floor); ok {
		t.Error("the floor keeps the keyboard")
	}
}

// TestLowPanel checks that the parts of a low panel, as in a window of 480 x 360 below a notice and above the player,
// are inside of it, and that the list keeps some height.
func TestLowPanel(t *testing.T) {
	for _, height := range []float32{150, 172, 216, 400} {
		f := newPanel(core.NewTips(func(func()) {}), core.Keys{}, panelActions{})
		widgettest.Show(t, f, 480, height)
		f.setRows(Text, "", nil, "Finds words on all stored pages.")
		hosttest.Within(t, "the panel", f)
		if s := widgettest.ScrollOf(f.parts.list, f); s.Size().Height < 40 {
			t.Errorf("%v high: the list has %v", height, s.Size().Height)
		}
	}
}
