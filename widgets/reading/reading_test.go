package reading

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// tenWide returns ten units for each character, whatever the style.
func tenWide(text string, _ float32, _ fyne.TextStyle) float32 {
	return 10 * float32(len([]rune(text)))
}

func TestSetFlow(t *testing.T) {
	passages := []Passage{
		{Kind: Heading, Text: "Harbour"},
		{Text: "The ferry to the isles is due at noon"},
		{Kind: Table, Text: "120 Tides   121 Winds\n122 Rain    123 Sun"},
		{Kind: Reference, Text: "120 Tides"},
	}
	lines, height := setFlow(passages, 150, 10, tenWide)
	var texts []string
	bottom := float32(0)
	for i, l := range lines {
		texts = append(texts, l.text)
		if l.y < bottom {
			t.Errorf("line %d lies over the one before", i)
		}
		bottom = l.y + l.height
	}
	want := []string{
		"Harbour", "The ferry to", "the isles is", "due at noon",
		"120 Tides   121 Winds", "122 Rain    123 Sun", "120 Tides",
	}
	if !reflect.DeepEqual(texts, want) || height != bottom {
		t.Errorf("%q, %v high, want %v", texts, height, bottom)
	}
	if lines[4].size >= lines[1].size {
		t.Error("a table wider than the column is not set smaller")
	}
	all := flowText(lines, passages, flowPlace{6, 9}, flowPlace{})
	if all != "Harbour\n\nThe ferry to the isles is due at noon\n\n120 Tides   121 Winds\n122 Rain    123 "+
		"Sun\n120 Tides" {
		t.Errorf("%q", all)
	}
	if part := flowText(lines, passages, flowPlace{1, 4}, flowPlace{2, 3}); part != "ferry to the" {
		t.Errorf("%q", part)
	}
}

func TestLongWordsDoNotHang(t *testing.T) {
	lines, _ := setFlow([]Passage{{Text: strings.Repeat("x", 500) + " y"}, {}}, 5, 10, tenWide)
	if len(lines) != 3 {
		t.Errorf("%d lines", len(lines))
	}
}

// TestHugeWord breaks a word of a megabyte into lines, and a name of that length. Each character may only be measured a
// few times.
func TestHugeWord(t *testing.T) {
	const size = 1 << 20
	word := strings.Repeat("ä", size)
	measured, longest := 0, 0
	lines, _ := setFlow([]Passage{{Kind: Field, Name: word, Text: "so " + word + " on"}},
		1000, 10, func(text string, size float32, style fyne.TextStyle) float32 {
			measured, longest = measured+len([]rune(text)), max(longest, len([]rune(text)))
			return tenWide(text, size, style)
		})
	var b strings.Builder
	for i := range lines {
		b.WriteString(lines[i].text)
	}
	if got := strings.ReplaceAll(b.String(), " ", ""); got != "so"+word+"on" {
		t.Errorf("%d lines do not have the words", len(lines))
	}
	if got := strings.Join(lines[0].names, ""); got != word {
		t.Errorf("the name has %d bytes", len(got))
	}
	if measured > 24*size {
		t.Errorf("each character was measured %d times", measured/size)
	}
	if longest > 128 {
		t.Errorf("%d characters were measured at once, where 63 fit", longest)
	}
}

