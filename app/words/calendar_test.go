package words

import (
	"testing"
	"time"

	"sextant/app/teletext"
)

// liveIn moves the machine to another time zone for a test.
func liveIn(t *testing.T, zone string) *time.Location {
	t.Helper()
	before := time.Local
	t.Cleanup(func() { time.Local = before })
	here, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	time.Local = here
	return here
}

func zoneNamed(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// TestServiceTimes reads the same page on machines in three zones: what the service
// dates is told in its own zone everywhere, with its today, and the zone is named where it is another.
func TestServiceTimes(t *testing.T) {
	helsinki := zoneNamed(t, "Europe/Helsinki")
	page := &teletext.Page{Modified: time.Date(2026, 11, 22, 0, 30, 0, 0, time.UTC)} // a wall clock in Helsinki
	now := time.Date(2026, 11, 21, 22, 45, 0, 0, time.UTC)                           // 00:45 of the 22nd there
	for zone, mark := range map[string]string{"UTC": " EET", "Europe/Helsinki": "", "America/Los_Angeles": " EET"} {
		here := liveIn(t, zone)
		c := Calendar{helsinki, now.In(here)}
		if got, want := c.Changed(c.Modified(page)), "changed today 00:30"+mark; got != want {
			t.Errorf("in %s: %q, want %q", zone, got, want)
		}
		if got, want := c.Changed(c.Modified(page).Add(-time.Hour)), "changed yesterday 23:30"+mark; got != want {
			t.Errorf("in %s: %q, want %q", zone, got, want)
		}
		if got, want := c.Stamp(c.Modified(page), "2 January 2006, 15:04:05"), "22 November 2026, 00:30:00"+mark; got != want {
			t.Errorf("in %s: %q, want %q", zone, got, want)
		}
	}
	summer := Calendar{helsinki, now}
	if got := summer.Stamp(time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), "15:04"); got != "15:00 EEST" {
		t.Errorf("in summer: %q", got)
	}
	if (Calendar{}).Changed(time.Time{}) != "" || (Calendar{}).Day(page.Modified, time.DateOnly) != "2026-11-22" {
		t.Error("a calendar without a zone is not in UTC")
	}
}
