package demo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sextant/app/teletext"
)

// Limits of a page source.
const (
	maxSourceBytes    = 256 << 10
	maxSourceSubpages = 99
	maxSourceEarlier  = 20
	maxSourceSteps    = 60
	maxSubpageNumber  = 9999
	maxDwell          = 999
)

const day = 24 * time.Hour

// A page is a parsed page source: all of a page except its place in the chain. Subpages only have the content type all;
// the other two are derived from it on request.
type page struct {
	name     string
	age      time.Duration // the time from the last change to the service's start
	subpages []teletext.Subpage
	earlier  []earlier // earlier versions, the latest first

	round time.Duration // after which a live page starts again, 0 for other pages
	steps []step        // the changes of a live page in a round
}

// with returns the page with other lines on its first subpage.
func (p *page) with(lines map[int]string) *page {
	other := *p
	other.subpages = slices.Clone(p.subpages)
	all := *p.subpages[0].All
	for n, line := range lines {
		all[n-1] = line
	}
	other.subpages[0].All = &all
	return &other
}

// An earlier version of a page, with other lines on its first subpage.
type earlier struct {
	age   time.Duration // the time from this version to the page's last change
	lines map[int]string
}

// A SourceError is a syntax error in a page source.
type SourceError struct {
	File   string
	Line   int
	Reason string
}

// Error returns the place and the reason.
func (e *SourceError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
}

// parsePage parses a page source: a header with "name:" and "age:", then for each subpage a line such as "--- subpage
// 1, 8 s" and its lines, each with a number, a bar and the content:
//
//	05|{Blue}{NB}{White}Text
//
// Mosaics are Unicode sextants. Empty lines are ignored. The subpages may be followed by earlier versions: a line such
// as "--- as of 5h" and the lines of the first subpage that differed.
//
// A live page has "round:" in place of "age:", the time after which it starts again, and behind its subpages the
// changes in a round: a line such as "--- after 3m" and the lines of the first subpage that differ from then on.
func parsePage(file, text string) (*page, error) {
	p := &sourceParser{page: &page{}}
	if len(text) > maxSourceBytes {
		return nil, &SourceError{file, 1, fmt.Sprintf("longer than %d bytes", maxSourceBytes)}
	}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if reason := p.parseLine(strings.TrimRight(line, " \r\n")); reason != "" {
			return nil, &SourceError{file, number, reason}
		}
	}
	if reason := p.lacks(); reason != "" {
		return nil, &SourceError{file, number, reason}
	}
	return p.page, nil
}

// A sourceParser parses a source line by line. Its methods return the reason why a line is invalid, or "".
type sourceParser struct {
	page   *page
	hasAge bool
	last   int            // the number of the subpage's last line so far
	lines  map[int]string // of the earlier version or step, nil in a subpage
}

func (p *sourceParser) parseLine(s string) (reason string) {
	switch {
	case s == "":
		return ""
	case strings.HasPrefix(s, asOf):
		return p.asOf(s)
	case strings.HasPrefix(s, afterwards):
		return p.afterwards(s)
	case strings.HasPrefix(s, "---"):
		return p.subpage(s)
	case len(p.page.subpages) == 0:
		return p.head(s)
	}
	return p.content(s)
}

func (p *sourceParser) lacks() (reason string) {
	switch {
	case p.page.name == "":
		return "the page has no name"
	case !p.hasAge:
		return "the page has no age"
	case len(p.page.subpages) == 0:
		return "the page has no subpages"
	}
	return ""
}

func (p *sourceParser) head(s string) (reason string) {
	key, value, ok := strings.Cut(s, ": ")
	if !ok || !utf8.ValidString(value) {
		return "neither a head such as \"name: News\" nor a subpage"
	}
	switch key {
	case "name":
		p.page.name = value
	case "age":
		age, err := time.ParseDuration(value)
		if err != nil || age < 0 {
			return fmt.Sprintf("%q is no age such as 35m or 26h", value)
		}
		p.page.age, p.hasAge = age, true
	case "round":
		round, err := time.ParseDuration(value)
		if err != nil || round < time.Minute || day%round != 0 {
			return fmt.Sprintf("%q is no part of a day such as 30m", value)
		}
		p.page.round, p.hasAge = round, true
	default:
		return fmt.Sprintf("%q is not in a page's head", key)
	}
	return ""
}

// asOf is the prefix of the first line of an earlier version.
const asOf = "--- as of "

func (p *sourceParser) asOf(s string) (reason string) {
	age, err := time.ParseDuration(strings.TrimPrefix(s, asOf))
	n := len(p.page.earlier)
	switch {
	case err != nil || age <= 0:
		return "not of the form \"--- as of 5h\""
	case len(p.page.subpages) == 0 || len(p.page.steps) > 0:
		return "an earlier version does not stand behind the subpages"
	case n == maxSourceEarlier:
		return fmt.Sprintf("more than %d earlier versions", maxSourceEarlier)
	case n > 0 && age <= p.page.earlier[n-1].age:
		return "an earlier version is not older than the one before it"
	}
	p.last, p.lines = 0, map[int]string{}
	p.page.earlier = append(p.page.earlier, earlier{age, p.lines})
	return ""
}

