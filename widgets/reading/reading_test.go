package reading

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// tenWide measures each character as ten units, whatever the style.
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
	want := []string{"Harbour", "The ferry to", "the isles is", "due at noon", "120 Tides   121 Winds", "122 Rain    123 Sun", "120 Tides"}
	if !reflect.DeepEqual(texts, want) || height != bottom {
		t.Errorf("%q, %v high, want %v", texts, height, bottom)
	}
	if lines[4].size >= lines[1].size {
		t.Error("a table wider than the column is not set smaller")
	}
	all := flowText(lines, passages, flowPlace{6, 9}, flowPlace{})
	if all != "Harbour\n\nThe ferry to the isles is due at noon\n\n120 Tides   121 Winds\n122 Rain    123 Sun\n120 Tides" {
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

func TestReadingView(t *testing.T) {
	var followed []int
	var keys []fyne.KeyName
	r := New(Actions{
		Follow: func(l int) { followed = append(followed, l) },
		Menu:   func(fyne.Position) {},
		Keys:   core.Keys{Key: func(k fyne.KeyName) { keys = append(keys, k) }, Rune: func(rune) {}},
	})
	widgettest.Show(t, r, 400, 200)
	r.SetPassages([]Passage{{Text: strings.Repeat("Some words of prose. ", 60)}, {Kind: Reference, Text: "345 Sport", Link: 7}})
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
	if r.SelectAll(); !strings.HasPrefix(r.Selected(), "Some words of prose. Some words") || !strings.HasSuffix(r.Selected(), "prose.\n345 Sport") {
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

// TestFields sets names beside values: long names and long words are broken, line ends stay, and links are
// where they belong.
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
		"7-1002", "https://example.or [0: https://example.or]", "g/a/long/address.m [0: g/a/long/address.m]", "p3 [0: p3]",
		"Über 101 mehr [1: 101]", "und 102/3. [2: 102/3]",
	}
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(lines[1].names, []string{"a very", "long name"}) || height < lines[5].y+lines[5].height {
		t.Errorf("%q with names %q, %v high", got, lines[1].names, height)
	}
	all := flowText(lines, passages, flowPlace{}, flowPlace{5, 10})
	if all != "id: 7-1002\na very long name: "+address+"\ntext: Über 101 mehr\nund 102/3." {
		t.Errorf("copied %q", all)
	}
}
