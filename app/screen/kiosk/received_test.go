package kiosk

import (
	"slices"
	"testing"

	"sextant/app/acquire"
	"sextant/app/teletext"
)

// TestReceivedPageIsNotReadBack loads a show for the sake of a page that has just come: its document is used, and
// neither memory nor the store is asked, which are not there.
func TestReceivedPageIsNotReadBack(t *testing.T) {
	doc := &teletext.Page{Number: 100, Subpages: []teletext.Subpage{{Number: 2, Text: &teletext.Lines{"Fog"}}}}
	received := &acquire.State{Page: 100, Document: doc}
	s := &show{entries: []entry{{stop: stop{Page: 100, Subpage: 2}}}, received: received}
	if e := (easel{}); !e.loadPages(s, false) || s.scenes[0].Document != doc || s.scenes[0].Grid == nil {
		t.Errorf("%+v", s.scenes)
	}
}

// TestEffectsInTheirOrder makes an effect cause others: they are carried out after those that were waiting, and not
// within it.
func TestEffectsInTheirOrder(t *testing.T) {
	var said []string
	d := &Director{}
	d.parts.Note = func(event string) {
		said = append(said, event)
		if event == "first" {
			d.doEffects([]effect{eventLogged{"third"}})
			said = append(said, "end of first")
		}
	}
	d.doEffects([]effect{eventLogged{"first"}, eventLogged{"second"}})
	want := []string{"first", "end of first", "second", "third"}
	if !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}
