package find

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/widgettest"
)

func TestSightingWords(t *testing.T) {
	title, text := sightingWords(acquire.Sighting{
		Watch: store.Watch{Page: 430}, Page: 430, Name: "Harbour", Line: "Gale warning", More: 2,
	})
	if title != "Page 430 Harbour has changed" || text != "Gale warning\nand 2 more lines" {
		t.Errorf("%q, %q", title, text)
	}
	title, text = sightingWords(acquire.Sighting{Watch: store.Watch{Phrase: "gale"}, Page: 430, Line: "Gale warning"})
	if title != "“gale” on page 430" || text != "Gale warning" {
		t.Errorf("%q, %q", title, text)
	}
}

// A notification is what the desktop was asked to show.
type notification struct {
	subject, title, text string
	clicked, failed      func()
}

// notified lets a presenter's notifications be written down.
func notified(p *Presenter) *[]notification {
	list := &[]notification{}
	p.parts.Notify = func(subject, title, text string, clicked, failed func()) {
		*list = append(*list, notification{subject, title, text, clicked, failed})
	}
	return list
}

// TestSightingIsShown shows what a watch saw on the desktop, from where a click goes to the page, and in the window
// where the desktop shows nothing. When it was shown is written down with the watch.
func TestSightingIsShown(t *testing.T) {
	p, h := newPresenter(t, t.TempDir())
	list := notified(p)
	p.watches.toggle(300)
	p.watches.showSighting(acquire.Sighting{Watch: store.Watch{Page: 300}, Page: 300, Subpage: 2, Line: "Gale warning"})
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
		if place, _ := p.parts.Nav.Target(); h.Raised != raised+1 || place != (browse.Place{Page: 300, Subpage: 2}) {
			t.Errorf("%s: the window was raised %d times, and goes to %v", name, h.Raised-raised, place)
		}
	}
}

// TestWatchedWords are kept once, however they are written, and not at all where there are none.
func TestWatchedWords(t *testing.T) {
	p, h := newPresenter(t, t.TempDir())
	for _, phrase := range []string{"", "  \t", "Brass   Band ", "brass band", "BRASS BAND"} {
		p.watches.watchPhrase(phrase)
	}
	if all := p.lists().Watches(); len(all) != 1 || all[0].Phrase != "Brass Band" || !all[0].Since.Equal(h.Now()) {
		t.Errorf("%+v", all)
	}
	if h.Mentioned == "" || h.Undo != nil {
		t.Errorf("what was watched before is said as %q, undo %v", h.Mentioned, h.Undo != nil)
	}
}

// TestWatchesAreListed lists pages and words, ends them from the list, and says how to begin where there are none.
func TestWatchesAreListed(t *testing.T) {
	p, h := newPresenter(t, t.TempDir())
	p.watches.toggle(300)
	p.watches.watchPhrase("brass band")
	p.watches.showAll()
	d := h.Dialogs[0]
	if got := lines(d); !slices.Equal(got, []string{"Page 300", "“brass band”"}) {
		t.Errorf("it lists %q", got)
	}
	stops := buttons(d, say.Text("watch.stop"))
	if len(stops) != 2 {
		t.Fatalf("%d can be ended", len(stops))
	}
	stops[0].Tapped(nil)
	if got := lines(d); !slices.Equal(got, []string{"“brass band”"}) || p.watches.isOn(300) {
		t.Errorf("after that it lists %q", got)
	}
	buttons(d, say.Text("watch.stop"))[0].Tapped(nil)
	if got := lines(d); len(got) != 0 || len(p.lists().Watches()) != 0 {
		t.Errorf("at last it lists %q", got)
	}
	if !slices.ContainsFunc(widgettest.Seen(d), func(o fyne.CanvasObject) bool {
		l, is := o.(*widget.Label)
		return is && strings.Contains(l.Text, say.Text("watch.page"))
	}) {
		t.Error("an empty list does not say how to begin")
	}
}

// lines are the rows of a list of watches.
func lines(d *dialog.Dialog) (texts []string) {
	for _, o := range widgettest.Seen(d) {
		if l, is := o.(*core.Line); is && l.Text() != "" && l.Text() != say.Text("watches.title") {
			texts = append(texts, l.Text())
		}
	}
	return texts
}

// buttons are those of a dialog with a text.
func buttons(d *dialog.Dialog, text string) (found []*control.PushButton) {
	for _, o := range widgettest.Seen(d) {
		if b, is := o.(*control.PushButton); is && b.Text() == text {
			found = append(found, b)
		}
	}
	return found
}
