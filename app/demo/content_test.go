package demo

import (
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/assets"
)

func allPages(t testing.TB) *chain {
	t.Helper()
	return testkit.Must(newChain(assets.Pages, "pages"))(t)
}

func TestEveryPageSourceParses(t *testing.T) {
	c := allPages(t)
	pages, subpages := 0, 0
	dwells := map[time.Duration]bool{}
	for _, n := range c.numbers {
		p, err := c.entries[n].source()
		if err != nil {
			t.Error(err)
			continue
		}
		pages++
		subpages += len(p.subpages)
		for _, s := range p.subpages {
			dwells[s.Dwell] = true
		}
	}
	if pages < 45 || subpages < 90 {
		t.Errorf("%d pages and %d subpages are too few", pages, subpages)
	}
	if len(dwells) < 6 {
		t.Errorf("only %d different display durations", len(dwells))
	}
}

func TestPagesHaveTheShapesThatClientsMustCopeWith(t *testing.T) {
	c := allPages(t)
	for _, gap := range []int{106, 200} {
		if c.hasPage(gap) {
			t.Errorf("page %d fills a gap", gap)
		}
	}
	odd, _ := c.entries[804].source()
	var numbers []int
	for _, s := range odd.subpages {
		numbers = append(numbers, s.Number)
	}
	if !slices.Equal(numbers, []int{2, 3, 7}) {
		t.Errorf("page 804 has subpages %v", numbers)
	}
	if carousel, _ := c.entries[431].source(); len(carousel.subpages) < 12 {
		t.Errorf("the carousel has only %d subpages", len(carousel.subpages))
	}
}

func TestEveryControlCodeIsOnTheTestPages(t *testing.T) {
	seen := map[rune]bool{}
	p := testkit.Must(allPages(t).entries[800].source())(t)
	for _, s := range p.subpages {
		for _, line := range s.All {
			for _, code := range teletext.Codes(line) {
				seen[code] = true
			}
		}
	}
	for code := range rune(32) {
		if !seen[code] {
			t.Errorf("{%s} is not on page 800", teletext.Keyword(int(code)))
		}
	}
}

// Pages on which every number of three digits must be a page.
var indexPages = []int{100, 101, 120, 199, 201, 300, 400, 430, 500, 600}

var (
	anyNumber = regexp.MustCompile(`(?:^|[^\d.,-])([1-8]\d\d)(?:$|[^\d.,-])`)
	reference = regexp.MustCompile(`(?:page|See|see) (\d{3})`)
)

func TestReferencesExist(t *testing.T) {
	c := allPages(t)
	for _, n := range c.numbers {
		p := testkit.Must(c.entries[n].source())(t)
		pattern := reference
		if slices.Contains(indexPages, n) {
			pattern = anyNumber
		}
		for _, s := range p.subpages {
			for row, line := range s.Grid().TextLines() {
				for _, m := range pattern.FindAllStringSubmatch(line, -1) {
					if to, _ := strconv.Atoi(m[1]); !c.hasPage(to) {
						t.Errorf("page %s, line %d refers to %s", teletext.Address(n, s.Number), row+1, m[1])
					}
				}
			}
		}
	}
}

func TestEveryPageIsInTheIndex(t *testing.T) {
	c := allPages(t)
	p, _ := c.entries[199].source()
	listed := map[int]bool{}
	for _, s := range p.subpages {
		for _, line := range s.Grid().TextLines() {
			if m := anyNumber.FindStringSubmatch(line); m != nil {
				n, _ := strconv.Atoi(m[1])
				listed[n] = true
			}
		}
	}
	for _, n := range []int{101, 120, 201, 300, 400, 430, 500, 600, 700, 800} {
		if !listed[n] {
			t.Errorf("page %d is not in the index from A to Z", n)
		}
	}
}
