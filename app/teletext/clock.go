package teletext

import "strings"

// headRows is the number of rows at the top of which the ends are a clock's usual places.
const headRows = 2

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
		atEnd := m[0] == 0 || m[1] == len(text)
		switch {
		case isHeader, hasSeconds && row < topRows, isWritten && atEnd && row < headRows,
			!p.Modified.IsZero() && isNow([]string{"", hour, minute}, p.Modified):
			b.WriteString(text[done:m[0]])
			done = m[1]
		}
	}
	return b.String() + text[done:]
}
