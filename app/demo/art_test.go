package demo

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sextant/app/teletext"
	"sextant/app/testkit"
)

// A canvas is a subpage in sixels: 80 across and 72 down.
type canvas struct{ grid *teletext.Grid }

func canvasOf(t *testing.T, page, subpage int) canvas {
	t.Helper()
	p := testkit.Must(allPages(t).entries[page].source())(t)
	for i := range p.subpages {
		if p.subpages[i].Number == subpage {
			return canvas{p.subpages[i].Grid()}
		}
	}
	t.Fatalf("there is no %d/%d", page, subpage)
	return canvas{}
}

// ink returns the colour of a sixel, and whether it is the cell's foreground.
func (c canvas) ink(x, y int) (colour teletext.Colour, set bool) {
	cell := c.grid[y/3][x/2]
	sixels, _ := teletext.SextantSixels(cell.Rune)
	if sixels>>(y%3*2+x%2)&1 == 1 {
		return cell.Fg.Base(), true
	}
	return cell.Bg.Base(), false
}

func (c canvas) isLetter(row, col int) bool {
	r := c.grid[row][col].Rune
	_, sextant := teletext.SextantSixels(r)
	return !sextant && r != ' '
}

// mirrored reports whether an area is symmetrical about its vertical axis.
func (c canvas) mirrored(left, top, right, bottom int) bool {
	for y := top; y < bottom; y++ {
		for x := range (right - left) / 2 {
			a, _ := c.ink(left+x, y)
			if b, _ := c.ink(right-1-x, y); a != b {
				return false
			}
		}
	}
	return true
}

func TestTideBarsAreAsLongAsTheTideIsHigh(t *testing.T) {
	height := regexp.MustCompile(`(\d)\.(\d) m`)
	for subpage := 1; subpage <= 4; subpage++ {
		c := canvasOf(t, 435, subpage)
		lengths := map[int]int{}
		for row, line := range c.grid.TextLines() {
			m := height.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			tide, _ := strconv.Atoi(m[1] + m[2])
			begin, end := c.bar(row * 3)
			if b, e := c.bar(row*3 + 3); b != begin || e != end {
				t.Errorf("435/%d, line %d: the bar's lower row is from %d to %d, the upper from %d to %d",
					subpage, row+1, b, e, begin, end)
			}
			lengths[tide] = end - begin
		}
		for a, la := range lengths {
			for b, lb := range lengths {
				if a > b && la <= lb {
					t.Errorf("435/%d: %d dm has a bar of %d sixels, %d dm one of %d", subpage, a, la, b, lb)
				}
			}
		}
		if len(lengths) != 4 {
			t.Errorf("435/%d: %d different heights", subpage, len(lengths))
		}
	}
}

// bar returns where the only bar in a row of sixels starts and ends.
func (c canvas) bar(y int) (begin, end int) {
	begin = -1
	for x := range 2 * teletext.Columns {
		if _, set := c.ink(x, y); set {
			if begin < 0 {
				begin = x
			}
			end = x + 1
		}
	}
	return begin, end
}

// TestPicturesKeepOffTheText checks that no mosaic touches a letter from the sides or, except on maps, whose names are
// on the coasts, from below.
func TestPicturesKeepOffTheText(t *testing.T) {
	for _, place := range [][2]int{{430, 1}, {500, 1}, {600, 1}, {401, 1}, {401, 2}, {401, 3}, {431, 1}} {
		c := canvasOf(t, place[0], place[1])
		for row := 3; row < teletext.Rows-1; row++ {
			for col := 1; col < teletext.Columns-1; col++ {
				if c.isLetter(row, col) && c.touched(row, col, place[0] != 401) {
					t.Errorf("%d/%d: a mosaic touches %q in line %d, column %d",
						place[0], place[1], c.grid[row][col].Rune, row+1, col)
				}
			}
		}
	}
}

// touched reports whether a sixel beside or below a letter has another colour than the letter's background.
func (c canvas) touched(row, col int, below bool) bool {
	places := [][2]int{{2*col - 1, 3*row + 1}, {2*col + 2, 3*row + 1}}
	if below {
		places = append(places, [2]int{2 * col, 3*row + 3})
	}
	for _, at := range places {
		colour, _ := c.ink(at[0], at[1])
		if colour != c.grid[row][col].Bg && !c.isLetter(at[1]/3, at[0]/2) {
			return true
		}
	}
	return false
}

func TestDrawingsAreEven(t *testing.T) {
	if c := canvasOf(t, 601, 1); !c.mirrored(36, 6, 47, 51) {
		t.Error("the lighthouse leans")
	}
	if c := canvasOf(t, 601, 1); !c.mirrored(48, 39, 64, 51) {
		t.Error("the keeper's house leans")
	}
	if c := canvasOf(t, 500, 1); !c.mirrored(26, 60, 48, 66) {
		t.Error("the pot is not round")
	}
	for subpage := 1; subpage <= 2; subpage++ {
		c := canvasOf(t, 510, subpage)
		for rank := range 8 {
			for file := range 8 {
				if x, y := 8+8*file, 9+6*rank; !c.mirrored(x, y, x+8, y+6) {
					t.Errorf("510/%d: what stands on %c%d is not even", subpage, 'a'+file, 8-rank)
				}
			}
		}
	}
}

// TestBottomRowsNameTheirPages checks that each label in the bottom row has the number of an existing page, except for
// the index.
func TestBottomRowsNameTheirPages(t *testing.T) {
	c := allPages(t)
	for _, n := range c.numbers {
		p := testkit.Must(c.entries[n].source())(t)
		for _, s := range p.subpages {
			for i, key := range s.Grid().ColourKeys() {
				if key.Label != "" && key.Page == 0 && key.Label != "Index" {
					t.Errorf("%s: key %d says %q without a number", teletext.Address(n, s.Number), i+1, key.Label)
				}
				if key.Page != 0 && !c.hasPage(key.Page) {
					t.Errorf("%s: %s %d is no page", teletext.Address(n, s.Number), key.Label, key.Page)
				}
			}
		}
	}
}

// TestPagesAreTrueOfSextant checks that pages that mention automatic turning also mention the key H, and that no page
// mentions the Media menu, which does not exist.
func TestPagesAreTrueOfSextant(t *testing.T) {
	c := allPages(t)
	for _, n := range c.numbers {
		p := testkit.Must(c.entries[n].source())(t)
		for _, s := range p.subpages {
			text := strings.Join(strings.Fields(fmt.Sprint(s.Grid().TextLines())), " ")
			if strings.Contains(text, "turns by itself") || strings.Contains(text, "turn by themselves") {
				if !strings.Contains(text, "ress H") {
					t.Errorf("%s does not say that H lets pages turn", teletext.Address(n, s.Number))
				}
			}
			if strings.Contains(text, "Media in the menu") {
				t.Errorf("%s names a menu that there is not", teletext.Address(n, s.Number))
			}
		}
	}
}
