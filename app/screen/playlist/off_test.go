package playlist

import (
	"fmt"
	"testing"
	"time"

	"sextant/app/testkit"
)

// offOf returns a playlist with times at which the screen is off.
func offOf(t *testing.T, off string) *Playlist {
	t.Helper()
	return testkit.Must(Parse(fmt.Appendf(nil, "show = ['100']\nholidays = ['12-06']\noff = [%s]", off)))(t)
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	return testkit.Must(time.LoadLocation(name))(t)
}

// TestOff checks whether the screen is off, and until when.
func TestOff(t *testing.T) {
	for _, c := range []struct {
		off, zone, at string
		is            bool
		until         string
	}{
		{"'22:00-06:00'", "Europe/Helsinki", "2026-11-25 21:59:59", false, "2026-11-25 22:00:00 EET"},
		{"'22:00-06:00'", "Europe/Helsinki", "2026-11-25 22:00:00", true, "2026-11-26 06:00:00 EET"},
		{"'22:00-06:00'", "Europe/Helsinki", "2026-11-26 06:00:00", false, "2026-11-26 22:00:00 EET"},
		{"'22:00-24:00', '00:00-06:00'", "UTC", "2026-11-25 23:00:00", true, "2026-11-26 06:00:00 UTC"},
		{"'mon-fri 20:00-07:00'", "UTC", "2026-11-27 23:00:00", true, "2026-11-28 07:00:00 UTC"}, // starts on Friday
		{"'mon-fri 20:00-07:00'", "UTC", "2026-11-28 23:00:00", false, "2026-11-30 20:00:00 UTC"},
		{"'sat 18:00-mon 06:00'", "UTC", "2026-11-29 12:00:00", true, "2026-11-30 06:00:00 UTC"},
		{"'sat 18:00-mon 06:00'", "UTC", "2026-11-30 06:00:00", false, "2026-12-05 18:00:00 UTC"},
		{"'sat 18:00-mon 06:00', '22:00-07:00'", "UTC", "2026-11-28 19:00:00", true, "2026-11-30 07:00:00 UTC"},
		{"'mon 08:00-mon 06:00'", "UTC", "2026-11-30 07:00:00", false, "2026-11-30 08:00:00 UTC"},
		{"'holidays 00:00-24:00'", "UTC", "2026-12-06 12:00:00", true, "2026-12-07 00:00:00 UTC"},
		{"'holidays 00:00-24:00'", "UTC", "2026-11-25 12:00:00", false, ""},
		// The hour from 3 to 4 is skipped in Helsinki on 29 March 2026, and comes twice on 25 October.
		{"'03:30-06:00'", "Europe/Helsinki", "2026-03-29 02:59:59", false, "2026-03-29 04:00:00 EEST"},
		{"'22:00-03:30'", "Europe/Helsinki", "2026-03-29 02:59:59", true, "2026-03-29 04:00:00 EEST"},
		{"'22:00-03:30'", "Europe/Helsinki", "2026-10-25 00:00:00", true, "2026-10-25 03:30:00 EEST"},
		{"'03:30-06:00'", "Europe/Helsinki", "2026-10-25 00:00:00", false, "2026-10-25 03:30:00 EEST"},
		// The half hour from 2 to 2.30 is skipped on Lord Howe on 4 October 2026, and 1.30 to 2 comes twice on 5 April.
		{"'22:00-02:15'", "Australia/Lord_Howe", "2026-10-04 01:00:00", true, "2026-10-04 02:30:00 +11"},
		{"'22:00-01:45'", "Australia/Lord_Howe", "2026-04-05 00:00:00", true, "2026-04-05 01:45:00 +11"},
	} {
		z := zone(t, c.zone)
		at := testkit.Must(time.ParseInLocation(time.DateTime, c.at, z))(t)
		is, until := offOf(t, c.off).Off(at)
		said := ""
		if !until.IsZero() {
			said = until.Format("2006-01-02 15:04:05 MST")
		}
		if is != c.is || said != c.until {
			t.Errorf("%s, %s in %s: %v until %q, want %v until %q", c.off, c.at, c.zone, is, said, c.is, c.until)
		}
	}
}

// TestNeverOn expects an error for off times that cover the whole week.
func TestNeverOn(t *testing.T) {
	for _, off := range []string{`"00:00-24:00"`, `"mon 08:00-thu 06:00", "wed 01:00-mon 08:00"`} {
		_, err := Parse(fmt.Appendf(nil, "show = [100]\noff = [%s]", off))
		if want := "line 2: off: the screen would never be on"; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", off, err, want)
		}
	}
}

// TestOffForAYear checks each change of state in a year: it is at the right minute by the clock of the zone.
func TestOffForAYear(t *testing.T) {
	for _, name := range []string{"Europe/Helsinki", "Australia/Lord_Howe", "UTC"} {
		z := zone(t, name)
		p := offOf(t, "'22:00-06:00', 'sat 18:00-mon 06:00'")
		at, changes := time.Date(2026, time.January, 1, 12, 0, 0, 0, z), 0
		for end := at.AddDate(1, 0, 0); at.Before(end); changes++ {
			off, until := p.Off(at)
			for m := at; m.Before(until); m = m.Add(17 * time.Minute) {
				if is, same := p.Off(m); is != off || !same.Equal(until) {
					t.Fatalf("%s: %v until %v at %v", name, is, same, m)
				}
			}
			want := "22:00:00"
			switch {
			case off:
				want = "06:00:00"
			case until.Weekday() == time.Saturday:
				want = "18:00:00"
			}
			if said := until.Format(time.TimeOnly); said != want || until.Weekday() == time.Sunday {
				t.Fatalf("%s: it changes at %v, want %s", name, until, want)
			}
			at = until
		}
		if want := 52*12 + 2 + 1; changes != want { // 52 weeks, a day, and the first change after the year
			t.Errorf("%s: %d changes, want %d", name, changes, want)
		}
	}
}
