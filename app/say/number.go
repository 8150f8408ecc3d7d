package say

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/number"
)

// Number formats a count with the language's thousands separator. It is not for page numbers.
func Number(n int64) string { return now().Number(n) }

// Number is the function Number in the language.
func (t *Tongue) Number(n int64) string { return t.orInUse().numbers.Sprint(n) }

// Decimal formats a number with a number of decimal places.
func Decimal(x float64, digits int) string {
	return now().numbers.Sprint(number.Decimal(x, number.Scale(digits)))
}

// Time formats a time by a layout of package time that is a message, with the language's names of days and months. H in
// the layout is the hour without a leading zero.
func Time(key string, t time.Time) string { return now().Time(key, t) }

// Time is the function Time in the language.
func (t *Tongue) Time(key string, at time.Time) string {
	t = t.orInUse()
	var b strings.Builder
	for rest := t.Text(key); rest != ""; {
		part, index, says := t.nextPart(rest, at)
		b.WriteString(at.Format(rest[:index]))
		b.WriteString(says)
		rest = rest[index+len(part):]
	}
	return b.String()
}

// nextPart returns the first part of a layout that package time cannot format: the part, its index, and its text for
// the time. If there is none, the index is the length of the layout.
func (t *Tongue) nextPart(layout string, at time.Time) (part string, index int, says string) {
	index = len(layout)
	day, month := weekdays[at.Weekday()], months[at.Month()-1]
	for _, p := range [...]struct{ part, says string }{
		{"Monday", t.Text(day)},
		{"Mon", t.Text(day + ".short")},
		{"January", t.Text(month)},
		{"Jan", t.Text(month + ".short")},
		{"H", strconv.Itoa(at.Hour())},
	} {
		if i := strings.Index(layout, p.part); i >= 0 && i < index {
			part, index, says = p.part, i, p.says
		}
	}
	return part, index, says
}

var (
	weekdays = [...]string{
		"date.sunday", "date.monday", "date.tuesday", "date.wednesday", "date.thursday", "date.friday", "date.saturday",
	}
	months = [...]string{
		"date.january", "date.february", "date.march", "date.april", "date.may", "date.june",
		"date.july", "date.august", "date.september", "date.october", "date.november", "date.december",
	}
)
