package words

import (
	"testing"
	"time"
	_ "time/tzdata" // the computer may have no zones

	"sextant/app/api"
	"sextant/app/say"
	"sextant/app/teletext"
)

func zoneNamed(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// TestServiceTimes formats the times of a page on computers in three zones. They must be in the service's zone,
// relative to its today, with the zone's name if the computer's is different.
func TestServiceTimes(t *testing.T) {
	helsinki := zoneNamed(t, "Europe/Helsinki")
	page := &teletext.Page{Modified: time.Date(2026, 11, 22, 0, 30, 0, 0, time.UTC)} // the wall clock of Helsinki
	now := time.Date(2026, 11, 21, 22, 45, 0, 0, time.UTC)                           // 00:45 of the 22nd in Helsinki
	for zone, mark := range map[string]string{"UTC": " EET", "Europe/Helsinki": "", "America/Los_Angeles": " EET"} {
		c := Calendar{Zone: helsinki, Now: now.In(zoneNamed(t, zone))}
		if got, want := c.Changed(c.Modified(page)), "changed today 00:30"+mark; got != want {
			t.Errorf("in %s: %q, want %q", zone, got, want)
		}
		if got, want := c.Changed(c.Modified(page).Add(-time.Hour)), "changed yesterday 23:30"+mark; got != want {
			t.Errorf("in %s: %q, want %q", zone, got, want)
		}
		if got, want := c.Stamp(c.Modified(page), "date.longSeconds"), "22 November 2026, 00:30:00"+mark; got != want {
			t.Errorf("in %s: %q, want %q", zone, got, want)
		}
	}
	c, away := Calendar{Zone: helsinki, Now: now.In(zoneNamed(t, "UTC"))}, &api.Error{Kind: api.NoNetwork, Op: "test"}
	for got, want := range map[string]string{
		c.Clock(now): "00:45 EET", c.At(now.Add(-time.Hour)): "yesterday 23:45 EET",
		c.DayName(now.Add(-time.Hour)): "yesterday",
		c.Outdated(now.Add(-10*time.Minute), away, now.Add(5*time.Minute)): "Loaded 22:35, 10\u00a0min ago: " +
			"no connection, next try at 22:50",
		Message{Sentence: "No.", Hint: tryLater()}.Again(time.Minute, c).Hint: "Sextant will try again at 22:46:00.",
		Message{Sentence: "No."}.Again(24*time.Hour, c).Hint: "Sextant will try again tomorrow " +
			"at 22:45.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	summer := Calendar{Zone: helsinki, Now: now}
	if got := summer.Stamp(time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC), "time.clock"); got != "15:00 EEST" {
		t.Errorf("in summer: %q", got)
	}
	if (Calendar{}).Changed(time.Time{}) != "" || (Calendar{}).Day(page.Modified, "date.long") != "22 November 2026" {
		t.Error("a calendar without a zone is not in UTC")
	}
}

func TestDate(t *testing.T) {
	c := Calendar{Zone: zoneNamed(t, "Europe/Helsinki"), Now: time.Date(2026, 11, 23, 9, 0, 0, 0, time.UTC)}
	for when, want := range map[string]string{
		"2026-11-22T18:00:00Z": "Sunday 22 November, 20:00 EET",
		"2025-07-01T09:30:00Z": "Tuesday 1 July 2025, 12:30 EEST",
		"2026-11-21T22:00:00Z": "Sunday 22 November",
	} {
		at, err := time.Parse(time.RFC3339, when)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Date(at); got != want {
			t.Errorf("%s is %q, want %q", when, got, want)
		}
	}
}

// TestTimesInSentences checks that a language's word before a time of day is there in each sentence, with or without a
// day.
func TestTimesInSentences(t *testing.T) {
	t.Cleanup(func() { _ = say.Use("en") })
	zone := time.FixedZone("", 0)
	c := Calendar{Zone: zone, Now: time.Date(2026, 11, 22, 12, 0, 0, 0, zone)}
	today, yesterday := time.Date(2026, 11, 22, 9, 5, 0, 0, zone), time.Date(2026, 11, 21, 20, 15, 0, 0, zone)
	for tag, want := range map[string][3]string{
		"en": {"Loaded 09:05", "yesterday 20:15 – today 09:05", "yesterday 20:15 – now"},
		"fi": {"Haettu klo\u00a09.05", "eilen klo\u00a020.15 – tänään klo\u00a09.05", "eilen klo\u00a020.15 – nyt"},
		"sv": {"Hämtad kl.\u00a009.05", "i går kl.\u00a020.15 – i dag kl.\u00a009.05", "i går kl.\u00a020.15 – nu"},
		"de": {"Geladen um\u00a009:05", "gestern um\u00a020:15 – heute um\u00a009:05", "gestern um\u00a020:15 – jetzt"},
	} {
		if err := say.Use(tag); err != nil {
			t.Fatal(err)
		}
		if got := [...]string{
			say.Text("outdated.from", "Time", c.At(today)), c.Between(yesterday, today), c.Since(yesterday),
		}; got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}

// TestDayMark checks the short names of days: the last week by weekday, others by date.
func TestDayMark(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 45, 0, 0, time.UTC)
	c := Calendar{Now: now}
	for days, want := range map[int]string{
		0: "today", 1: "yesterday", 2: "Thursday", 6: "Sunday", 7: "14 Nov", 400: "17 Oct", -1: "22 Nov",
	} {
		if got := c.DayMark(now.AddDate(0, 0, -days)); got != want {
			t.Errorf("%d days ago: %q, want %q", days, got, want)
		}
	}
}
