package playlist

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"sextant/app/say"
)

// duration reads a duration within bounds.
func (r *reader) duration(into *time.Duration, least, most time.Duration) field {
	return func(v *value) {
		if !r.isOf(v, unstable.String) {
			return
		}
		d, err := time.ParseDuration(v.text)
		switch {
		case err != nil:
			r.addMistake(v.line, say.Text("playlist.duration", "Key", v.name, "Text", strconv.Quote(v.text)))
		case d < least || d > most:
			r.addMistake(v.line,
				say.Text("playlist.range", "Key", v.name, "Least", brief(least), "Most", brief(most), "Text", v.text))
		default:
			*into = d
		}
	}
}

// DurationValue returns a duration as a value in a file, "" for 0.
func DurationValue(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return strconv.Quote(brief(d))
}

// brief writes a duration without what is zero.
func brief(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// clockField reads a time of day as minutes after midnight.
func (r *reader) clockField(into *int) field {
	return func(v *value) {
		if !r.isOf(v, unstable.String, unstable.LocalTime) {
			return
		}
		text := v.text
		if v.kind == unstable.LocalTime {
			text = strings.TrimSuffix(text, ":00")
		}
		minutes, err := ParseClock(text)
		if err != nil {
			r.addMistake(v.line, say.Text("playlist.clock", "Key", v.name, "Text", strconv.Quote(v.text)))
			return
		}
		*into = minutes
	}
}

// ParseClock reads a time of day such as "06:30" as minutes after midnight, which "24:00" is too.
func ParseClock(text string) (minutes int, err error) {
	if text == "24:00" {
		return 0, nil
	}
	t, err := time.Parse("15:04", text)
	if err != nil {
		return 0, say.Error("playlist.clock", "Key", say.Text("playlistForm.time"), "Text", strconv.Quote(text))
	}
	return t.Hour()*60 + t.Minute(), nil
}

// listField reads a list of at most so many values.
func (r *reader) listField(most int, read func(one *value)) field {
	return func(v *value) {
		if !r.isOf(v, unstable.Array) {
			return
		}
		if len(v.list) > most {
			r.addMistake(v.line, say.Text("playlist.dates", "Key", v.name, "Number", len(v.list), "Most", most))
			return
		}
		for _, one := range v.list {
			read(one)
		}
	}
}

// holidaysField reads dates, with a year or for every year.
func (r *reader) holidaysField(into *[]holiday) field {
	return r.listField(maxHolidays, func(one *value) {
		if !r.isOf(one, unstable.String, unstable.LocalDate) {
			return
		}
		h, err := parseHoliday(one.text)
		if err != nil {
			r.addMistake(one.line, err.Error())
			return
		}
		*into = append(*into, h)
	})
}

func parseHoliday(text string) (holiday, error) {
	if t, err := time.Parse(time.DateOnly, text); err == nil {
		return holiday{t.Year(), t.Month(), t.Day()}, nil
	}
	t, err := time.Parse(time.DateOnly, "2000-"+text) // a year with a 29th of February
	if err != nil {
		return holiday{}, say.Error("playlist.noDate", "Text", strconv.Quote(text))
	}
	return holiday{0, t.Month(), t.Day()}, nil
}

// dayNames are the days of the week, by time.Weekday.
func dayNames() []string { return []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"} }

// holidayName stands for the holidays among the days of the week.
const holidayName = "holidays"

// daysField reads days of the week, ranges of them, and the word for holidays.
func (r *reader) daysField(into *hours) field {
	return func(v *value) {
		if !r.isOf(v, unstable.Array) {
			return
		}
		if len(v.list) == 0 {
			r.addMistake(v.line, say.Text("playlist.days", "Key", v.name))
		}
		into.named = true
		for _, one := range v.list {
			if r.isOf(one, unstable.String) {
				r.readDay(into, one)
			}
		}
	}
}

func (r *reader) readDay(into *hours, v *value) {
	if v.text == holidayName {
		into.holidays = true
		return
	}
	first, last, isRange := strings.Cut(v.text, "-")
	if !isRange {
		last = first
	}
	from, to := slices.Index(dayNames(), first), slices.Index(dayNames(), last)
	if from < 0 || to < 0 {
		r.addMistake(v.line, say.Text("playlist.noDay", "Text", strconv.Quote(v.text)))
		return
	}
	for d := from; ; d = (d + 1) % len(into.days) {
		into.days[d] = true
		if d == to {
			return
		}
	}
}
