package watch

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/ui/hosttest"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/widgettest"
)

// A screen discards everything and has a fixed attention.
type screen struct{ attention navigate.Attention }

func (*screen) Show(navigate.Scene)             {}
func (*screen) Changed()                        {}
func (*screen) Fail(browse.Failure)             {}
func (*screen) Reject(browse.Reason)            {}
func (*screen) Settle()                         {}
func (*screen) Arrived(navigate.Scene, int)     {}
func (s *screen) Attention() navigate.Attention { return s.attention }

// newPresenter returns a presenter with the demo. Its notifications are discarded.
func newPresenter(t *testing.T) (*Presenter, *hosttest.Host) {
	t.Helper()
	h := hosttest.New(t)
	tuner, _ := hosttest.Demo(t, h.Do)
	st := tuner.Current()
	s := &screen{navigate.Behind}
	nav := navigate.New(st.Pages, st.Directory, s, navigate.Config{Do: h.Do, Now: h.Now})
	p := New(h, Parts{
		Tuner: tuner, Nav: nav, Attention: s.Attention, Line: func() (int, int) { return 1, -1 },
		Open:   func(place teletext.Place, line string) { nav.Run(nav.GoTo(place)) },
		Notify: func(_, _, _ string, _, _ func()) {},
	})
	t.Cleanup(h.Close)
	return p, h
}

// TestChangesAreUndone starts and ends a watch, and undoes both.
func TestChangesAreUndone(t *testing.T) {
	p, h := newPresenter(t)
	for _, is := range []bool{true, false} {
		p.togglePage(300)
		if h.Undo == nil || p.isOn(300) != is {
			t.Fatalf("%q cannot be undone", h.Mentioned)
		}
		if h.Undo(); p.isOn(300) == is {
			t.Error("undoing changes nothing")
		}
		p.togglePage(300)
	}
}

func TestSightingWords(t *testing.T) {
	title, text := sightingWords(acquire.Sighting{
		Watch: store.Watch{Page: 430}, Place: teletext.Place{Page: 430}, Name: "Harbour", Line: "Gale warning", More: 2,
	})
	if title != "Page 430 Harbour has changed" || text != "Gale warning\nand 2 more lines" {
		t.Errorf("%q, %q", title, text)
	}
	title, text = sightingWords(acquire.Sighting{
		Watch: store.Watch{Phrase: "gale"}, Place: teletext.Place{Page: 430}, Line: "Gale warning",
	})
	if title != "“gale” on page 430" || text != "Gale warning" {
		t.Errorf("%q, %q", title, text)
	}
	line := store.Watch{Page: 235, Line: teletext.TextLine{Text: "Gulls – Terns 0–0"}}
	for change, want := range map[[2]string]string{
		{"Gulls – Terns 1–0", "Gulls – Terns 1–1"}:     "Gulls – Terns 1–0 → 1–1",
		{"Gulls – Terns 19.30", "Gulls – Terns 0–0"}:   "Gulls – Terns 19.30 → 0–0",
		{"Gulls – Terns 1–1", "Gulls – Terns 1–1 end"}: "Gulls – Terns 1–1 → 1–1 end",
		{"1. Gulls 26", "2. Gulls 26"}:                 "1. Gulls 26 → 2. Gulls 26",
		{"5,32", "6,10"}:                               "5,32 → 6,10",
	} {
		title, text := sightingWords(acquire.Sighting{
			Watch: line, Place: teletext.Place{Page: 235}, Before: change[0], Line: change[1],
		})
		if title != want || text != "Page 235" {
			t.Errorf("%q, %q", title, text)
		}
	}
	title, text = sightingWords(acquire.Sighting{
		Watch: line, Place: teletext.Place{Page: 235}, Name: "Scores", Before: "Gulls – Terns 2–1", Gone: true,
	})
	if title != "“Gulls – Terns 2–1” is gone" || !strings.Contains(text, "235 Scores") {
		t.Errorf("%q, %q", title, text)
	}
}

// A notification is a call of Notify.
type notification struct {
	subject, title, text string
	clicked, failed      func()
}

// notified records a presenter's notifications in list.
func notified(p *Presenter) *[]notification {
	list := &[]notification{}
	p.parts.Notify = func(subject, title, text string, clicked, failed func()) {
		*list = append(*list, notification{subject, title, text, clicked, failed})
	}
	return list
}

