package lists

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestListDescribesItselfToReaders checks the description of a list, and runs its actions.
func TestListDescribesItselfToReaders(t *testing.T) {
	asked := &widgettest.Asked{}
	l := New(core.NewTips(func(func()) {}), Actions{
		Name: func() string { return "Recordings" }, Open: func(i int) { asked.Add("open %d", i) }, Fold: func(i int) {
			asked.Add("fold %d", i)
		},
		Tool: func(i, n int, _ fyne.Position) { asked.Add("tool %d %d", i, n) }, Menu: func(i int, _ fyne.Position) {
			asked.Add("menu %d", i)
		},
	})
	l.SetRows([]Row{
		{Title: "Today", Heading: true, Open: true, Aside: "2"},
		{ID: "a", Title: "News", Detail: "0:45", New: true, Busy: true, Tools: []Tool{{"download", "Download (D)"}}},
		{Page: "123", Title: "Tides", Aside: "2 h"},
	})
	w := widgettest.Show(t, l.Frame(), 300, 300)
	var described core.Accessibility
	l.Describe(&described)
	if described.Role != access.List || described.Name != "Recordings" ||
		described.Count != 3 || len(described.Parts) != 3 || described.Focus == nil {
		t.Fatalf("described as %+v", described)
	}
	heading, news, tides := described.Parts[0], described.Parts[1], described.Parts[2]
	if heading.Role != access.Heading || heading.Name != "Today" ||
		heading.Description != "2" || !heading.States.Has(access.Expandable|access.Expanded) {
		t.Errorf("the heading is %+v", heading)
	}
	if news.Role != access.ListItem || news.Name != "News" || news.Description != "new, 0:45" ||
		news.Position != 2 || news.Count != 3 || !news.States.Has(access.Busy) {
		t.Errorf("a row is %+v", news)
	}
	if tides.Name != "123, Tides" || tides.At != fyne.NewPos(0, l.Top(2)) || tides.Size.Height != l.height(2) {
		t.Errorf("a row is %+v", tides)
	}
	for i, a := range append(heading.Actions[:1:1], news.Actions...) {
		a.Do()
		asked.Expect(t, []string{"fold 0", "open 1", "tool 1 0", "menu 1"}[i])
	}
	if tool := news.Actions[1]; tool.Name != "Download" || tool.Key != "D" {
		t.Errorf("the tool is %+v", tool)
	}
	tides.Focus()
	l.Describe(&described)
	if w.Canvas().Focused() != l || l.At() != 2 ||
		!described.Parts[len(described.Parts)-1].States.Has(access.Selected|access.Focused) {
		t.Errorf("the keys are at %d: %+v", l.At(), described.Parts)
	}
}

// TestRowsMoveBelowReaders runs the actions of rows that have moved, changed or gone since they were described, as they
// may when a screen reader's question is answered late.
func TestRowsMoveBelowReaders(t *testing.T) {
	asked := &widgettest.Asked{}
	l := New(core.NewTips(func(func()) {}), Actions{
		Open:   func(i int) { asked.Add("open %d", i) },
		Tool:   func(i, n int, _ fyne.Position) { asked.Add("tool %d %d", i, n) },
		Menu:   func(i int, _ fyne.Position) { asked.Add("menu %d", i) },
		Remove: func(i int) { asked.Add("remove %d", i) },
	})
	download := Tool{"download", "Download (D)"}
	row := func(id string, tools ...Tool) Row { return Row{ID: id, Title: "News", Tools: tools} }
	l.SetRows([]Row{row("a"), row("b", download), row("c", download)})
	widgettest.Show(t, l.Frame(), 300, 300)
	part := func(i int) core.Part {
		var described core.Accessibility
		l.Describe(&described)
		return described.Parts[i]
	}
	run := func(p core.Part) {
		p.Choose()
		p.Focus()
		for _, a := range p.Actions {
			a.Do()
		}
	}
	b, c := part(1), part(2)
	l.SetRows([]Row{row("c", Tool{"pause", "Pause (D)"}), row("d", download)})
	run(b)
	asked.Expect(t)
	run(c) // its tool is now another one
	asked.Expect(t, "open 0", "menu 0")
	l.SetChangeable(true)
	d := part(1)
	l.SetRows([]Row{row("d"), row("e")})
	run(d)
	asked.Expect(t, "open 0", "remove 0", "menu 0")
	l.SetRows(nil)
	run(d)
	asked.Expect(t)
}

// TestDescribeScrolled checks that only the visible rows of a very long list are described, and that their identity is
// their ID.
func TestDescribeScrolled(t *testing.T) {
	l := New(core.NewTips(func(func()) {}), Actions{})
	widgettest.Show(t, l.Frame(), 300, 300)
	l.SetSource(Even(100000, func(i int) Row { return Row{ID: fmt.Sprint(i), Title: "Row"} }), 0, 0)
	l.GoTo(50000)
	var described core.Accessibility
	l.Describe(&described)
	if n := len(described.Parts); n > 10 || n < 5 || described.Parts[n-1].Position != 50001 ||
		described.Parts[n-1].Same.Name != "50000" {
		t.Errorf("%d rows are exposed, the last %+v", n, described.Parts[n-1])
	}
}
