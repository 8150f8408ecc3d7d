package pageview

import (
	"reflect"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

func TestColourKeys(t *testing.T) {
	var pressed []int
	names := []string{"F1", "F2", "F3", "F4"}
	k := NewColourKeys(core.NewTips(func(func()) {}),
		func(i int) { pressed = append(pressed, i) }, func(i int) string { return names[i] })
	widgettest.Show(t, k, 400, 26)
	test.Tap(k.keys[0])
	k.SetKeys([4]ColourKey{
		{Page: "101", Name: "Headlines"}, {Page: "300", Name: "Sport: Rowing and sailing results"}, {}, {Page: "400"},
	})
	for _, key := range k.keys {
		test.Tap(key)
	}
	if !reflect.DeepEqual(pressed, []int{0, 1, 3}) {
		t.Errorf("pressed %v", pressed)
	}
	if tips := k.keys[0].Tip() + k.keys[2].Tip() + k.keys[3].Tip(); tips != "101 Headlines (F1)400 (F4)" {
		t.Errorf("the tips are %q", tips)
	}
	names[0], names[3] = "Ctrl+Shift+R", ""
	if k.Refresh(); k.keys[0].Tip()+k.keys[3].Tip() != "101 Headlines (Ctrl+Shift+R)400" {
		t.Errorf("with other keys the tips are %q and %q", k.keys[0].Tip(), k.keys[3].Tip())
	}
	if r := test.WidgetRenderer(k.keys[0]).(*colourKeyRenderer); r.letter.Text != names[0] ||
		r.chip.Size().Width < r.letter.MinSize().Width || r.page.Position().X < r.chip.Size().Width {
		t.Errorf("the chip says %q", r.letter.Text)
	}
	for i, key := range k.keys {
		if key.Size().Height != 26 || key.Size().Width != k.keys[0].Size().Width {
			t.Errorf("key %d is %v", i, key.Size())
		}
	}
	long := test.WidgetRenderer(k.keys[1]).(*colourKeyRenderer)
	if got := widgettest.Drawn(long.name); got == "" || got == long.name.Text() {
		t.Errorf("a long name is drawn as %q", got)
	}
	if r := test.WidgetRenderer(k.keys[2]).(*colourKeyRenderer); r.page.Text != "" ||
		r.chip.FillColor == keyColours[2] {
		t.Error("a key that leads nowhere is not dim")
	}
	k.SetKeys([4]ColourKey{{Page: "101", Name: "Headlines", Dim: true}})
	test.Tap(k.keys[0])
	if r := test.WidgetRenderer(k.keys[0]).(*colourKeyRenderer); len(pressed) != 3 ||
		r.page.Text != "101" || r.chip.FillColor == keyColours[0] {
		t.Errorf("a dim key says %q and was pressed: %v", r.page.Text, pressed)
	}
}

// newBar returns a bar with a number, a subpage and six buttons. Three of the eight items have rank 0 and are never
// hidden.
func newBar() *Bar {
	tips := core.NewTips(func(func()) {})
	button := func() *control.Button { return control.NewTextButton(tips, "x", "", func() {}) }
	number, subpage := NewNumber(tips, func() string { return "Keypad (Ctrl+K)" },
		func() {}), core.NewLine(core.UsualText, "foreground")
	return NewBar(number, subpage, []Item{
		{CanvasObject: number},
		{CanvasObject: button()},
		{CanvasObject: button(), Rank: 1},
		{CanvasObject: subpage, Rank: 2, Width: 50},
		{CanvasObject: button(), Rank: 2},
	}, []Item{
		{CanvasObject: button(), Rank: 3, Begins: true}, {CanvasObject: button(), Rank: 4}, {CanvasObject: button()},
	})
}

// TestBarGivesWay makes a bar narrower. The least important items are hidden first, items do not overlap, and there is
// room for words. What the bar says does not move them.
func TestBarGivesWay(t *testing.T) {
	b := newBar()
	widgettest.Show(t, b, 800, 44)
	seen := func(width float32) (n int) {
		t.Helper()
		b.Resize(fyne.NewSize(width, 44))
		end := float32(0)
		for _, i := range b.items() {
			if !i.Visible() {
				continue
			}
			if i.Position().X < end {
				t.Errorf("at %v, something begins at %v, where something else ends at %v", width, i.Position().X, end)
			}
			n, end = n+1, i.Position().X+i.Size().Width
		}
		if end > width || b.wordsTo-b.wordsFrom < 40 {
			t.Errorf("at %v, the words are from %v to %v, and all ends at %v", width, b.wordsFrom, b.wordsTo, end)
		}
		return n
	}
	var counts []int
	for _, width := range []float32{800, 440, 400, 380, 330, 220} {
		counts = append(counts, seen(width))
	}
	if want := []int{8, 8, 7, 6, 4, 3}; !reflect.DeepEqual(counts, want) {
		t.Errorf("%v items are there, want %v", counts, want)
	}
	places := func() (list []fyne.Position) {
		for _, i := range b.items() {
			list = append(list, i.Position())
		}
		return list
	}
	seen(400)
	before := places()
	for _, info := range []Info{
		{Number: "100", Position: "1/1", Single: true},
		{Number: "1--", Typing: true, Preview: "100 Front page, 101 News"},
		{Number: "100", Position: "12/34", Age: "the oldest stored version of this page", Watched: true, State: "slow"},
	} {
		if b.SetInfo(info); !slices.Equal(places(), before) {
			t.Errorf("with %+v items are at %v instead of %v", info, places(), before)
		}
	}
	if least := b.MinSize(); least.Width > 170 || least.Height != 44 {
		t.Errorf("it needs %v", least)
	}
}

func TestPageBarSaysWhatIsKnown(t *testing.T) {
	b := newBar()
	widgettest.Show(t, b, 600, 44)
	r := test.WidgetRenderer(b).(*barRenderer)
	b.SetInfo(Info{
		Number: "123", Name: "Harbour", Age: "from 14:05, 2 h ago", Subpage: "subpage 2 of 3", Network: "Demo",
	})
	if r.age.Text() != "from 14:05, 2 h ago" || r.detail.Text() != "  ·  Demo" {
		t.Errorf("%q before %q", r.age.Text(), r.detail.Text())
	}
	if end := r.age.Position().X + r.age.Size().Width; r.detail.Position().X != end {
		t.Errorf("the age ends at %v, the rest begins at %v", end, r.detail.Position().X)
	}
	b.Resize(fyne.NewSize(220, 44))
	if r.detail.Text() != "  ·  subpage 2 of 3  ·  Demo" {
		t.Errorf("without room for the counter it says %q", r.detail.Text())
	}
	b.Resize(fyne.NewSize(600, 44))
	b.SetInfo(Info{Number: "12-", Typing: true, Preview: "120 Business, 121 Markets", Name: "Harbour", Network: "Demo"})
	if r.name.Text() != "120 Business, 121 Markets" || r.name.Colour() == "foreground" {
		t.Errorf("while typing it says %q", r.name.Text())
	}
	if r.age.Text() != "" || r.detail.Text() != "Demo" || r.detail.Position().X != r.name.Position().X {
		t.Errorf("without an age, %q begins at %v", r.detail.Text(), r.detail.Position().X)
	}
	if b.SetInfo(Info{Name: "Harbour"}); r.name.Text() != "Harbour" || r.name.Colour() != "foreground" {
		t.Errorf("afterwards it says %q", r.name.Text())
	}
}

func TestKeypad(t *testing.T) {
	var typed []int
	tips := core.NewTips(func(func()) {})
	corrected, cleared := 0, 0
	leafed := 0
	pad := NewKeypad(tips, KeypadActions{
		Digit: func(d int) { typed = append(typed, d) }, Correct: func() { corrected++ }, Clear: func() { cleared++ },
		Previous: func() { leafed-- }, Next: func() { leafed += 10 },
	})
	w := widgettest.Show(t, pad.Content, 200, 240)
	grid := pad.Content.(*fyne.Container).Objects[2].(*fyne.Container)
	for _, key := range grid.Objects {
		test.TapCanvas(w.Canvas(), fyne.CurrentApp().Driver().AbsolutePositionForObject(key).AddXY(5, 5))
	}
	if !reflect.DeepEqual(typed, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 0}) || corrected != 1 || cleared != 1 || leafed != 9 {
		t.Errorf("typed %v, corrected %d, cleared %d, leafed %d", typed, corrected, cleared, leafed)
	}
	for i, key := range grid.Objects {
		if b, is := key.(*control.Button); is && b.Tip() == "" {
			t.Errorf("key %d has no tip", i)
		}
	}
	widgettest.Show(t, pad.Content, 480, 44)
	typed = nil
	for x := float32(20); x < 480; x += 39 {
		test.TapCanvas(core.CanvasOf(pad.Content), fyne.NewPos(x, 22))
	}
	if !reflect.DeepEqual(typed, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 0}) || corrected != 2 || cleared != 2 || leafed != 9 {
		t.Errorf("in a row: typed %v, corrected %d, cleared %d, leafed %d", typed, corrected, cleared, leafed)
	}
	if pad.SetNumber("12-", true); pad.number.Text() != "12-" || pad.number.Colour() != "primary" {
		t.Errorf("while typing it says %q", pad.number.Text())
	}
}
