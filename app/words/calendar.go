package words

import (
	"time"

	"sextant/app/teletext"
)

// A Calendar tells times as the service has them, in the zone of the settings, and names the zone where its
// clocks differ from the machine's. What happened on the machine is told without it.
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

// in places a time in the service's zone.
func (c Calendar) in(t time.Time) time.Time { return t.In(c.place()) }

// Modified is when a page was last changed.
func (c Calendar) Modified(p *teletext.Page) time.Time { return p.ModifiedIn(c.place()) }

// Changed says when the service last changed something, relative to its today.
func (c Calendar) Changed(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return changedWords(t, c.in(c.Now)) + c.mark(t)
}

// Stamp writes a date with a time of day.
func (c Calendar) Stamp(t time.Time, layout string) string { return c.in(t).Format(layout) + c.mark(t) }

// Day writes a date alone.
func (c Calendar) Day(t time.Time, layout string) string { return c.in(t).Format(layout) }

// mark names the zone behind a time, " EET", where the machine's clock shows another one.
func (c Calendar) mark(t time.Time) string {
	_, there := c.in(t).Zone()
	if _, here := t.In(c.Now.Location()).Zone(); here == there {
		return ""
	}
	return " " + c.in(t).Format("MST")
}