func TestReadingView(t *testing.T) {
	var followed []int
	var keys []fyne.KeyName
	r := New(Actions{
		Follow: func(l int) { followed = append(followed, l) },
		Menu:   func(fyne.Position) {},
		Keys:   core.Keys{Key: func(k fyne.KeyName) { keys = append(keys, k) }, Rune: func(rune) {}},
	})
	widgettest.Show(t, r, 400, 200)
	r.SetPassages([]Passage{
		{Text: strings.Repeat("Some words of prose. ", 60)}, {Kind: Reference, Text: "345 Sport", Link: 7},
	})
	f := r.flow
	last := f.lines[len(f.lines)-1]
	f.Tapped(&fyne.PointEvent{Position: fyne.NewPos(5, last.y+3)})
	f.Tapped(&fyne.PointEvent{Position: fyne.NewPos(390, last.y+3)})
	f.Tapped(&fyne.PointEvent{Position: fyne.NewPos(5, 3)})
	f.FocusGained()
	if r.scroll.Offset.Y == 0 {
		t.Error("the link that Tab came to is not brought into view")
	}
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF6})
	if !reflect.DeepEqual(followed, []int{7, 7}) || !reflect.DeepEqual(keys, []fyne.KeyName{fyne.KeyF6}) {
		t.Errorf("followed %v, handed on %v", followed, keys)
	}
	if r.SelectAll(); !strings.HasPrefix(r.Selected(), "Some words of prose. Some words") ||
		!strings.HasSuffix(r.Selected(), "prose.\n345 Sport") {
		t.Errorf("selected %q", r.Selected())
	}
	if !r.ClearSelection() || r.ClearSelection() || r.Selected() != "" {
		t.Error("the selection stays")
	}
	before := len(f.lines)
	if r.SetTextSize(32); len(f.lines) <= before {
		t.Error("larger text takes no more lines")
	}
	for range 99 {
		r.Page(1)
	}
	if end := r.scroll.Content.MinSize().Height - r.scroll.Size().Height; r.scroll.Offset.Y != end {
		t.Errorf("scrolled to %v, the end is at %v", r.scroll.Offset, end)
	}
	for range 99 {
		r.Page(-1)
	}
	if r.scroll.Offset.Y != 0 {
		t.Errorf("scrolled to %v", r.scroll.Offset)
	}
}

// TestIntend checks that the link under the pointer or with the focus is reported.
func TestIntend(t *testing.T) {
	var at []int
	r := New(Actions{
		Follow: func(int) {}, Menu: func(fyne.Position) {}, Intend: func(link int) { at = append(at, link) },
		Keys: core.Keys{Key: func(fyne.KeyName) {}, Rune: func(rune) {}},
	})
	widgettest.Show(t, r, 400, 200)
	r.SetPassages([]Passage{{Text: "Some words."}, {Kind: Reference, Text: "345 Sport", Link: 7}})
	f := r.flow
	move := func(y float32) {
		f.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(5, y)}})
	}
	move(3)
	move(f.lines[len(f.lines)-1].y + 3)
	move(f.lines[len(f.lines)-1].y + 4)
	f.MouseOut()
	f.FocusGained()
	if want := []int{7, core.None, 7}; !slices.Equal(at, want) {
		t.Errorf("%v, want %v", at, want)
	}
}

// TestFields sets names beside their values. Long names and words break, line breaks stay, and links are at their
// characters.
func TestFields(t *testing.T) {
	address := "https://example.org/a/long/address.mp3"
	passages := []Passage{
		{Kind: Field, Name: "id", Text: "7-1002"},
		{Kind: Field, Name: "a very long name", Text: address, Links: []Link{{0, len(address), 3}}},
		{Kind: Field, Name: "text", Text: "Über 101 mehr\nund 102/3.", Links: []Link{{6, 9, 4}, {19, 24, 5}}},
	}
	lines, height := setFlow(passages, 300, 10, tenWide)
	var got []string
	for _, l := range lines {
		text := l.text
		for i, k := range l.links {
			text += fmt.Sprintf(" [%d: %s]", k.link, string([]rune(l.text)[k.from:k.before]))
			if i > 0 && k.from < l.links[i-1].before {
				t.Error("links lie over each other")
			}
		}
		got = append(got, text)
		if l.x < 100 || l.x+10*float32(len([]rune(l.text))) > 300 {
			t.Errorf("%q is at %v", l.text, l.x)
		}
	}
	want := []string{
		"7-1002", "https://example.or [0: https://example.or]",
		"g/a/long/address.m [0: g/a/long/address.m]", "p3 [0: p3]",
		"Über 101 mehr [1: 101]", "und 102/3. [2: 102/3]",
	}
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(lines[1].names, []string{"a very", "long name"}) ||
		height < lines[5].y+lines[5].height {
		t.Errorf("%q with names %q, %v high", got, lines[1].names, height)
	}
	all := flowText(lines, passages, flowPlace{}, flowPlace{5, 10})
	if all != "id: 7-1002\na very long name: "+address+"\ntext: Über 101 mehr\nund 102/3." {
		t.Errorf("copied %q", all)
	}
}

