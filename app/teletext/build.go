package teletext

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxSubpages limits the subpages of a document: numbers have at most four decimal digits. On air there are
// subcodes from 0000 to 3F7F.
const maxSubpages = 9999

const timeLayout = "2006-01-02T15:04:05"

// pageFrom builds the page from a document's root. It refuses only a document without a page, with an invalid
// page number, or with neither a number nor subpages. A page without a number has number 0.
func pageFrom(root *node, w *warnings) (*Page, error) {
	doc := root.child("teletext")
	if doc == nil {
		w.warn(Warning{Kind: WarnRoot})
		doc = root
	}
	n := doc.child("page")
	if n == nil {
		return nil, ErrNoPage
	}
	number, err := pageNumber(n, w)
	if err != nil {
		return nil, err
	}
	if doc.attribute("xml") != "preserve" {
		w.warn(Warning{Kind: WarnSpace})
	}
	p := &Page{
		Network:  doc.attribute("network"),
		Number:   number,
		Name:     n.attribute("name"),
		Prev:     w.parseNumber(n, "prevpg"),
		Next:     w.parseNumber(n, "nextpg"),
		TOPType:  n.attribute("toptype"),
		Animated: n.attribute("animated"),
	}
	p.addTimes(n, w)
	p.addSubpages(n, w)
	p.Warnings = w.list
	return p, nil
}

func pageNumber(n *node, w *warnings) (int, error) {
	text := n.attribute("number")
	number, is, _ := readNumber(text)
	switch {
	case text == "" && n.child("subpage") == nil:
		return 0, fmt.Errorf("%w: it has neither a number nor subpages", ErrNoPage)
	case text != "" && !is:
		return 0, fmt.Errorf("%w: its number is %q", ErrNoPage, cut(text))
	case number == 0:
		w.warn(Warning{Kind: WarnNoNumber})
		return 0, nil
	}
	return w.parseNumber(n, "number"), nil
}

func (p *Page) addTimes(n *node, w *warnings) {
	if s := n.attribute("time"); s != "" {
		t, err := time.Parse(timeLayout, s)
		if err != nil {
			w.warn(Warning{Kind: WarnTime, Value: s})
		}
		p.Modified = t
	}
	if p.TOPType != "" && !strings.EqualFold(p.TOPType, "Block") {
		w.warn(Warning{Kind: WarnTOPType, Value: p.TOPType})
	}
}

func (p *Page) addSubpages(n *node, w *warnings) {
	p.SubpageCount = w.parseNumber(n, "subpagecount")
	var stated []int
	for s := range n.childrenNamed("subpage") {
		stated = append(stated, statedNumber(s, w))
	}
	numbers, i := numberSubpages(stated), 0
	for s := range n.childrenNamed("subpage") {
		number, said := numbers[i], stated[i]
		i++
		switch {
		case number < 0:
			w.warn(Warning{Kind: WarnTooMany})
			continue
		case said < 0:
			w.warn(Warning{Kind: WarnSubpage, Number: number})
		case said != number:
			w.warn(Warning{Kind: WarnTwice, Number: said, Other: number})
		}
		p.Subpages = append(p.Subpages, subpageFrom(s, number, w))
	}
	if !slices.IsSorted(slices.DeleteFunc(stated, func(n int) bool { return n < 0 })) {
		w.warn(Warning{Kind: WarnOrder})
	}
	slices.SortStableFunc(p.Subpages, func(a, b Subpage) int { return a.Number - b.Number })
	if len(p.Subpages) == 0 {
		w.warn(Warning{Kind: WarnNoSubpages})
	}
	if p.SubpageCount != len(p.Subpages) {
		w.warn(Warning{Kind: WarnCount, Number: p.SubpageCount, Other: len(p.Subpages)})
	}
}

// statedNumber returns the number that a subpage states, -1 if that is not usable.
func statedNumber(n *node, w *warnings) int {
	s := n.attribute("number")
	number, is, _ := readNumber(s)
	if s == "" || !is || number > maxSubpages {
		return -1
	}
	return w.parseNumber(n, "number")
}

// numberSubpages returns the numbers of subpages by those that they state, -1 for none. The first of several with the
// same number has it, and the others have the next free ones; one without a number has its position, or the next free
// number. -1 stands for subpages for which no number is free.
func numberSubpages(stated []int) []int {
	numbers := slices.Clone(stated)
	taken, used := make(map[int]bool, len(stated)), make(map[int]bool, len(stated))
	for _, n := range stated {
		taken[n] = true
	}
	for i, n := range stated {
		if n >= 0 && !used[n] {
			used[n] = true
			continue
		}
		from := n + 1
		if n < 0 {
			from = i + 1
		}
		numbers[i] = freeNumber(taken, from)
		taken[numbers[i]] = true
	}
	return numbers
}

// freeNumber returns the first number from one on that is not taken, else the first of all, -1 if there is none.
func freeNumber(taken map[int]bool, from int) int {
	if len(taken) > maxSubpages {
		return -1
	}
	for n := from; n <= maxSubpages; n++ {
		if !taken[n] {
			return n
		}
	}
	for n := 1; n < from; n++ {
		if !taken[n] {
			return n
		}
	}
	return -1
}

func subpageFrom(n *node, number int, w *warnings) Subpage {
	sp := Subpage{Number: number}
	if seconds := w.parseNumber(n, "time"); seconds <= maxDwellSeconds {
		sp.Dwell = time.Duration(seconds) * time.Second
	} else {
		w.warn(Warning{Kind: WarnDwell, Number: seconds})
	}
	for c := range n.childrenNamed("content") {
		sp.addContent(c, w)
	}
	sp.checkContents(w)
	return sp
}

// maxDwellSeconds is a day; a longer display duration is ignored.
const maxDwellSeconds = 24 * 60 * 60

// parseNumber returns a non-negative number, 0 if there is none.
func (w *warnings) parseNumber(n *node, key string) int {
	s := n.attribute(key)
	if s == "" {
		return 0
	}
	v, is, plain := readNumber(s)
	switch {
	case !is:
		w.warn(Warning{Kind: WarnNumber, Key: key, Value: s})
	case !plain:
		w.warn(Warning{Kind: WarnReadNumber, Key: key, Value: s, Number: v})
	}
	return v
}

// readNumber parses a non-negative number of at most nine digits, also with spaces around it or with zeros as
// decimals; is reports whether it is one, and plain whether it has only digits.
func readNumber(s string) (v int, is, plain bool) {
	const most = 9
	digits := s
	if v, is = parseDigits(s); !is {
		digits = strings.TrimSpace(s)
		if whole, decimals, has := strings.Cut(digits, "."); has && strings.Trim(decimals, "0") == "" {
			digits = whole
		}
		v, is = parseDigits(digits)
	}
	if len(digits) > most {
		return 0, false, false
	}
	return v, is, len(digits) == len(s)
}

func parseDigits(s string) (v int, ok bool) {
	v, err := strconv.Atoi(s)
	if err != nil || v < 0 {
		return 0, false
	}
	return v, true
}
