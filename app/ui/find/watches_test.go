package find

import (
	"testing"

	"sextant/app/acquire"
	"sextant/app/store"
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
