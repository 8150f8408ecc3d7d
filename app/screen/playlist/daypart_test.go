package playlist

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // a machine may have no time zones

	"sextant/app/testkit"
)

// zones returns zones with all kinds of clock changes: at one, two and three in the night, at midnight, and by half an
// hour.
func zones(t testing.TB) []*time.Location {
	t.Helper()
	var all []*time.Location
	for _, name := range []string{
		"UTC", "Europe/Helsinki", "America/New_York", "Europe/London",
		"Asia/Beirut", "Africa/Cairo", "Australia/Lord_Howe",
	} {
		zone := testkit.Must(time.LoadLocation(name))(t)
		all = append(all, zone)
	}
	return all
}

// daypart returns a file with a daypart of given hours.
func daypart(hours ...string) string {
	return "show = [100]\nholidays = ['2026-12-25', '12-06', '02-29']\n[[daypart]]\nshow = [200]\n" +
		strings.Join(hours, "\n")
}

func TestListAtTimeOfDay(t *testing.T) {
	t.Parallel()
	helsinki := zones(t)[1]
	const layout = "2006-01-02 15:04 MST"
	for _, tt := range []struct {
		hours, at string
		list      int
		until     string
	}{
		// 2026-11-20 is a Friday, 2026-12-06 a Sunday, 2026-12-25 a Friday.
		{"from='06:00'\nto='09:30'", "2026-11-20 05:59 EET", 0, "2026-11-20 06:00 EET"},
		{"from='06:00'\nto='09:30'", "2026-11-20 06:00 EET", 1, "2026-11-20 09:30 EET"},
		{"from='06:00'\nto='09:30'", "2026-11-20 09:30 EET", 0, "2026-11-21 06:00 EET"},
		{"days=['fri']", "2026-11-20 00:00 EET", 1, "2026-11-21 00:00 EET"},
		{"days=['fri']", "2026-11-19 23:59 EET", 0, "2026-11-20 00:00 EET"},
		{"days=['sat-mon']", "2026-11-22 12:00 EET", 1, "2026-11-24 00:00 EET"},
		{"days=['sat-mon']\nfrom='06:00'\nto='06:00'", "2026-11-24 05:00 EET", 1, "2026-11-24 06:00 EET"},
		{"", "2026-11-20 12:00 EET", 1, "2026-11-22 00:00 EET"},
		// Across midnight, by the day on which it started.
		{"days=['fri']\nfrom='22:00'\nto='02:00'", "2026-11-21 01:59 EET", 1, "2026-11-21 02:00 EET"},
		{"days=['fri']\nfrom='22:00'\nto='02:00'", "2026-11-20 01:59 EET", 0, "2026-11-20 22:00 EET"},
		{"days=['fri']\nfrom='22:00'", "2026-11-20 23:59 EET", 1, "2026-11-21 00:00 EET"},
		// Holidays.
		{"days=['mon-sun']", "2026-12-25 12:00 EET", 0, "2026-12-26 00:00 EET"},
		{"days=['mon-sun']", "2028-12-25 12:00 EET", 1, "2028-12-27 00:00 EET"},
		{"days=['holidays']", "2026-12-25 12:00 EET", 1, "2026-12-26 00:00 EET"},
		{"days=['holidays']", "2030-12-06 12:00 EET", 1, "2030-12-07 00:00 EET"},
		{"", "2026-12-25 12:00 EET", 1, "2026-12-27 00:00 EET"},
		{"days=['holidays']\nfrom='22:00'\nto='02:00'", "2026-12-26 01:00 EET", 1, "2026-12-26 02:00 EET"},
		{"days=['fri', 'sat']\nfrom='22:00'\nto='02:00'", "2026-12-26 01:00 EET", 0, "2026-12-26 22:00 EET"},
		// Clocks go from 3 to 4 on 2026-03-29, and from 4 to 3 on 2026-10-25.
		{"from='03:30'\nto='05:00'", "2026-03-29 02:59 EET", 0, "2026-03-29 04:00 EEST"},
		{"from='03:30'\nto='05:00'", "2026-03-29 04:00 EEST", 1, "2026-03-29 05:00 EEST"},
		{"from='03:10'\nto='03:50'", "2026-03-29 02:59 EET", 0, "2026-03-30 03:10 EEST"},
		{"from='03:00'\nto='03:30'", "2026-10-25 03:29 EEST", 1, "2026-10-25 03:30 EEST"},
		{"from='03:00'\nto='03:30'", "2026-10-25 03:30 EEST", 0, "2026-10-25 03:00 EET"},
		{"from='03:00'\nto='03:30'", "2026-10-25 03:00 EET", 1, "2026-10-25 03:30 EET"},
		{"from='03:00'\nto='04:00'", "2026-10-25 03:00 EEST", 1, "2026-10-25 04:00 EET"},
	} {
		at := testkit.Must(time.ParseInLocation(layout, tt.at, helsinki))(t)
		list, until := parse(t, daypart(tt.hours)).At(at)
		if got := until.Format(layout); list != tt.list || got != tt.until {
			t.Errorf("with %q at %s list %d until %s, not %d until %s", tt.hours, tt.at, list, got, tt.list, tt.until)
		}
	}
	if list, until := Default().At(time.Now()); list != 0 || !until.IsZero() {
		t.Errorf("list %d until %v", list, until)
	}
}

