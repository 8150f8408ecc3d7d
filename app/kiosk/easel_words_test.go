package kiosk

import (
	"testing"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/teletext"
)

// TestInWords says which pages a screen shows, and what is in them.
func TestInWords(t *testing.T) {
	grid := teletext.DecodeAll(&teletext.Lines{1: "Fog  at", 4: "  Cape Vernier"})
	name, text := inWords([]navigate.Scene{
		{Answer: acquire.Answer{Page: 100, Document: &teletext.Page{Name: "Index "}}, Grid: grid}, {Answer: acquire.Answer{Page: 101}},
	})
	if name != "100 Index, 101" || text != "Fog at Cape Vernier" {
		t.Errorf("%q, %q", name, text)
	}
}
