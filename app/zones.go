package app

import (
	"time"

	"sextant/app/teletext"
)

// A calendar tells times as the service has them, in the zone of the settings, and names the zone where its
// clocks differ from the machine's. What happened on the machine is told without it.
type calendar struct {
	zone *time.Location
	now  time.Time // in the machine's zone
}

// place is the service's zone, UTC where there is none.
func (c calendar) place() *time.Location {
	if c.zone == nil {
		return time.UTC
	}
	return c.zone
}

// in places a time in the service's zone.
func (c calendar) in(t time.Time) time.Time { return t.In(c.place()) }

// modified is when a page was last changed.
func (c calendar) modified(p *teletext.Page) time.Time { return p.ModifiedIn(c.place()) }

// changed says when the service last changed something, relative to its today.
func (c calendar) changed(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return changedWords(t, c.in(c.now)) + c.mark(t)
}

// stamp writes a date with a time of day.
func (c calendar) stamp(t time.Time, layout string) string { return c.in(t).Format(layout) + c.mark(t) }

// day writes a date alone.
func (c calendar) day(t time.Time, layout string) string { return c.in(t).Format(layout) }

// mark names the zone behind a time, " EET", where the machine's clock shows another one.
func (c calendar) mark(t time.Time) string {
	_, there := c.in(t).Zone()
	if _, here := t.In(c.now.Location()).Zone(); here == there {
		return ""
	}
	return " " + c.in(t).Format("MST")
}