// afterwards is the prefix of the first line of a step.
const afterwards = "--- after "

func (p *sourceParser) afterwards(s string) (reason string) {
	after, err := time.ParseDuration(strings.TrimPrefix(s, afterwards))
	n := len(p.page.steps)
	switch {
	case err != nil || after <= 0:
		return "not of the form \"--- after 3m\""
	case len(p.page.subpages) == 0 || len(p.page.earlier) > 0:
		return "a change does not stand behind the subpages"
	case after >= p.page.round:
		return "a change behind the end of the page's round"
	case n == maxSourceSteps:
		return fmt.Sprintf("more than %d changes", maxSourceSteps)
	case n > 0 && after <= p.page.steps[n-1].after:
		return "a change is not later than the one before it"
	}
	p.last, p.lines = 0, map[int]string{}
	p.page.steps = append(p.page.steps, step{after, p.lines})
	return ""
}

func (p *sourceParser) subpage(s string) (reason string) {
	if p.lines != nil {
		return "a subpage stands behind an earlier version or a change"
	}
	var number, dwell int
	_, err := fmt.Sscanf(s, "--- subpage %d, %d s", &number, &dwell)
	if err != nil || s != fmt.Sprintf("--- subpage %d, %d s", number, dwell) {
		return "not of the form \"--- subpage 1, 8 s\""
	}
	n := len(p.page.subpages)
	switch {
	case n == maxSourceSubpages:
		return fmt.Sprintf("more than %d subpages", maxSourceSubpages)
	case number < 1 || number > maxSubpageNumber:
		return fmt.Sprintf("%d is no subpage number", number)
	case n > 0 && number <= p.page.subpages[n-1].Number:
		return fmt.Sprintf("subpage %d does not come after the one before it", number)
	case dwell < 1 || dwell > maxDwell:
		return fmt.Sprintf("a subpage cannot be shown for %d seconds", dwell)
	}
	p.last = 0
	p.page.subpages = append(p.page.subpages, teletext.Subpage{
		Number: number,
		Dwell:  time.Duration(dwell) * time.Second,
		All:    &teletext.Lines{},
	})
	return ""
}

func (p *sourceParser) content(s string) (reason string) {
	number, text, ok := strings.Cut(s, "|")
	n, err := strconv.Atoi(number)
	switch {
	case !ok || err != nil || len(number) != 2 || n < 1 || n > teletext.Rows:
		return "not of the form \"05|text\" with a line number of 01 to 24"
	case n <= p.last:
		return fmt.Sprintf("line %d does not come after the one before it", n)
	}
	p.last = n
	all, reason := encodeLine(text)
	if p.lines != nil {
		p.lines[n] = all
	} else {
		p.page.subpages[len(p.page.subpages)-1].All[n-1] = all
	}
	return reason
}

// encodeLine converts a line of a source to content type all: sextants become the characters of their mosaic codes. A
// character that mosaic mode would show as a mosaic is an error, and so is a sextant outside mosaic mode, so that the
// source looks like the page.
func encodeLine(text string) (all, reason string) {
	if n := teletext.CodeCount(text); n > teletext.Columns {
		return "", fmt.Sprintf("%d cells, %d too many", n, n-teletext.Columns)
	}
	var b strings.Builder
	mosaic := false
	for col, code := range teletext.Codes(text) {
		sixels, sextant := teletext.SextantSixels(code)
		switch {
		case code < ' ':
			mosaic = mosaicAfter(code, mosaic)
			b.WriteString("{" + teletext.Keyword(int(code)) + "}")
		case code == '{':
			return "", fmt.Sprintf("the brace in column %d opens no keyword", col)
		case sextant && mosaic:
			b.WriteByte(teletext.MosaicCode(sixels))
		case sextant || mosaic && code != ' ' && (code < '@' || code > '_'):
			return "", fmt.Sprintf("%q in column %d is not shown so in %s mode", code, col, modeName(mosaic))
		case !unicode.IsPrint(code) || code == utf8.RuneError:
			return "", fmt.Sprintf("%q in column %d cannot be shown", code, col)
		default:
			b.WriteRune(code)
		}
	}
	return strings.TrimRight(b.String(), " "), ""
}

// mosaicAfter reports whether a row is in mosaic mode after a control code. Only colours change the mode.
func mosaicAfter(code rune, mosaic bool) bool {
	c := teletext.Colour(code)
	switch {
	case c <= teletext.White:
		return false
	case c >= teletext.GBlack && c <= teletext.GWhite:
		return true
	}
	return mosaic
}

func modeName(mosaic bool) string {
	if mosaic {
		return "mosaic"
	}
	return "text"
}
