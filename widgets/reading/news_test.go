package reading

import (
	"image/color"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestNewLines checks that the lines of new stretches have marks left of the text, and that the menu is requested for
// the right character.
func TestNewLines(t *testing.T) {
	var passage, char int
	r := New(Actions{
		Menu:   func(fyne.Position) {},
		MenuOf: func(p, c int) { passage, char = p, c },
		Keys:   core.Keys{Key: func(fyne.KeyName) {}, Rune: func(rune) {}},
	})
	widgettest.Show(t, r, 400, 300)
	prose := strings.Repeat("Some words of prose. ", 12)
	r.SetPassages([]Passage{
		{Text: "Harbour", Kind: Heading}, {Text: prose}, {Text: "Tides  12\nWinds  7", Kind: Table},
	})
	f := r.flow
	marked := func() (lines []int) {
		for i, o := range test.WidgetRenderer(f).(*flowRenderer).fresh {
			if o.Visible() && o.Size().Height > 0 && o.FillColor != color.Color(color.Transparent) {
				if o.Position().X+o.Size().Width > f.lines[i].x {
					t.Errorf("the mark of line %d covers its words", i)
				}
				lines = append(lines, i)
			}
		}
		return lines
	}
	last := len(f.lines) - 1
	r.SetNew([]Stretch{{Passage: 1, From: 0, Before: 10}, {Passage: 2, From: 10, Before: 18}}, 255)
	if got := marked(); !slices.Equal(got, []int{1, last}) {
		t.Errorf("lines %v of %d have a mark", got, last+1)
	}
	r.SetNew(nil, 0)
	if got := marked(); len(got) != 0 {
		t.Errorf("lines %v have a mark, and nothing is new", got)
	}
	f.TappedSecondary(&fyne.PointEvent{Position: fyne.NewPos(f.lines[last].x+2, f.lines[last].y+3)})
	if passage != 2 || char != 10 {
		t.Errorf("the menu is of character %d of passage %d", char, passage)
	}
}
