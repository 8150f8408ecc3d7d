package say

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/number"
)

// Number formats a count with the language's thousands separator. It is not for page numbers.
func Number(n int64) string { return now().numbers.Sprint(n) }

// Decimal formats a number with a number of decimal places.
func Decimal(x float64, digits int) string {
	return now().numbers.Sprint(number.Decimal(x, number.Scale(digits)))
}

// Time formats a time by a layout of package time that is a message, with the language's names of days and months. H in
// the layout is the hour without a leading zero.
func Time(key string, t time.Time) string {
	var b strings.Builder
	for rest := Text(key); rest != ""; {
		part, at, says := nextPart(rest, t)
		b.WriteString(t.Format(rest[:at]))
		b.WriteString(says)
		rest = rest[at+len(part):]
	}
	return b.String()
}

// nextPart returns the first part of a layout that package time cannot format: the part, its index, and its text for
// the time. If there is none, the index is the length of the layout.
func nextPart(layout string, t time.Time) (part string, at int, says string) {
	at = len(layout)
	day, month := weekdays[t.Weekday()], months[t.Month()-1]
	for _, p := range [...]struct{ part, says string }{
		{"Monday", Text(day)},
		{"Mon", Text(day + ".short")},
		{"January", Text(month)},
		{"Jan", Text(month + ".short")},
		{"H", strconv.Itoa(t.Hour())},
	} {
		if i := strings.Index(layout, p.part); i >= 0 && i < at {
			part, at, says = p.part, i, p.says
		}
	}
	return part, at, says
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