// TestFirstDaypartWins has two dayparts at the same time.
func TestFirstDaypartWins(t *testing.T) {
	t.Parallel()
	p := parse(t, daypart("from='10:00'\nto='12:00'")+"\n[[daypart]]\nshow=[300]\nfrom='11:00'\nto='13:00'")
	for hour, want := range map[int]int{9: 0, 10: 1, 11: 1, 12: 2, 13: 0} {
		if list, _ := p.At(time.Date(2026, 11, 20, hour, 0, 0, 0, time.UTC)); list != want {
			t.Errorf("at %d list %d has the screen, not %d", hour, list, want)
		}
	}
}

// plainly reports whether a daypart is on. It follows the documentation literally: it goes back minute by minute to the
// time at which the clock showed the start, or a later time after a clock change.
func plainly(days []string, isHoliday func(time.Time) bool, from, to int, t time.Time) bool {
	clock := func(t time.Time) int { return t.Hour()*60 + t.Minute() }
	length := (to - from + minutesOfDay) % minutesOfDay
	if length == 0 {
		length = minutesOfDay
	}
	since := (clock(t) - from + minutesOfDay) % minutesOfDay // by the clock
	if since >= length {
		return false
	}
	began := t // the day on which it started: back over midnight if the clock has passed it since
	for today := t.Day(); clock(t) < from && began.Day() == today; {
		began = began.Add(-time.Minute)
	}
	if len(days) == 0 {
		return true
	}
	name := strings.ToLower(began.Weekday().String()[:3])
	if isHoliday(began) {
		name = "holidays"
	}
	for _, d := range days {
		if d == name {
			return true
		}
	}
	return false
}

// FuzzAt compares At with plainly for two days, minute by minute.
func FuzzAt(f *testing.F) {
	for zone := range uint8(7) {
		// Clock changes in 2026: 29 March, 25 October, 8 March and 1 November.
		f.Add(zone, int64(1774742400), uint16(180), uint16(240), uint8(0xff), uint16(0), uint16(1380), uint8(0))
		f.Add(zone, int64(1792886400), uint16(1320), uint16(200), uint8(0x41), uint16(30), uint16(30), uint8(0x3e))
		f.Add(zone, int64(1772928000), uint16(150), uint16(90), uint8(0x80), uint16(0), uint16(0), uint8(1))
		f.Add(zone, int64(1793491200), uint16(0), uint16(60), uint8(0x7f), uint16(60), uint16(0), uint8(0x80))
	}
	all := zones(f)
	f.Fuzz(
		func(t *testing.T, zone uint8, seconds int64, from1, to1 uint16, days1 uint8, from2, to2 uint16, days2 uint8) {
			begin := time.Unix(seconds%(1<<33)/60*60, 0).In(all[int(zone)%len(all)])
			if y := begin.Year(); y < 1990 || y > 2100 {
				return // zones had offsets with seconds, and days were left out
			}
			holiday := begin.Add(30 * time.Hour)
			isHoliday := func(t time.Time) bool { return t.Format("01-02") == holiday.Format("01-02") }
			text := fmt.Sprintf("show = [100]\nholidays = [%q]\n", holiday.Format("01-02"))
			type part struct {
				days     []string
				from, to int
			}
			var parts []part
			for _, p := range []struct {
				from, to uint16
				days     uint8
			}{{from1, to1, days1}, {from2, to2, days2}} {
				one := part{from: int(p.from) % minutesOfDay, to: int(p.to) % minutesOfDay}
				for i, name := range append(dayNames(), "holidays") {
					if p.days&(1<<i) != 0 {
						one.days = append(one.days, name)
					}
				}
				text += fmt.Sprintf("[[daypart]]\nshow = [200]\nfrom = '%02d:%02d'\nto = '%02d:%02d'\n",
					one.from/60, one.from%60, one.to/60, one.to%60)
				if one.days != nil {
					text += "days = ['" + strings.Join(one.days, "', '") + "']\n"
				}
				parts = append(parts, one)
			}
			p := parse(t, text)
			list, until := p.At(begin)
			for at := begin; at.Before(begin.Add(48 * time.Hour)); at = at.Add(time.Minute) {
				want := 0
				for i := len(parts) - 1; i >= 0; i-- {
					if plainly(parts[i].days, isHoliday, parts[i].from, parts[i].to, at) {
						want = i + 1
					}
				}
				if !at.Before(until) {
					list, until = p.At(at)
					if !until.After(at) || until.Sub(at) > 49*time.Hour {
						t.Fatalf("at %v the next change is at %v", at, until)
					}
				}
				if list != want {
					t.Fatalf("at %v list %d has the screen, not %d, by\n%s", at, list, want, text)
				}
			}
		})
}
