package words

import (
	"errors"
	"time"

	"sextant/app/api"
	"sextant/app/say"
	"sextant/app/teletext"
)

// A Calendar formats the service's times in the service's time zone, which is in the settings, and names the zone if
// its clocks differ from the machine's. For times of the program and its user there is [Calendar.Here].
type Calendar struct {
	Zone *time.Location
	Now  time.Time // in the machine's zone
	// Tongue is the language, nil for the program's.
	Tongue *say.Tongue
}

// place returns the service's zone, UTC if there is none.
func (c Calendar) place() *time.Location {
	if c.Zone == nil {
		return time.UTC
	}
	return c.Zone
}

// Here returns the calendar of the machine's zone.
func (c Calendar) Here() Calendar {
	if !c.Now.IsZero() {
		c.Zone = c.Now.Location()
	}
	return c
}

// In returns a time in the service's zone.
func (c Calendar) In(t time.Time) time.Time { return t.In(c.place()) }

// Modified returns the time of a page's last change.
func (c Calendar) Modified(p *teletext.Page) time.Time { return p.ModifiedIn(c.place()) }

// Clock formats a time of day.
func (c Calendar) Clock(t time.Time) string { return c.Stamp(t, "time.clock") }

// Seconds formats a time of day with seconds.
func (c Calendar) Seconds(t time.Time) string { return c.Stamp(t, "time.seconds") }

// Stamp formats a date and time by a message that is the layout.
func (c Calendar) Stamp(t time.Time, key string) string {
	return c.Tongue.Time(key, c.In(t)) + c.Mark(t)
}

// Day formats a date by a message that is the layout.
func (c Calendar) Day(t time.Time, key string) string { return c.Tongue.Time(key, c.In(t)) }

// DayName returns the name of a day, relative to the service's today.
func (c Calendar) DayName(t time.Time) string {
	return dayWords(c.Tongue, c.In(t), c.In(c.Now), "date.weekdayAlone")
}

// Date formats a date and time, "Sunday 22 November, 20:00": with the year if it is not the current one, and without
// the time if it is midnight, which stands for dates without a time.
func (c Calendar) Date(t time.Time) string {
	t = c.In(t)
	layout := "date.weekday"
	if t.Year() != c.In(c.Now).Year() {
		layout = "date.weekdayYear"
	}
	said := c.Tongue.Time(layout, t)
	if t.Hour() == 0 && t.Minute() == 0 && t.Second() == 0 {
		return said
	}
	return c.Tongue.Text("date.withTime", "Day", said, "Time", c.Clock(t))
}

// At formats a time within a sentence, with its day unless it is today: "yesterday 20:15".
func (c Calendar) At(t time.Time) string {
	if c.daysAgo(t) == 0 {
		return c.TodayAt(t)
	}
	return c.Tongue.Text("date.dayAt", "Day", c.dayThen(t), "Time", c.Clock(t))
}

// TodayAt formats a time of today within a sentence.
func (c Calendar) TodayAt(t time.Time) string {
	return c.Tongue.Text("date.todayAt", "Time", c.Clock(t))
}

// Between formats a period, with the day of its end if it is another one: "today 20:00 – 20:15".
func (c Calendar) Between(from, to time.Time) string {
	begin := c.Tongue.Text("date.dayAt", "Day", c.DayName(from), "Time", c.Tongue.Time("time.clock", c.In(from)))
	end := c.Clock(to)
	switch {
	case DaysBetween(c.In(from), c.In(to)) != 0:
		end = c.Tongue.Text("date.dayAt", "Day", c.DayName(to), "Time", end)
	case c.Tongue.Time("time.clock", c.In(from)) == c.Tongue.Time("time.clock", c.In(to)):
		return begin + c.Mark(from)
	}
	return c.Tongue.Text("date.between", "From", begin, "To", end)
}

