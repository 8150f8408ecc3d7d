package playlist

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"sextant/app/say"
)

// An offTime is when the screen is off: at some hours of days, or once a week from a day to another one.
type offTime struct {
	hours    hours
	weekly   bool         // from a day on
	from, to time.Weekday // where weekly; the times of day are in hours
}

// maxOff is how many times of a playlist the screen can be off.
const maxOff = 100

const week = 7 * 24 * time.Hour

// Off reports whether the screen is off at a moment, by the clock of its zone, and until when that stays so: zero for
// ever. What begins or ends in an hour that a change of clocks skips does so when that hour is over, and in an hour
// that comes twice the first time.
func (p *Playlist) Off(t time.Time) (off bool, until time.Time) {
	spans := p.offSpans(t)
	for _, s := range spans {
		switch {
		case t.Before(s.from):
			if !off {
				return false, s.from
			}
			return true, until
		case t.Before(s.to):
			off, until = true, s.to
		}
	}
	return off, until
}

// HasOff reports whether the screen is ever off.
func (p *Playlist) HasOff() bool { return len(p.off) > 0 }

// A span is a time in which the screen is off.
type span struct{ from, to time.Time }

// offSpans are the spans around a moment, from more than a week before to more than a week after it, in their order and
// with time between them.
func (p *Playlist) offSpans(t time.Time) (spans []span) {
	const days = 9
	for _, o := range p.off {
		for d := -days; d <= days; d++ {
			date := civil(t).AddDate(0, 0, d)
			if s, begins := o.span(p, date, t.Location()); begins {
				spans = append(spans, s)
			}
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return a.from.Compare(b.from) })
	merged := spans[:0]
	for _, s := range spans {
		if n := len(merged); n > 0 && !s.from.After(merged[n-1].to) {
			if s.to.After(merged[n-1].to) {
				merged[n-1].to = s.to
			}
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// span is the span that begins on a date, if one does.
func (o offTime) span(p *Playlist, date time.Time, zone *time.Location) (s span, begins bool) {
	days := 0
	switch {
	case o.weekly && date.Weekday() != o.from, !o.weekly && !o.hours.begins(p.dayOf(date)):
		return span{}, false
	case o.weekly:
		days = int(o.to-o.from+7) % 7
	}
	if days == 0 && o.hours.to <= o.hours.from {
		days = 1
		if o.weekly {
			days = 7
		}
	}
	s = span{wallClock(date, o.hours.from, zone), wallClock(date.AddDate(0, 0, days), o.hours.to, zone)}
	return s, s.from.Before(s.to)
}

// wallClock is the first moment of a date at which the clock of a zone says a time of day, in minutes after midnight,
// or a later one where it says none.
func wallClock(date time.Time, minutes int, zone *time.Location) time.Time {
	t := time.Date(date.Year(), date.Month(), date.Day(), 0, minutes, 0, 0, zone)
	begin, end := t.ZoneBounds()
	if t.Hour()*60+t.Minute() != minutes { // skipped: Date gives a moment beside the change
		if !end.IsZero() && end.Sub(t) < t.Sub(begin) {
			return end
		}
		return begin
	}
	if begin.IsZero() {
		return t
	}
	_, now := t.Zone()
	_, before := begin.Add(-time.Second).Zone()
	if first := t.Add(time.Duration(now-before) * time.Second); first.Before(begin) && before > now {
		return first
	}
	return t
}

// offField reads the times at which the screen is off.
func (r *reader) offField(into *[]offTime) field {
	return r.listField(maxOff, func(one *value) {
		if !r.isOf(one, unstable.String) {
			return
		}
		if o, ok := parseOff(one.text); ok {
			*into = append(*into, o)
		} else {
			r.addMistake(one.line, say.Text("playlist.noOff", "Key", one.name, "Text", strconv.Quote(one.text)))
		}
	})
}

// parseOff reads "22:00-06:00", "mon-fri 22:00-06:00" and "sat 18:00-mon 06:00".
func parseOff(text string) (o offTime, ok bool) {
	text = strings.Join(strings.Fields(text), " ")
	first, last, ok := cutTimes(text)
	if !ok {
		return o, false
	}
	days, from := cutDay(first)
	endDay, to := cutDay(last)
	var fromErr, toErr error
	o.hours.from, fromErr = ParseClock(from)
	o.hours.to, toErr = ParseClock(to)
	if fromErr != nil || toErr != nil {
		return o, false
	}
	if endDay != "" {
		begin, end := slices.Index(dayNames(), days), slices.Index(dayNames(), endDay)
		o.weekly, o.from, o.to = true, time.Weekday(begin), time.Weekday(end)
		return o, begin >= 0 && end >= 0
	}
	if days != "" {
		m := &Mistakes{}
		o.hours.named = true
		(&reader{Mistakes: m}).readDay(&o.hours, &value{text: days})
		return o, len(m.List) == 0
	}
	return o, true
}

// cutTimes cuts "mon-fri 22:00-06:00" where the first time ends.
func cutTimes(text string) (first, last string, ok bool) {
	colon := strings.IndexByte(text, ':')
	if colon < 0 {
		return "", "", false
	}
	dash := strings.IndexByte(text[colon:], '-')
	if dash < 0 {
		return "", "", false
	}
	return strings.TrimSpace(text[:colon+dash]), strings.TrimSpace(text[colon+dash+1:]), true
}

// cutDay cuts "sat 18:00" into a day and a time, of which only the time need be there.
func cutDay(text string) (day, clock string) {
	if day, clock, ok := strings.Cut(text, " "); ok {
		return day, clock
	}
	return "", text
}

// checkOff records a mistake where the screen would never be on.
func (r *reader) checkOff(p *Playlist, v *value) {
	monday := time.Date(2026, time.January, 5, 12, 0, 0, 0, time.UTC)
	if off, until := p.Off(monday); off && until.Sub(monday) > week {
		r.addMistake(v.line, say.Text("playlist.neverOn", "Key", v.name))
	}
}