// choose selects a part of the text by its words.
func choose(t *testing.T, f *flow, words string) {
	t.Helper()
	for i, l := range f.lines {
		if at := strings.Index(l.text, words); at >= 0 {
			from := len([]rune(l.text[:at]))
			f.from, f.to = flowPlace{i, from}, flowPlace{i, from + len([]rune(words))}
			return
		}
	}
	t.Fatalf("no line has %q", words)
}

// TestSelectionStaysOnItsWords breaks the text into other lines, in which the same words must be selected. In another
// text nothing is.
func TestSelectionStaysOnItsWords(t *testing.T) {
	r := New(Actions{Menu: func(fyne.Position) {}, Keys: core.Keys{Key: func(fyne.KeyName) {}, Rune: func(rune) {}}})
	w := widgettest.Show(t, r, 700, 400)
	passages := []Passage{
		{Kind: Heading, Text: "Fähren"},
		{Text: strings.Repeat("Some  words\nof prose. ", 30) + "Die Fähre um zwölf fällt aus."},
		{Kind: Table, Text: "120 Tides\n121 Winds"},
		{Kind: Field, Name: "about", Text: "one\n\nhttps://sea.example/" + strings.Repeat("a", 99)},
		{Kind: Reference, Text: "345 Sport"},
	}
	r.SetPassages(passages)
	f := r.flow
	for _, words := range []string{"Fähren", "Fähre", "Winds", "https", "Sport"} {
		for _, change := range []func(){
			func() { w.Resize(fyne.NewSize(240, 400)) },
			func() { r.SetTextSize(30) },
			func() { w.Resize(fyne.NewSize(900, 400)) },
			func() { r.SetTextSize(14) },
		} {
			choose(t, f, words)
			if change(); r.Selected() != words && !strings.HasSuffix(r.Selected(), ": "+words) {
				t.Errorf("selected %q, want %q", r.Selected(), words)
			}
		}
	}
	w.Resize(fyne.NewSize(700, 400))
	r.SelectAll()
	all := r.Selected()
	if w.Resize(fyne.NewSize(300, 400)); r.Selected() != all {
		t.Errorf("selected %q of %q", r.Selected(), all)
	}
	choose(t, f, "Winds")
	f.from, f.to = f.to, f.from // as if selected backwards
	f.to = flowPlace{}
	all = r.Selected()
	if r.SetTextSize(20); r.Selected() != all {
		t.Errorf("selected %q, want %q", r.Selected(), all)
	}
	passages = append([]Passage{{Text: "Other words"}}, passages...)
	if r.SetPassages(passages); r.Selected() != "" {
		t.Errorf("of other words %q is selected", r.Selected())
	}
}

// article returns a text of parts, each a heading and a paragraph, with a table and a reference at the end.
func article(parts int, words string) (list []Passage) {
	for i := range parts {
		list = append(list, Passage{Kind: Heading, Text: fmt.Sprint("Part ", i), First: i, Last: i}, Passage{
			Text: strings.Repeat(words, 40), First: i, Last: i,
		})
	}
	last := parts - 1
	return append(
		list, Passage{Kind: Table, Text: "120 Tides\n  121 Winds", Links: []Link{{12, 15, 5}}, First: last, Last: last},
		Passage{Kind: Reference, Text: "Next page", Link: 6, First: last, Last: last},
	)
}

