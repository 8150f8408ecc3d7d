package watch

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/widgettest"
)

// pricePage is a page of the demo with numbers.
const pricePage = 121

// onPage opens pricePage, and the sheet for its first line with a number, and returns that line.
func onPage(t *testing.T, p *Presenter, h *hosttest.Host) teletext.TextLine {
	t.Helper()
	p.parts.Nav.Run(p.parts.Nav.GoTo(teletext.Place{Page: pricePage}))
	h.Until(t, "the page", func() bool { return p.parts.Nav.Document() != nil })
	for _, l := range p.parts.Nav.Document().ContentLines(1) {
		n := teletext.LineNumbers(l.Text)
		if len(n) > 1 && n[0].Text != n[len(n)-1].Text && teletext.HasWords(l.Text) {
			p.parts.Line = func() (int, int) { return l.Subpage, l.Row }
			p.WatchLine()
			return l
		}
	}
	t.Fatal("no line of the page has a number")
	return teletext.TextLine{}
}

// choices returns the choices of a dialog.
func choices(d *dialog.Dialog) (list []*control.Choice) {
	for _, o := range widgettest.Seen(d) {
		if c, is := o.(*control.Choice); is {
			list = append(list, c)
		}
	}
	return list
}

// entry returns the visible entry of a dialog, or nil.
func entry(d *dialog.Dialog) *control.Entry {
	for _, o := range widgettest.Seen(d) {
		if e, is := o.(*control.Entry); is {
			return e
		}
	}
	return nil
}

// TestLineIsWatched watches the line that the sheet was opened for, and undoes that.
func TestLineIsWatched(t *testing.T) {
	p, h := newPresenter(t)
	line := onPage(t, p, h)
	d := h.Dialogs[0]
	if all := choices(d); len(all) != 2 || all[0].Selected != line.Text || entry(d) != nil {
		t.Fatalf("it asks %d things, and has the line %q", len(all), all[0].Selected)
	}
	buttons(d, say.Text("watch.start"))[0].Tapped(nil)
	all := p.lists().Watches()
	if len(all) != 1 || all[0].Page != pricePage || all[0].Line != line || all[0].Rule != (store.Rule{}) ||
		!d.Closed() {
		t.Errorf("%+v", all)
	}
	if h.Mentioned != say.Text("watch.lineStarted", "Line", line.Text, "Page", pricePage) {
		t.Errorf("said %q", h.Mentioned)
	}
	h.Undo()
	if all := p.lists().Watches(); len(all) != 0 {
		t.Errorf("after undoing %+v", all)
	}
}

// TestNumberIsWatched watches a number of the line with a limit, and refuses a limit that is not a number.
func TestNumberIsWatched(t *testing.T) {
	p, h := newPresenter(t)
	line := onPage(t, p, h)
	d := h.Dialogs[0]
	choices(d)[1].SetSelected(say.Text("watch.below"))
	bound := entry(d)
	numbers := teletext.LineNumbers(line.Text)
	last := len(numbers) - 1
	buttons(d, numbers[last].Text)[0].Tapped(nil)
	if bound == nil || bound.Text != numbers[last].Text {
		t.Fatal("the bound does not begin with the number")
	}
	bound.SetText("a lot")
	start := buttons(d, say.Text("watch.start"))[0]
	if start.Tapped(nil); d.Status() != say.Text("watch.noNumber", "Text", "a lot") || d.Closed() {
		t.Errorf("it says %q", d.Status())
	}
	bound.SetText(" 5,50 ")
	start.Tapped(nil)
	want := store.Rule{Side: store.Below, Number: last, Bound: 5.5}
	if all := p.lists().Watches(); len(all) != 1 || all[0].Rule != want {
		t.Errorf("%+v", all)
	}
}

// TestChosenLine chooses another line of the page in the sheet.
func TestChosenLine(t *testing.T) {
	p, h := newPresenter(t)
	onPage(t, p, h)
	d := h.Dialogs[0]
	all := p.parts.Nav.Document().ContentLines(1)
	plain := all[slices.IndexFunc(all, func(l teletext.TextLine) bool {
		return len(teletext.LineNumbers(l.Text)) == 0
	})]
	choices(d)[1].SetSelected(say.Text("watch.above"))
	choices(d)[0].SetSelected(plain.Text)
	if choices(d)[1].Selected != say.Text("watch.any") || entry(d) != nil {
		t.Error("a line without numbers is compared with one")
	}
	buttons(d, say.Text("watch.start"))[0].Tapped(nil)
	if set := p.lists().Watches(); len(set) != 1 || set[0].Line != plain {
		t.Errorf("%+v", set)
	}
}

// lineSighting adds a watch of a line and returns a sighting of its change.
func lineSighting(p *Presenter) acquire.Sighting {
	w := store.Watch{Page: 235, Line: teletext.TextLine{Subpage: 1, Row: 4, Text: "Gulls – Terns 0–0"}}
	p.add(w)
	return acquire.Sighting{
		Watch: w, Place: teletext.Place{Page: 235, Subpage: 2}, Before: "Gulls – Terns 0–0", Line: "Gulls – Terns 1–0",
	}
}

