package teletext

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// NewRows are the rows of a subpage that say something that stood nowhere on an older version of its page, from the
// top: of tall lines the upper row. Left out are the service's header and counters of subpages, clocks, and what
// changes all the time. That is learned from earlier versions, the newest first; a few are enough.
func (p *Page) NewRows(subpage int, older *Page, earlier []*Page) (rows []int) {
	was := textsIn(older)
	var versions []pageTexts
	for _, l := range p.wordedLines()[subpage] {
		if was.texts[l.Text] || isClock(l.Text, was.texts, p.Modified) {
			continue
		}
		if versions == nil { // hardly ever is anything new
			versions = append(versions, textsIn(p))
			for _, v := range earlier {
				versions = append(versions, textsIn(v))
			}
		}
		if !isRestless(versions, l) {
			rows = append(rows, l.Row)
		}
	}
	return rows
}

// pageTexts are what the rows of a version say.
type pageTexts struct {
	at    map[TextLine]string // by places: lines without their text
	texts map[string]bool
}

func textsIn(p *Page) pageTexts {
	t := pageTexts{map[TextLine]string{}, map[string]bool{}}
	for _, lines := range p.wordedLines() {
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

// wordedLines are the lines of all subpages, by their numbers, that are no furniture.
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

// times are times of day in a line.
var times = regexp.MustCompile(`\b([01]?\d|2[0-3])[.:]([0-5]\d)([.:][0-5]\d)?\b`)

// clockSlack is how far a clock on a page may be from the time at which the page changed.
const clockSlack = 5 * time.Minute

// isClock reports whether a line differs from an older one by nothing but times of day, of which one is about when the
// page changed.
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

// isNow reports whether a time of day is about another time.
func isNow(t []string, now time.Time) bool {
	hour, _ := strconv.Atoi(t[1])
	minute, _ := strconv.Atoi(t[2])
	of := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute
	apart := (of - time.Duration(now.Hour())*time.Hour - time.Duration(now.Minute())*time.Minute).Abs()
	return min(apart, 24*time.Hour-apart) <= clockSlack
}

// isRestless reports whether the row of a line was replaced in most of the versions, the newest of which has the line:
// a ticker, a counter. One change says nothing of that, nor do two; and a line that has only moved was not replaced.
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
