package teletext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// NewRows returns, by subpage, the rows whose text is nowhere on an older version of the page, from the top; of tall
// lines the upper row. It leaves out the service's header, subpage counters, clocks, and lines that change all the
// time. These it recognises by a few earlier versions, the newest first.
func (p *Page) NewRows(older *Page, earlier []*Page) map[int][]int {
	was, lines := textsOf(older.wordedLines()), p.wordedLines()
	var versions []pageTexts
	rows := map[int][]int{}
	for subpage, lines := range lines {
		for _, l := range lines {
			if was.texts[l.Text] || isClock(l.Text, was.texts, p.Modified) {
				continue
			}
			if versions == nil { // built only if needed, which is rare
				versions = versionsOf(p, earlier)
			}
			if !isRestless(versions, l) {
				rows[subpage] = append(rows[subpage], l.Row)
			}
		}
	}
	return rows
}

// pageTexts are the texts of a version's rows.
type pageTexts struct {
	at    map[TextLine]string // by place: a TextLine without its text
	texts map[string]bool
}

func versionsOf(p *Page, earlier []*Page) []pageTexts {
	versions := []pageTexts{textsOf(p.wordedLines())}
	for _, v := range earlier {
		versions = append(versions, textsOf(v.wordedLines()))
	}
	return versions
}

func textsOf(bySubpage map[int][]TextLine) pageTexts {
	t := pageTexts{map[TextLine]string{}, map[string]bool{}}
	for _, lines := range bySubpage {
		for _, l := range lines {
			t.at[TextLine{Subpage: l.Subpage, Row: l.Row}] = l.Text
			t.texts[l.Text] = true
		}
	}
	return t
}

// nothing is a guide that knows no page.
type nothing struct{}

func (nothing) Existence(int) Existence { return Unknown }
func (nothing) MarksLinks() bool        { return false }

// wordedLines returns the lines that are no furniture, by the numbers of their subpages.
func (p *Page) wordedLines() map[int][]TextLine {
	var links []Link
	lines := map[int][]TextLine{}
	for i, sheet := range p.typedSheets(nothing{}, false, &links) {
		number := p.Subpages[i].Number
		for _, l := range sheet.lines {
			if !l.dropped && l.text != "" {
				text := strings.Join(strings.Fields(l.text), " ")
				lines[number] = append(lines[number], TextLine{number, l.row, text})
			}
		}
	}
	return lines
}

// ContentLines returns the lines of a subpage by its number, without what is there on each page: the service's header,
// the page's number, the subpage counter, and the labels of the coloured keys.
func (p *Page) ContentLines(subpage int) (lines []TextLine) {
	s, _ := p.Subpage(subpage)
	if s == nil {
		return nil
	}
	worded := p.wordedLines()[subpage]
	for _, l := range s.TextLines() {
		if slices.ContainsFunc(worded, func(w TextLine) bool { return w.Row == l.Row }) {
			lines = append(lines, l)
		}
	}
	return lines
}

// FirstFigure returns the index of the first line with words and a number, -1 for none. Lines below the rows of
// headings are preferred to these, which number rounds and days.
func FirstFigure(lines []TextLine) int {
	hasFigure := func(l TextLine) bool { return HasWords(l.Text) && len(LineNumbers(l.Text)) > 0 }
	at := slices.IndexFunc(lines, func(l TextLine) bool { return l.Row >= topRows && hasFigure(l) })
	if at < 0 {
		at = slices.IndexFunc(lines, hasFigure)
	}
	return at
}

// times matches times of day in a line.
var times = regexp.MustCompile(`\b([01]?\d|2[0-3])[.:]([0-5]\d)([.:][0-5]\d)?\b`)

// clockSlack is the greatest difference between a clock on a page and the time of the page's change.
const clockSlack = 5 * time.Minute

// isClock reports whether a line differs from an older one only in times of day, one of them about the time at which
// the page changed.
func isClock(text string, was map[string]bool, changed time.Time) bool {
	found := times.FindAllStringSubmatch(text, -1)
	if !slices.ContainsFunc(found, func(t []string) bool { return isNow(t, changed) }) {
		return false
	}
	timeless := times.ReplaceAllString(text, "")
	for old := range was {
		if times.ReplaceAllString(old, "") == timeless {
			return true
		}
	}
	return false
}

// isNow reports whether a time of day is within clockSlack of now.
func isNow(t []string, now time.Time) bool {
	hour, _ := strconv.Atoi(t[1])
	minute, _ := strconv.Atoi(t[2])
	of := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	apart := (of - time.Duration(now.Hour())*time.Hour - time.Duration(now.Minute())*time.Minute).Abs()
	return min(apart, 24*time.Hour-apart) <= clockSlack
}

// isRestless reports whether the row of a line was replaced in most of the versions, the newest of which has the line:
// a ticker or a counter. One or two changes are not enough; and a line that has only moved was not replaced.
func isRestless(versions []pageTexts, l TextLine) bool {
	const leastPairs = 3
	pairs, changes := len(versions)-1, 0
	if pairs < leastPairs {
		return false
	}
	place := TextLine{Subpage: l.Subpage, Row: l.Row}
	for i, older := range versions[1:] {
		newer := versions[i]
		now, before := newer.at[place], older.at[place]
		if now != "" && before != "" && !newer.texts[before] && !older.texts[now] {
			changes++
		}
	}
	return 2*changes > pairs
}
