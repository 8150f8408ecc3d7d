package playlist

import (
	"fmt"
	"slices"
	"time"
)

// hours say when a daypart is on. A list without them, the first one, is on when no daypart is.
type hours struct {
	from, to int     // minutes after midnight; to at or before from is on the next day
	days     [7]bool // by time.Weekday
	holidays bool
	named    bool // the days are named, else it is every day, holidays too
}

// A holiday is a date, of every year where the year is 0.
type holiday struct {
	year  int
	month time.Month
	day   int
}

// minutesOfDay is how many minutes a day has by the clock, also when clocks are changed.
const minutesOfDay = 24 * 60

// ahead is how far At looks for a change.
const ahead = 24 * time.Hour

// At returns which list has the screen at a moment, by the clock of its zone, and the next moment at which another one
// may have it. That is zero where it is the same for ever, and otherwise not much more than a day ahead.
//
// The wall clock alone decides: what begins in an hour that a change of clocks skips begins when that hour is over,
// and an hour that comes twice counts twice.
func (p *Playlist) At(t time.Time) (list int, until time.Time) {
	list = p.on(t)
	if len(p.Lists) == 1 {
		return list, time.Time{}
	}
	for until = p.boundary(t); p.on(until) == list && until.Sub(t) < ahead; {
		until = p.boundary(until)
	}
	return list, until
}

// on is the list that has the screen.
func (p *Playlist) on(t time.Time) int {
	minute := t.Hour()*60 + t.Minute()
	today, yesterday := p.dayOf(t), p.dayOf(civil(t).AddDate(0, 0, -1))
	for i := 1; i < len(p.Lists); i++ {
		if p.Lists[i].hours.on(minute, today, yesterday) {
			return i
		}
	}
	return 0
}

// civil is a date without a zone, in which every day has 24 hours.
func civil(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// A day is what the hours of a daypart ask of a date.
type day struct {
	weekday time.Weekday
	holiday bool
}

func (p *Playlist) dayOf(t time.Time) day {
	is := func(h holiday) bool {
		return (h.year == 0 || h.year == t.Year()) && h.month == t.Month() && h.day == t.Day()
	}
	return day{t.Weekday(), slices.ContainsFunc(p.holidays, is)}
}

// on reports whether it is on at a minute of a day: started that day, or the day before.
func (h hours) on(minute int, today, yesterday day) bool {
	if h.from < h.to {
		return h.from <= minute && minute < h.to && h.begins(today)
	}
	return minute >= h.from && h.begins(today) || minute < h.to && h.begins(yesterday)
}

// begins reports whether it begins on a day.
func (h hours) begins(d day) bool {
	switch {
	case !h.named:
		return true
	case d.holiday:
		return h.holidays
	}
	return h.days[d.weekday]
}

// boundary is the next moment after t at which a daypart begins or ends, a day does, or clocks are changed.
func (p *Playlist) boundary(t time.Time) time.Time {
	sinceMidnight := time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute +
		time.Duration(t.Second())*time.Second + time.Duration(t.Nanosecond())
	wait := ahead - sinceMidnight
	for _, l := range p.Lists[1:] {
		for _, minute := range [...]int{l.hours.from, l.hours.to} {
			if d := time.Duration(minute)*time.Minute - sinceMidnight; d > 0 {
				wait = min(wait, d)
			}
		}
	}
	next := t.Add(wait)
	if _, end := t.ZoneBounds(); !end.IsZero() && end.Before(next) {
		return end
	}
	return next
}

// Hours are when a daypart begins and ends by the clock, "06:00", and on which days: none are named where it is every
// day.
func (l *List) Hours() (from, to string, days []string) {
	clock := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
	if l.hours.named {
		for i := range dayNames() { // from Monday
			if d := (i + 1) % 7; l.hours.days[d] {
				days = append(days, dayNames()[d])
			}
		}
		if l.hours.holidays {
			days = append(days, holidayName)
		}
	}
	return clock(l.hours.from), clock(l.hours.to), days
}

// DaysOf are the days that a word of a file stands for, as in "mon-fri", as Hours names them; none for no word.
func DaysOf(word string) []string {
	m := &Mistakes{}
	l := List{hours: hours{named: word != ""}}
	if word != "" {
		(&reader{Mistakes: m}).readDay(&l.hours, &value{text: word})
	}
	_, _, days := l.Hours()
	return days
}