// Since formats the start of a period without an end.
func (c Calendar) Since(from time.Time) string {
	begin := c.Tongue.Text("date.dayAt", "Day", c.DayName(from), "Time", c.Clock(from))
	return c.Tongue.Text("date.between", "From", begin, "To", c.Tongue.Text("date.now"))
}

// DayMark returns a short name of a day, relative to today.
func (c Calendar) DayMark(t time.Time) string {
	if days := c.daysAgo(t); days < 0 || days >= 7 {
		return c.Day(t, "date.dayMonth")
	}
	return c.DayName(t)
}

// dayThen returns the name of a day, followed by a time.
func (c Calendar) dayThen(t time.Time) string {
	return dayWords(c.Tongue, c.In(t), c.In(c.Now), "date.weekdayThen")
}

// Mark returns the zone to append to a time, " EET", empty if the machine's zone has the same time.
func (c Calendar) Mark(t time.Time) string {
	_, there := c.In(t).Zone()
	if _, here := t.In(c.Now.Location()).Zone(); here == there {
		return ""
	}
	return " " + c.In(t).Format("MST")
}

// daysAgo returns the number of the service's midnights from a time to now.
func (c Calendar) daysAgo(t time.Time) int { return DaysBetween(c.In(t), c.In(c.Now)) }

// Changed returns when the service last changed something, relative to its today.
func (c Calendar) Changed(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	key := "date.changed"
	if days := c.daysAgo(t); days < 0 || days >= 7 {
		key = "date.changedLong"
	}
	return c.Tongue.Text(key, "Day", c.dayThen(t), "Time", c.Clock(t))
}

// Outdated returns a sentence on a page that is stale because the service cannot be asked: since when, and if known
// why, and when it will be asked again.
func (c Calendar) Outdated(since time.Time, why error, again time.Time) string {
	words := c.Tongue.Text("outdated.from", "Time", c.Here().At(since))
	if age := c.Now.Sub(since); age >= time.Minute {
		words = c.Tongue.Text("outdated.fromAgo", "Time", c.Here().At(since), "Age", ageWords(c.Tongue, age))
	}
	if reason := shortReason(why); reason != "" {
		words = c.Tongue.Text("outdated.because", "Loaded", words, "Reason", c.Tongue.Text(reason))
	}
	if wait := again.Sub(c.Now); wait >= 90*time.Second {
		words = c.Tongue.Text("outdated.again", "Loaded", words, "When", c.again(wait))
	}
	return words
}

// shortReason returns the message with why a page is stale, empty if that is not known.
func shortReason(why error) string {
	switch {
	case errors.Is(why, api.ErrBlocked):
		return "reason.blocked"
	case errors.Is(why, api.ErrKeyLocked):
		return "reason.keyLocked"
	case errors.Is(why, api.ErrPortal):
		return "reason.portal"
	}
	return kindReason(api.KindOf(why))
}

// KindReason returns why requests fail, to follow a colon; "" if that is not known.
func KindReason(k api.Kind) string {
	key := kindReason(k)
	if key == "" {
		return ""
	}
	return say.Text(key)
}

func kindReason(k api.Kind) string {
	return map[api.Kind]string{
		api.NoNetwork: "reason.unreachable", api.Trouble: "reason.trouble", api.QuotaUsed: "reason.quota",
		api.RateLimited: "reason.pause", api.NotFound: "reason.missing", api.Refused: "reason.refused",
		api.BadContent: "reason.senseless", api.TooLarge: "reason.tooLarge",
	}[k]
}

// again returns when something is retried: as a time of day, because a duration would soon be wrong.
func (c Calendar) again(wait time.Duration) string {
	c = c.Here()
	at := c.Now.Add(wait)
	switch {
	case wait < 10*time.Second:
		return c.Tongue.Text("date.inAMoment")
	case wait < 90*time.Second:
		return c.Tongue.Text("date.at", "Time", c.Seconds(at))
	case c.daysAgo(at) < 0:
		return c.Tongue.Text("date.tomorrowAt", "Time", c.Clock(at))
	}
	return c.Tongue.Text("date.at", "Time", c.Clock(at))
}
