package teletext

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Link is a part of a row that leads to a page, a subpage or a web address.
type Link struct {
	Row, Height  int // the first of the rows it covers, and how many: 2 at double height
	From, Before int // columns
	Page         int // 0 for a web address
	Subpage      int // 0 for the page's first
	URL          string
}

// Contains reports whether the link covers a cell.
func (l Link) Contains(row, col int) bool {
	return row >= l.Row && row < l.Row+l.Height && col >= l.From && col < l.Before
}

// Existence says whether a page is known to exist.
type Existence int

// The values of Existence.
const (
	Unknown Existence = iota
	Exists
	Absent
)

// A Guide knows which pages exist.
type Guide interface {
	// Existence returns whether a page is known to exist.
	Existence(page int) Existence
	// MarksLinks reports whether the service marks links, so that a number without a mark is hardly one.
	MarksLinks() bool
}

// Links returns the links of the subpage at an index, by rows: those that structured marks, page numbers in the
// text, and arrows such as ">>>" at the end of a line. Numbers that are part of a larger figure are no links, nor
// are those of pages that do not exist according to the guide.
func (p *Page) Links(index int, g *Grid, guide Guide) []Link {
	f := linkFinder{page: p, index: index, guide: guide}
	marks := p.Subpages[index].Structured.marks()
	for row := range g {
		if g.Covered(row) {
			continue
		}
		f.scanRow(row, lettersOf(&g[row]), marks[row])
	}
	return f.links
}

// LinksIn returns the links in a text that is on no page: page numbers, also with a subpage as in 123/2, and web
// addresses. From and Before of a link are in bytes. There are no marks in such a text, so a number is a link unless
// the guide says that there is no such page. It runs in linear time.
func LinksIn(text string, guide Guide) []Link {
	f := linkFinder{page: &Page{}, guide: unmarked{guide}}
	var letters []letter
	for i := 0; i < len(text); {
		r, width := utf8.DecodeRuneInString(text[i:])
		letters = append(letters, letter{rune: r, from: i, before: i + width})
		i += width
	}
	f.startRow(letters)
	f.addresses(text, letters)
	f.numbers(0, letters)
	f.links = slices.DeleteFunc(f.links, func(l Link) bool { return l.Page != 0 && groupOfDigits(text[l.Before:]) })
	slices.SortFunc(f.links, func(a, b Link) int { return a.From - b.From })
	for i := range f.links {
		l := &f.links[i]
		l.Row, l.Height = 0, 0
		another := i+1 < len(f.links) && f.links[i+1].From == l.Before+1 // 123/124 are two pages
		if rest, ok := strings.CutPrefix(text[l.Before:], "/"); ok && l.URL == "" && !another {
			l.extend(rest)
		}
	}
	return f.links
}

// unmarked is a guide to a text without marked links.
type unmarked struct{ Guide }

func (unmarked) MarksLinks() bool { return false }

// groupOfDigits reports whether a number is the first group of a longer one, by what follows it: 555 1234.
func groupOfDigits(rest string) bool {
	return len(rest) > 1 && rest[0] == ' ' && isDigit(rune(rest[1]))
}

// extend adds the subpage of an address such as 123/2 to a link.
func (l *Link) extend(rest string) {
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	if _, subpage, ok := ParseAddress(strconv.Itoa(l.Page) + "/" + rest[:digits]); ok {
		l.Subpage = subpage
		l.Before += 1 + digits
	}
}

// addresses adds web addresses in the text.
func (f *linkFinder) addresses(text string, letters []letter) {
	for i := 0; i < len(letters); i++ {
		if rest := text[letters[i].from:]; !strings.HasPrefix(rest, "https://") && !strings.HasPrefix(rest, "http://") {
			continue
		}
		j := i
		for j < len(letters) && !unicode.IsSpace(letters[j].rune) && !strings.ContainsRune(`<>"`, letters[j].rune) {
			j++
		}
		for j > i && strings.ContainsRune(".,;:!?)", letters[j-1].rune) {
			j-- // the sentence's punctuation, not the address's
		}
		if l, ok := f.target(text[letters[i].from:letters[j-1].before]); ok {
			f.addLink(0, letters, i, j, l)
		}
		i = j
	}
}

// A linkFinder collects a subpage's links.
type linkFinder struct {
	page  *Page
	index int
	guide Guide
	links []Link
	taken []bool // which letters of the current row are part of a link already
}

// startRow prepares for the letters of another row.
func (f *linkFinder) startRow(letters []letter) {
	f.taken = slices.Grow(f.taken[:0], len(letters))[:len(letters)]
	clear(f.taken)
}

// A letter is a character of a row with its columns.
type letter struct {
	rune         rune
	from, before int
	tall         bool
}

// lettersOf returns the characters of a row, wide ones once. Mosaics and concealed characters are spaces.
func lettersOf(cells *[Columns]Cell) []letter {
	letters := make([]letter, 0, Columns)
	for col, c := range cells {
		if c.Size.RightHalf() && len(letters) > 0 {
			letters[len(letters)-1].before++
			continue
		}
		r := c.Rune
		if c.Attr&(Mosaic|Conceal) != 0 {
			r = ' '
		}
		letters = append(letters, letter{r, col, col + 1, c.Size.Tall()})
	}
	return letters
}

// marks returns the value of structured's link for each cell.
func (l *RunLines) marks() (marks [Rows][Columns]string) {
	if l == nil {
		return marks
	}
	for row, runs := range l {
		col := 0
		for _, r := range runs {
			for range r.Length {
				if col < Columns {
					marks[row][col] = r.Link
				}
				col++
			}
		}
	}
	return marks
}

