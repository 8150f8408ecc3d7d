package teletext

import (
	"regexp"
	"strings"
)

// headRows is the number of rows at the top of which the ends are a clock's usual places.
const headRows = 2

// afterClock matches what may follow a clock at the end of a row: a word of it and a date, such as "Uhr Fri 27 Nov".
var afterClock = regexp.MustCompile(`(?i)^\s*(uhr|h|am|pm|utc|gmt|cet|cest|eet|eest)?[\s,|-]*` +
	`((\pL{2,3}\.?\s+)?\d{1,2}([./]\s?|\s)(\d{1,2}|\pL{3,4})?[./]?\s*(\d\d|\d{4})?)?$`)

// WithoutClock returns the text of a row of a subpage, by its index, without the times of day that are a clock there:
// those in the service's header, those with seconds in the rows at the top, those at the ends of the first two rows,
// and those of about the time at which the page changed. Other times are news, such as that of a train.
func (p *Page) WithoutClock(index, row int, text string) string {
	f := furniture{p, index}
	isHeader := row < topRows && f.isHeader(text, false) || row >= Rows-2 && f.isHeader(text, true)
	text = strings.Trim(text, " ()[]|,;-–")
	var b strings.Builder
	done := 0
	for _, m := range times.FindAllStringSubmatchIndex(text, -1) {
		hour, minute, hasSeconds := text[m[2]:m[3]], text[m[4]:m[5]], m[6] >= 0
		isWritten := len(hour) == 2 || text[m[3]] == ':' // 7.45 may be a price
		atEnd := m[0] == 0 || afterClock.MatchString(text[m[1]:])
		switch {
		case isHeader, hasSeconds && row < topRows, isWritten && atEnd && row < headRows,
			!p.Modified.IsZero() && isNow([]string{"", hour, minute}, p.Modified):
			b.WriteString(text[done:m[0]])
			done = m[1]
		}
	}
	return b.String() + text[done:]
}