// TestParts scrolls to the parts of a text, which must stay at the top when the text changes, grows or is set again.
func TestParts(t *testing.T) {
	r := New(Actions{Menu: func(fyne.Position) {}, Keys: core.Keys{Key: func(fyne.KeyName) {}, Rune: func(rune) {}}})
	w := widgettest.Show(t, r, 400, 300)
	r.SetPassages(article(6, "Some words. "))
	first := func() string {
		at, _ := r.flow.top()
		return r.flow.shown()[at.passage].Text
	}
	for part := range 5 {
		if r.ShowPart(part); first() != fmt.Sprint("Part ", part) || r.Part() != part || !r.SeesPart(part) {
			t.Errorf("at part %d: %q of part %d", part, first(), r.Part())
		}
	}
	for name, change := range map[string]func(){
		"other words above": func() {
			list := article(6, "Some words. ")
			list[1].Text = "Fewer words."
			r.Update(list)
		},
		"more above":   func() { r.Update(append([]Passage{{Text: "Before all."}}, article(6, "Some words. ")...)) },
		"larger":       func() { r.SetTextSize(26) },
		"narrower":     func() { w.Resize(fyne.NewSize(250, 300)) },
		"the same":     func() { r.Update(article(6, "Some words. ")) },
		"other words":  func() { r.Update(article(6, "Other words, and more of them. ")) },
		"other height": func() { w.Resize(fyne.NewSize(250, 200)) },
	} {
		r.ShowPart(3)
		if change(); first() != "Part 3" {
			t.Errorf("%s: %q is at the top", name, first())
		}
	}
	if r.ShowPart(0); r.scroll.Offset.Y != 0 || r.SeesPart(4) {
		t.Errorf("the beginning is at %v", r.scroll.Offset)
	}
	r.SetPassages(article(2, "Another text. "))
	if r.scroll.Offset.Y != 0 {
		t.Error("another text does not begin at its beginning")
	}
}

// TestTableLinks checks a link in the second line of a table.
func TestTableLinks(t *testing.T) {
	lines, _ := setFlow(article(1, "One. "), 900, 10, tenWide)
	l := lines[len(lines)-2]
	if l.text != "  121 Winds" || !reflect.DeepEqual(l.links, []lineLink{{2, 5, 0}}) {
		t.Errorf("%q has the links %+v", l.text, l.links)
	}
}

// TestFold checks that passages below a fold are hidden until it is opened, by click or by keys.
func TestFold(t *testing.T) {
	var followed []int
	r := NewText(Actions{
		Follow: func(l int) { followed = append(followed, l) }, Menu: func(fyne.Position) {}, Keys: core.Keys{
			Key: func(fyne.KeyName) {}, Rune: func(rune) {},
		},
	})
	widgettest.Show(t, r, 400, 300)
	r.SetPassages([]Passage{
		{Text: "Prose"}, {Kind: Fold, Text: "More"}, {Kind: Field, Name: "id", Text: "link", Links: []Link{{0, 4, 9}}},
	})
	text := func() string {
		r.SelectAll()
		defer r.ClearSelection()
		return r.Selected()
	}
	if got := text(); got != "Prose\n+ More" {
		t.Errorf("folded %q", got)
	}
	f := r.flow
	f.Tapped(&fyne.PointEvent{Position: fyne.NewPos(5, f.lines[1].y+3)})
	if got := text(); got != "Prose\n– More\nid: link" {
		t.Errorf("open %q", got)
	}
	f.FocusGained()
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab})
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if !reflect.DeepEqual(followed, []int{9}) {
		t.Errorf("followed %v", followed)
	}
	f.walk(false)
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := text(); got != "Prose\n+ More" {
		t.Errorf("closed %q", got)
	}
}