func (f *linkFinder) scanRow(row int, letters []letter, marks [Columns]string) {
	first := len(f.links)
	f.startRow(letters)
	f.marked(row, letters, marks)
	f.numbers(row, letters)
	f.onward(row, letters, first)
	slices.SortFunc(f.links[first:], func(a, b Link) int { return a.From - b.From })
}

// addLink adds a link over the letters from i to before j, unless one is there already.
func (f *linkFinder) addLink(row int, letters []letter, i, j int, l Link) {
	if slices.Contains(f.taken[i:j], true) {
		return
	}
	for k := range f.taken[i:j] {
		f.taken[i+k] = true
	}
	l.Row, l.Height = row, 1
	l.From, l.Before = letters[i].from, letters[j-1].before
	if letters[i].tall {
		l.Height = 2
	}
	f.links = append(f.links, l)
}

// marked adds the links that the service marks, if they are valid.
func (f *linkFinder) marked(row int, letters []letter, marks [Columns]string) {
	for i := 0; i < len(letters); {
		mark := marks[letters[i].from]
		j := i + 1
		for j < len(letters) && marks[letters[j].from] == mark {
			j++
		}
		if l, ok := f.target(mark); ok {
			from, before := trim(letters, i, j)
			if from < before && !(l.Page != 0 && partOfFigure(letters, from, before)) {
				f.addLink(row, letters, from, before, l)
			}
		}
		i = j
	}
}

// trim leaves out spaces at both ends.
func trim(letters []letter, i, j int) (from, before int) {
	for i < j && letters[i].rune == ' ' {
		i++
	}
	for j > i && letters[j-1].rune == ' ' {
		j--
	}
	return i, j
}

// target parses the value of a link: a page, a subpage such as 123/2, or a web address.
func (f *linkFinder) target(mark string) (l Link, ok bool) {
	if mark == "" {
		return l, false
	}
	if u, err := url.Parse(mark); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		return Link{URL: mark}, true
	}
	l.Page, l.Subpage, ok = ParseAddress(mark)
	return l, ok && f.guide.Existence(l.Page) != Absent && (l.Page != f.page.Number || l.Subpage != 0)
}

// numbers adds page numbers in the text; both of a range such as 345-346.
func (f *linkFinder) numbers(row int, letters []letter) {
	for i := 0; i < len(letters); {
		j := i
		for j < len(letters) && isDigit(letters[j].rune) {
			j++
		}
		if j-i == 3 && !partOfFigure(letters, i, j) {
			n := 0
			for _, l := range letters[i:j] {
				n = n*10 + int(l.rune-'0')
			}
			if f.likely(n) {
				f.addLink(row, letters, i, j, Link{Page: n})
			}
		}
		i = max(j, i+1)
	}
}

// likely reports whether a number in the text is probably a page.
func (f *linkFinder) likely(page int) bool {
	if !ValidPage(page) || page == f.page.Number {
		return false
	}
	e := f.guide.Existence(page)
	return e == Exists || e == Unknown && !f.guide.MarksLinks()
}

// onward adds arrows at the end of a line, which lead to the next subpage, from the last subpage to the next page,
// or to the page whose number stands directly before them.
func (f *linkFinder) onward(row int, letters []letter, first int) {
	_, end := trim(letters, 0, len(letters))
	begin := end
	for begin > 0 && letters[begin-1].rune == '>' {
		begin--
	}
	const leastArrows = 2
	if end-begin < leastArrows {
		return
	}
	l := Link{Page: f.page.Next}
	if next := f.index + 1; next < len(f.page.Subpages) {
		l = Link{Page: f.page.Number, Subpage: f.page.Subpages[next].Number}
	}
	for _, before := range f.links[first:] {
		if _, i := trim(letters, 0, begin); i > 0 && before.Before == letters[i-1].before {
			l = Link{Page: before.Page, Subpage: before.Subpage, URL: before.URL}
		}
	}
	if l != (Link{}) {
		f.addLink(row, letters, begin, end, l)
	}
}

// partOfFigure reports whether the letters from i to before j are part of a larger figure or a quantity: 1.234,
// 12:345, -345 degrees, 345 %.
func partOfFigure(letters []letter, i, j int) bool {
	at := func(k int) rune {
		if k < 0 || k >= len(letters) {
			return ' '
		}
		return letters[k].rune
	}
	joint := func(r rune) bool { return strings.ContainsRune(".,:", r) }
	switch before := at(i - 1); {
	case isDigit(before), isDigit(at(i-2)) && joint(before):
		return true
	case (before == '-' || before == '+') && at(i-2) == ' ':
		return true
	}
	after := at(j)
	if after == ' ' {
		return strings.ContainsRune(units, at(j+1))
	}
	return strings.ContainsRune(units, after) || unicode.IsLetter(after) || isDigit(at(j+1)) && joint(after)
}

// units are signs that make a number before them a quantity.
const units = "%‰°€$£"

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// ParseAddress parses the format of [Address], 123 or 123/2. subpage is 0 if there is none.
func ParseAddress(s string) (page, subpage int, ok bool) {
	number, rest, hasSubpage := strings.Cut(s, "/")
	page, err := strconv.Atoi(number)
	if err != nil || !ValidPage(page) || len(number) != 3 {
		return 0, 0, false
	}
	if !hasSubpage {
		return page, 0, true
	}
	subpage, err = strconv.Atoi(rest)
	return page, subpage, err == nil && subpage >= 1 && subpage <= maxSubpage
}

// maxSubpage is the largest possible subpage number: four digits.
const maxSubpage = 9999