// TestLineIsNotified checks that a change of a line is notified on the desktop and in the window, both of which lead to
// the line, and that a line that is gone is reported and its watch is paused.
func TestLineIsNotified(t *testing.T) {
	p, h := newPresenter(t)
	list := notified(p)
	var opened []string
	p.parts.Open = func(place teletext.Place, line string) { opened = append(opened, place.String()+" "+line) }
	s := lineSighting(p)
	p.notify(s)
	if len(*list) != 1 || (*list)[0].title != "Gulls – Terns 0–0 → 1–0" ||
		h.Notice.Sentence != "Gulls – Terns 0–0, now 1–0." {
		t.Fatalf("%+v, and in the window %+v", *list, h.Notice)
	}
	(*list)[0].clicked()
	h.Run()
	h.Action()
	if want := "235/2 Gulls – Terns 1–0"; !slices.Equal(opened, []string{want, want}) {
		t.Errorf("opened %q", opened)
	}
	other := s
	other.Watch.Line.Text = "Auks – Skuas 0–0"
	p.notify(other)
	if p.notify(s); len(*list) != 3 || (*list)[0].subject != (*list)[2].subject ||
		(*list)[1].subject == (*list)[2].subject {
		t.Error("a line's notification takes the place of another one's, or not of its own")
	}
	s.Gone, s.Line = true, ""
	if p.notify(s); len(*list) != 4 || !p.lists().Watches()[0].Paused {
		t.Errorf("%d notifications of a line that is gone, %+v", len(*list), p.lists().Watches())
	}
}

func TestQuietInFront(t *testing.T) {
	p, h := newPresenter(t)
	onPage(t, p, h)
	list := notified(p)
	s := lineSighting(p)
	s.Page = pricePage
	p.parts.Attention = func() navigate.Attention { return navigate.InFront }
	if p.notify(s); len(*list) != 0 || h.Notice.Sentence != "" {
		t.Errorf("%+v, and in the window %+v", *list, h.Notice)
	}
	if w := p.lists().Watches()[0]; w.Notified.IsZero() {
		t.Error("that it was seen is not written down")
	}
}

// TestListedLine checks that the list of watches has the versions of a watched line, and its buttons pause, resume,
// remove and undo.
func TestListedLine(t *testing.T) {
	p, h := newPresenter(t)
	s := lineSighting(p)
	st := p.parts.Tuner.Current()
	for i, text := range []string{"Gulls – Terns 1–0", "Gulls – Terns 1–1"} {
		v := store.LineVersion{At: h.Now().Add(time.Duration(i) * time.Minute), Line: teletext.TextLine{Text: text}}
		added := make(chan bool, 1)
		st.Store.AddLineVersion(s.Watch.Key(), v, func(_ store.LineVersion, ok bool) { added <- ok })
		if !<-added {
			t.Fatal("not kept")
		}
	}
	p.showAll()
	d := h.Dialogs[0]
	h.Until(t, "what it said", func() bool { return slices.Contains(lines(d), "Gulls – Terns 1–1") })
	if got := lines(d); len(got) != 5 || got[3] == got[4] {
		t.Errorf("it lists %q", got)
	}
	buttons(d, say.Text("watch.pause"))[0].Tapped(nil)
	if !p.lists().Watches()[0].Paused {
		t.Error("it is not paused")
	}
	buttons(d, say.Text("watch.resume"))[0].Tapped(nil)
	if p.lists().Watches()[0].Paused {
		t.Error("it is not resumed")
	}
	buttons(d, say.Text("watch.stop"))[0].Tapped(nil)
	if len(p.lists().Watches()) != 0 {
		t.Error("it is not removed")
	}
	buttons(d, say.Text("edit.undo"))[0].Tapped(nil)
	if len(p.lists().Watches()) != 1 || len(buttons(d, say.Text("edit.undo"))) != 0 {
		t.Error("it is not taken back")
	}
}

// TestFirstLine opens the sheet from the window's menu and for furniture of the page: it starts at the first line with
// a score, and offers neither the page's number and counter nor the coloured keys.
func TestFirstLine(t *testing.T) {
	for _, row := range []int{-1, 1, teletext.Rows - 1} {
		p, h := newPresenter(t)
		p.parts.Nav.Run(p.parts.Nav.GoTo(teletext.Place{Page: 202}))
		h.Until(t, "the page", func() bool { return p.parts.Nav.Document() != nil })
		p.parts.Line = func() (int, int) { return 1, row }
		p.WatchLine()
		line := choices(h.Dialogs[0])[0]
		if !strings.HasPrefix(line.Selected, "Gull Skerry ") || !strings.HasSuffix(line.Selected, " Port Almanac") {
			t.Errorf("row %d: it starts at %q", row, line.Selected)
		}
		for _, not := range []string{"202 1/2", "Index 100 Sport 201 Table 203 Chess 510", "HELM TEXT"} {
			if before := line.Selected; before != not {
				if line.SetSelected(not); line.Selected == not {
					t.Errorf("it offers %q", not)
				}
			}
		}
	}
}