// TestLinksAreUnderlined checks that exactly the words of links are underlined.
func TestLinksAreUnderlined(t *testing.T) {
	r := NewText(Actions{
		Follow: func(int) {}, Menu: func(fyne.Position) {}, Keys: core.Keys{
			Key: func(fyne.KeyName) {}, Rune: func(rune) {},
		},
	})
	w := widgettest.Show(t, r, 400, 300)
	colour := theme.Color(theme.ColorNameHyperlink)
	lines := func() (list []*canvas.Rectangle) {
		for _, o := range test.WidgetRenderer(r.flow).Objects() {
			if line, is := o.(*canvas.Rectangle); is && line.FillColor == colour {
				list = append(list, line)
			}
		}
		return list
	}
	if r.SetPassages([]Passage{{Text: "See there"}}); len(lines()) > 0 {
		t.Errorf("%d lines", len(lines()))
	}
	r.SetPassages([]Passage{{Text: "See there", Links: []Link{{4, 9, 0}}}})
	w.Canvas().Capture()
	from, to := r.flow.lines[0].stretch(r.flow.lines[0].links[0])
	if got := lines(); len(got) != 1 || got[0].Position().X != from || got[0].Size().Width != to-from {
		t.Errorf("%v from %v to %v", got, from, to)
	}
}

// BenchmarkUpdate changes one passage in the text of a page of fourteen subpages.
func BenchmarkUpdate(b *testing.B) {
	r := New(Actions{Menu: func(fyne.Position) {}, Keys: core.Keys{Key: func(fyne.KeyName) {}, Rune: func(rune) {}}})
	widgettest.Show(b, r, 900, 600)
	a, other := article(14, "Some words. "), article(14, "Some words. ")
	other[5].Text = "Others."
	r.SetPassages(a)
	r.ShowPart(7)
	for i := range b.N {
		if i%2 == 0 {
			r.Update(other)
		} else {
			r.Update(a)
		}
	}
}

// TestFocusStaysOnItsLink updates a text in which links come and go above the focused one. The focus stays on that, or
// goes if it is gone; Enter never follows another one.
func TestFocusStaysOnItsLink(t *testing.T) {
	followed := core.None
	r := NewText(Actions{Follow: func(link int) { followed = link }, Keys: core.Keys{
		Key: func(fyne.KeyName) {}, Rune: func(rune) {}, Leave: func() {}, Shortcut: func(fyne.Shortcut) {},
	}, Menu: func(fyne.Position) {}})
	w := widgettest.Show(t, r, 400, 300)
	line := func(text string, link int) Passage {
		return Passage{Text: text, Links: []Link{{0, 3, link}}}
	}
	score, tides, winds := line("101 Scores", 0), line("120 Tides", 1), line("121 Winds", 2)
	r.SetPassages([]Passage{score, tides, winds})
	w.Canvas().Focus(r.flow)
	r.flow.walk(true)
	if r.flow.walked != 1 {
		t.Fatalf("link %d has the focus", r.flow.walked)
	}
	enter := func() int {
		followed = core.None
		r.flow.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		return followed
	}
	tides.Links[0].Link, winds.Links[0].Link = 2, 3
	r.Update([]Passage{line("090 Ferries", 0), score, {Text: "Nothing."}, tides, winds})
	if got := enter(); got != 2 {
		t.Errorf("with a link more above, Enter follows %d", got)
	}
	tides.Links[0].Link, winds.Links[0].Link = 0, 1
	r.Update([]Passage{tides, winds})
	if got := enter(); got != 0 {
		t.Errorf("with fewer links above, Enter follows %d", got)
	}
	r.Update([]Passage{winds})
	if got := enter(); got != core.None {
		t.Errorf("its link is gone, but Enter follows %d", got)
	}
}

// TestZoomByWheel enlarges the text by a step for each notch, however many events it has.
func TestZoomByWheel(t *testing.T) {
	var steps []int
	r := New(Actions{Zoom: func(step int) { steps = append(steps, step) }})
	for range 25 {
		r.zoom(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 1)})
	}
	r.zoom(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -50)})
	r.zoom(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(30, 2)})
	if !slices.Equal(steps, []int{1, -1, -1}) {
		t.Errorf("steps %v", steps)
	}
}
