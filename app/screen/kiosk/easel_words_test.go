package kiosk

import (
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/teletext"
)

// TestInWords checks the names and the text of the pages on the screen.
func TestInWords(t *testing.T) {
	grid := teletext.DecodeAll(&teletext.Lines{1: "Fog  at", 4: "  Cape Vernier"})
	name, text := inWords([]navigate.Scene{
		{Answer: acquire.Answer{State: acquire.State{Page: 100, Document: &teletext.Page{Name: "Index "}}}, Grid: grid},
		{Answer: acquire.Answer{State: acquire.State{Page: 101}}},
	})
	if name != "100 Index, 101" || text != "Fog at Cape Vernier" {
		t.Errorf("%q, %q", name, text)
	}
}

// TestSince checks that a time has the screen's zone if the service has another one.
func TestSince(t *testing.T) {
	here, there := time.FixedZone("CET", 3600), time.FixedZone("EET", 2*3600)
	now := time.Date(2026, 11, 23, 15, 0, 0, 0, here)
	for _, tt := range []struct {
		age  time.Duration
		zone *time.Location
		want string
	}{
		{time.Hour, there, "Loaded 14:00 CET"},
		{time.Hour, here, "Loaded 14:00"},
		{time.Hour, nil, "Loaded 14:00"},
		{26 * time.Hour, there, "Loaded Sun 13:00 CET"},
		{30 * 24 * time.Hour, there, "Loaded 24 Oct"},
	} {
		if got := since(tt.age, now, tt.zone); got != tt.want {
			t.Errorf("%v before, with %v: %q, want %q", tt.age, tt.zone, got, tt.want)
		}
	}
}
