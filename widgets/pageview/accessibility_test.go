package pageview

import (
	"reflect"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/teletext"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

func describe(w core.Accessible) *core.Accessibility {
	var t core.Accessibility
	w.Describe(&t)
	return &t
}

// describedRows returns the words of the rows that a view describes, by their numbers.
func describedRows(v *View) map[int]string {
	rows := map[int]string{}
	for _, p := range describe(v).Parts[0].Parts {
		rows[p.Same.At] = p.Name
	}
	return rows
}

// TestDescribePage checks the description of the rows of a page with double height and concealed text, whole and
// zoomed.
func TestDescribePage(t *testing.T) {
	to := &calls{}
	v := shownView(t, to, testDisplay())
	asked := 0
	about := About{
		Name: "Tests, page 100", Busy: true, Rests: true, Aloud: func() string { asked++; return "read aloud" },
	}
	v.actions.About = func() About { return about }
	o := describe(v)
	describe(v)
	if o.Role != access.Page || o.Name != about.Name || o.Description != "read aloud" ||
		asked != 1 || !o.Rests || !o.States.Has(access.Busy|access.ReadOnly) {
		t.Errorf("the page is %+v, asked %d times", o.Node, asked)
	}
	want := map[int]string{0: "345 Sport 400-401", 2: "500 Tall", 5: "flash", 20: "600 low"}
	if got := describedRows(v); !reflect.DeepEqual(got, want) {
		t.Errorf("calls %v", got)
	}
	if tall := o.Parts[0].Parts[1]; tall.At != fyne.NewPos(0, 20) || tall.Size != fyne.NewSize(400, 20) {
		t.Errorf("the tall row is at %v, %v", tall.At, tall.Size)
	}
	d := v.display
	d.Look.Reveal = true
	v.SetDisplay(d)
	if got := describedRows(v)[5]; got != "flash secret" {
		t.Errorf("revealed %q", got)
	}
	d.Zoom = UpperHalf
	v.SetDisplay(d)
	if got := describedRows(v); len(got) != 3 {
		t.Errorf("the upper half is %v", got)
	}
}

// TestTableInBraille describes the rows of a table: their text has the cells, below each other, where their words have
// one space. Behind letters of double width there are as many spaces.
func TestTableInBraille(t *testing.T) {
	v := shownView(t, &calls{}, testDisplay())
	v.SetSheet(Sheet{Grid: teletext.DecodeAll(&teletext.Lines{
		3: " HIFK        3   1-0", 4: " Ilves      12   0-2", 6: "\x0eW i d e", 9: "  ",
	})})
	for i, want := range []struct{ cells, words string }{
		{" HIFK        3   1-0", "HIFK 3 1-0"},
		{" Ilves      12   0-2", "Ilves 12 0-2"},
		{" W i d e", "W i d e"},
	} {
		row := describe(v).Parts[0].Parts[i]
		want.cells += strings.Repeat(" ", teletext.Columns-len(want.cells))
		if row.Text.Content != want.cells || row.Name != want.words {
			t.Errorf("got %q and %q, want %q and %q", row.Text.Content, row.Name, want.cells, want.words)
		}
	}
	if rows := describe(v).Parts[0].Parts; len(rows) != 3 {
		t.Errorf("%d rows", len(rows))
	}
}

// TestDescribeLinks checks the description of links, follows one and focuses it.
func TestDescribeLinks(t *testing.T) {
	to := &calls{}
	v := shownView(t, to, testDisplay())
	v.SetSheet(
		Sheet{Grid: teletext.DecodeAll(
			&teletext.Lines{3: "  Town clock slow ........ 102  Fog 103", 7: "see 104 or not"}), Links: []teletext.Link{
			{Row: 3, Height: 1, From: 27, Before: 30, Page: 102},
			{Row: 3, Height: 1, From: 36, Before: 39, Page: 103},
			{Row: 7, Height: 1, From: 4, Before: 7, Page: 104},
		}})
	rows := describe(v).Parts[0].Parts
	var names []string
	for _, r := range rows {
		for i, l := range r.Parts {
			names = append(names, l.Name)
			at := []rune(r.Text.Content)[r.Links[i].From:r.Links[i].Before]
			if !strings.HasSuffix(string(at), l.Name[strings.LastIndex(l.Name, " ")+1:]) {
				t.Errorf("the link %q is at %q", l.Name, string(at))
			}
			if pos, size := r.Extents(r.Links[i]); pos.X > l.At.X || pos.X+size.Width < l.At.X+l.Size.Width-10 {
				t.Errorf("the link %q is at %v, %v, its letters at %v, %v", l.Name, l.At, l.Size, pos, size)
			}
		}
	}
	if want := []string{"Town clock slow 102", "Fog 103", "104"}; !reflect.DeepEqual(names, want) {
		t.Errorf("calls %q", names)
	}
	second := rows[0].Parts[1]
	second.Actions[0].Do()
	if len(to.followed) != 1 || to.followed[0].Page != 103 {
		t.Errorf("followed %v", to.followed)
	}
	second.Focus()
	if now := describe(v).Parts[0].Parts[0].Parts[1]; !now.States.Has(access.Focused) ||
		now.Same != second.Same || !v.focused {
		t.Errorf("the link is %+v", now)
	}
}

// TestDescribeBars checks the description of the bars around a page.
func TestDescribeBars(t *testing.T) {
	tips := core.NewTips(func(func()) {})
	keys := NewColourKeys(tips, func(int) {}, func(int) string { return "F1" })
	keys.SetKeys([4]ColourKey{{Page: "101", Name: "News"}})
	red := describe(describe(keys).Within[0].(core.Accessible))
	if red.Name != "Red, 101 News" || red.Key != "F1" || len(red.Actions) == 0 {
		t.Errorf("the red key is %+v", red)
	}
	if green := describe(describe(keys).Within[1].(core.Accessible)); green.Name != "Green" || len(green.Actions) != 0 {
		t.Errorf("the green key is %+v", green)
	}
	bar := newBar()
	widgettest.Show(t, bar, 800, 44)
	bar.SetInfo(Info{Number: "101", Name: "News", Favourite: true, State: "Loading", Network: "HELM"})
	o := describe(bar)
	if number := describe(o.Within[0].(core.Accessible)); number.Name != "Page number 101" ||
		number.Description != "Keypad" || number.Key != "Ctrl+K" {
		t.Errorf("the number is %+v", number)
	}
	if o.Parts[0].Name != "News, favourite" || o.Parts[1].Name != "Loading, HELM" || o.Parts[1].Role != access.Status {
		t.Errorf("the words are %+v", o.Parts)
	}
	strip := NewDayStrip(tips, core.Keys{}, StripActions{Go: func(int) {}})
	strip.SetVersions(hourly(5), 1, stripTimes(5))
	strip.SetAt(1, StripWords{Text: "yesterday", Change: "2 rows", Value: "yesterday 14:05, 2 rows"})
	strip.SetNote("2 of 5 versions")
	whole, slider := describe(strip), describe(strip.line)
	if whole.Name != "Earlier versions" || whole.Description != "2 of 5 versions" || len(whole.Within) != 3 ||
		slider.Role != access.Slider || slider.Value.Words != "yesterday 14:05, 2 rows" ||
		slider.Value.Now != 1 || slider.Value.Most != 4 || slider.Value.Step != 1 {
		t.Errorf("the strip is %+v, its line %+v", whole, slider.Value)
	}
}
