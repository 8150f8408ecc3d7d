package words

import (
	"time"

	"sextant/app/api"
	"sextant/app/say"
	"sextant/app/teletext"
)

// A Calendar writes what the service dates in the service's zone, that of the settings, and names the zone where its
// clocks differ from the machine's. What the program or its user did is written by [Calendar.Here].
type Calendar struct {
	Zone *time.Location
	Now  time.Time // in the machine's zone
}

// place is the service's zone, UTC where there is none.
func (c Calendar) place() *time.Location {
	if c.Zone == nil {
		return time.UTC
	}
	return c.Zone
}

// Here is the calendar of the machine's zone.
func (c Calendar) Here() Calendar {
	if !c.Now.IsZero() {
		c.Zone = c.Now.Location()
	}
	return c
}

// In places a time in the service's zone.
func (c Calendar) In(t time.Time) time.Time { return t.In(c.place()) }

// Modified is when a page was last changed.
func (c Calendar) Modified(p *teletext.Page) time.Time { return p.ModifiedIn(c.place()) }

// Clock writes a time of day.
func (c Calendar) Clock(t time.Time) string { return c.Stamp(t, "time.clock") }

// Seconds writes a time of day with its seconds.
func (c Calendar) Seconds(t time.Time) string { return c.Stamp(t, "time.seconds") }

// Stamp writes a date with a time of day, by a message that is its layout.
func (c Calendar) Stamp(t time.Time, key string) string { return say.Time(key, c.In(t)) + c.Mark(t) }

// Day writes a date alone, by a message that is its layout.
func (c Calendar) Day(t time.Time, key string) string { return say.Time(key, c.In(t)) }

// DayName names a day, relative to the service's today.
func (c Calendar) DayName(t time.Time) string { return DayWords(c.In(t), c.In(c.Now)) }

// Date writes a day as people do, "Sunday 22 November, 20:00": with the year where it is another one, and without the
// time where that is midnight, which is what dates without one have.
func (c Calendar) Date(t time.Time) string {
	t = c.In(t)
	layout := "date.weekday"
	if t.Year() != c.In(c.Now).Year() {
		layout = "date.weekdayYear"
	}
	said := say.Time(layout, t)
	if t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 {
		return said
	}
	return say.Text("date.withTime", "Day", said, "Time", c.Clock(t))
}

// At writes a day, unless it is today, with a time of day, as a sentence has it: "yesterday 20:15".
func (c Calendar) At(t time.Time) string {
	if c.daysAgo(t) == 0 {
		return c.TodayAt(t)
	}
	return say.Text("date.dayAt", "Day", c.dayThen(t), "Time", c.Clock(t))
}

// TodayAt writes a time of day as a sentence has it.
func (c Calendar) TodayAt(t time.Time) string { return say.Text("date.todayAt", "Time", c.Clock(t)) }

// Between writes from when to when something was, with the day of the end where it is another one: "today 20:00 –
// 20:15".
func (c Calendar) Between(from, to time.Time) string {
	begin := say.Text("date.dayAt", "Day", c.DayName(from), "Time", say.Time("time.clock", c.In(from)))
	end := c.Clock(to)
	switch {
	case DaysBetween(c.In(from), c.In(to)) != 0:
		end = say.Text("date.dayAt", "Day", c.DayName(to), "Time", end)
	case say.Time("time.clock", c.In(from)) == say.Time("time.clock", c.In(to)):
		return begin + c.Mark(from)
	}
	return say.Text("date.between", "From", begin, "To", end)
}

// Since writes from when on something is there.
func (c Calendar) Since(from time.Time) string {
	begin := say.Text("date.dayAt", "Day", c.DayName(from), "Time", c.Clock(from))
	return say.Text("date.between", "From", begin, "To", say.Text("date.now"))
}

// DayMark names a day where there is little room, relative to today.
func (c Calendar) DayMark(t time.Time) string {
	if days := c.daysAgo(t); days < 0 || days >= 7 {
		return c.Day(t, "date.dayMonth")
	}
	return c.DayName(t)
}

// dayThen names a day with a time of day behind it.
func (c Calendar) dayThen(t time.Time) string {
	return dayWords(c.In(t), c.In(c.Now), "date.weekdayThen")
}

// Mark names the zone behind a time, " EET", where the machine's clock shows another one.
func (c Calendar) Mark(t time.Time) string {
	_, there := c.In(t).Zone()
	if _, here := t.In(c.Now.Location()).Zone(); here == there {
		return ""
	}
	return " " + c.In(t).Format("MST")
}

// daysAgo counts the service's midnights from a time to now.
func (c Calendar) daysAgo(t time.Time) int { return DaysBetween(c.In(t), c.In(c.Now)) }

// Changed says when the service last changed something, relative to its today.
func (c Calendar) Changed(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	key := "date.changed"
	if days := c.daysAgo(t); days < 0 || days >= 7 {
		key = "date.changedLong"
	}
	return say.Text(key, "Day", c.dayThen(t), "Time", c.Clock(t))
}

// Outdated says since when a page is the same because the service cannot be asked, why, and when it is asked again,
// where these are known.
func (c Calendar) Outdated(since time.Time, why api.Kind, again time.Time) string {
	reason := map[api.Kind]string{
		api.NoNetwork: "reason.unreachable", api.Trouble: "reason.trouble", api.QuotaUsed: "reason.quota",
		api.RateLimited: "reason.pause", api.NotFound: "reason.missing", api.Refused: "reason.refused",
		api.BadContent: "reason.senseless", api.TooLarge: "reason.tooLarge",
	}[why]
	words := say.Text("outdated.from", "Time", c.Here().At(since))
	if age := c.Now.Sub(since); age >= time.Minute {
		words = say.Text("outdated.fromAgo", "Time", c.Here().At(since), "Age", AgeWords(age))
	}
	if reason != "" {
		words = say.Text("outdated.because", "Loaded", words, "Reason", say.Text(reason))
	}
	if wait := again.Sub(c.Now); wait >= 90*time.Second {
		words = say.Text("outdated.again", "Loaded", words, "When", c.again(wait))
	}
	return words
}

// again says at what time something is tried again, which stays true while the sentence stands.
func (c Calendar) again(wait time.Duration) string {
	c = c.Here()
	at := c.Now.Add(wait)
	switch {
	case wait < 10*time.Second:
		return say.Text("date.inAMoment")
	case wait < 90*time.Second:
		return say.Text("date.at", "Time", c.Seconds(at))
	case c.daysAgo(at) < 0:
		return say.Text("date.tomorrowAt", "Time", c.Clock(at))
	}
	return say.Text("date.at", "Time", c.Clock(at))
}