// TestSightingIsShown shows a sighting on the desktop, and in the window if the desktop fails. A click leads to the
// page, and the time of the notification is stored with the watch.
func TestSightingIsShown(t *testing.T) {
	p, h := newPresenter(t)
	list := notified(p)
	p.togglePage(300)
	p.notify(acquire.Sighting{
		Watch: store.Watch{Page: 300}, Place: teletext.Place{Page: 300, Subpage: 2}, Line: "Gale warning",
	})
	if len(*list) != 1 {
		t.Fatalf("%d notifications", len(*list))
	}
	n := (*list)[0]
	if n.title != "Page 300 has changed" || n.text != "Gale warning" {
		t.Errorf("%+v", n)
	}
	if all := p.lists().Watches(); len(all) != 1 || !all[0].Notified.Equal(h.Now()) {
		t.Errorf("%+v", all)
	}
	n.failed()
	h.Run()
	if h.Notice.Sentence != "Page 300 has changed." || h.Notice.Hint != "Gale warning" || h.Action == nil {
		t.Fatalf("the window says %+v", h.Notice)
	}
	for name, show := range map[string]func(){"clicked": n.clicked, "window": h.Action} {
		raised := h.Raised
		show()
		h.Run()
		if place, _ := p.parts.Nav.Target(); h.Raised != raised+1 || place != (teletext.Place{Page: 300, Subpage: 2}) {
			t.Errorf("%s: the window was raised %d times, and goes to %v", name, h.Raised-raised, place)
		}
	}
}

// TestWatchedWords checks that equal words are stored only once, whatever their case and spacing, and that empty ones
// are not stored.
func TestWatchedWords(t *testing.T) {
	p, h := newPresenter(t)
	for _, phrase := range []string{"", "  \t", "Brass   Band ", "brass band", "BRASS BAND"} {
		p.Words(phrase)
	}
	if all := p.lists().Watches(); len(all) != 1 || all[0].Phrase != "Brass Band" || !all[0].Since.Equal(h.Now()) {
		t.Errorf("%+v", all)
	}
	if h.Mentioned == "" || h.Undo != nil {
		t.Errorf("what was watched before is said as %q, undo %v", h.Mentioned, h.Undo != nil)
	}
}

// TestWatchesAreListed lists watches of pages and words and ends them in the list. The empty list says how to start
// one.
func TestWatchesAreListed(t *testing.T) {
	p, h := newPresenter(t)
	p.togglePage(300)
	p.Words("brass band")
	p.showAll()
	d := h.Dialogs[0]
	if got := lines(d); !slices.Equal(got, []string{"Page 300", "every 5 minutes", "“brass band”"}) {
		t.Errorf("it lists %q", got)
	}
	stops := buttons(d, say.Text("watch.stop"))
	if len(stops) != 2 {
		t.Fatalf("%d can be ended", len(stops))
	}
	stops[0].Tapped(nil)
	if got := lines(d); !slices.Equal(got, []string{"“brass band”", "Page 300: no longer watched"}) || p.isOn(300) {
		t.Errorf("after that it lists %q", got)
	}
	buttons(d, say.Text("watch.stop"))[0].Tapped(nil)
	if got := lines(d); len(got) != 1 || len(p.lists().Watches()) != 0 {
		t.Errorf("at last it lists %q", got)
	}
	if !slices.ContainsFunc(widgettest.Seen(d), func(o fyne.CanvasObject) bool {
		l, is := o.(*widget.Label)
		return is && strings.Contains(l.Text, say.Text("watch.page"))
	}) {
		t.Error("an empty list does not say how to begin")
	}
}

// lines returns the rows of a list of watches.
func lines(d *dialog.Dialog) (texts []string) {
	for _, o := range widgettest.Seen(d) {
		if l, is := o.(*core.Line); is && l.Text() != "" && l.Text() != say.Text("watches.title") {
			texts = append(texts, l.Text())
		}
	}
	return texts
}

// buttons returns the buttons of a dialog with a label.
func buttons(d *dialog.Dialog, text string) (found []*control.PushButton) {
	for _, o := range widgettest.Seen(d) {
		if b, is := o.(*control.PushButton); is && b.Text() == text {
			found = append(found, b)
		}
	}
	return found
}
