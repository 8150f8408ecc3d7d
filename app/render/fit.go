package render

// Characters are drawn as dots, and each dot in five parts across and five down: two on either side and one in the
// middle, which gets the extra pixel of an odd size. Rounding is made of these parts. If a dot is only two or three
// pixels wide its outer parts are empty.
const (
	dotParts   = 5
	partsWide  = glyphColumns * dotParts
	partsTall  = dotRows * dotParts
	fineSize   = 4 // least size of a dot in pixels at which its outer parts are used
	sixelParts = 3 // a sixel with a gap on either side
)

// A scale maps the parts of a shape to pixels along one axis of a box: part i covers the pixels from edges[i] to before
// edges[i+1].
type scale struct{ edges []int }

// dotScales returns the scales of characters in a box: across, with half of the gap between characters before the first
// dot, and down. Strokes are equally thick where the box allows it: surplus and missing pixels go to the gaps between
// characters first.
func dotScales(width, height int) (x, y scale) {
	columns := spread(width, dotColumns, [...]int{5, 2, 1, 3, 0, 4})
	rows := spread(height, dotRows, [...]int{9, 0, 8, 2, 5, 1, 7, 3, 6, 4})
	fine := columns[0] >= fineSize && rows[4] >= fineSize
	return partScale(columns[5]/2, columns[:glyphColumns], fine), partScale(0, rows, fine)
}

func partScale(at int, dots []int, fine bool) scale {
	edges := make([]int, 0, len(dots)*dotParts+1)
	for _, size := range dots {
		half, quarter := size/2, 0
		if fine {
			quarter = size / 4
		}
		edges = append(edges, at, at+quarter, at+half, at+size-half, at+size-quarter)
		at += size
	}
	return scale{append(edges, at)}
}

// spread divides size into n parts. If equal parts, rounded down, leave at most two thirds of a part over, the first
// part in order gets the rest; otherwise parts are rounded up, and the first in order are one smaller.
func spread[O [dotColumns]int | [dotRows]int](size, n int, order O) []int {
	parts := make([]int, n)
	small := size / n
	over := size - small*n
	if over*3 <= small*2 {
		for i := range parts {
			parts[i] = small
		}
		parts[order[0]] += over
		return parts
	}
	for i := range parts {
		parts[i] = small + 1
	}
	for i := range n - over {
		parts[order[i]]--
	}
	return parts
}

// sixelScales returns the scales of mosaics in a box: two sixels across and three down, each with a gap on either side,
// which only separated mosaics use.
func sixelScales(width, height int) (x, y scale) {
	return sixelScale([]int{0, (width + 1) / 2, width}, max(1, width/12)),
		sixelScale([]int{0, (height + 1) / 3, (2*height + 1) / 3, height}, max(1, height/20))
}

func sixelScale(borders []int, gap int) scale {
	edges := make([]int, 0, (len(borders)-1)*sixelParts+1)
	for i, from := range borders[:len(borders)-1] {
		to := borders[i+1]
		inset := min(gap, (to-from)/2)
		edges = append(edges, from, from+inset, to-inset)
	}
	return scale{append(edges, borders[len(borders)-1])}
}

// A shape is the picture of a cell: for each part down, the lit parts across, bit 0 the leftmost.
type shape []uint32

// shapeOf divides a glyph's dots into parts. Where two dots touch only at their corners, the empty dots beside them are
// filled along the diagonal, like the character rounding of the SAA5050.
func shapeOf(g glyph) shape {
	s := make(shape, partsTall)
	for row := range dotRows {
		for col := range glyphColumns {
			if g.dot(col, row) {
				s.fill(col, row, func(int, int) bool { return true })
				continue
			}
			s.round(g, col, row)
		}
	}
	return s
}

func (s shape) fill(col, row int, lit func(i, j int) bool) {
	for j := range dotParts {
		for i := range dotParts {
			if lit(i, j) {
				s[row*dotParts+j] |= 1 << (col*dotParts + i)
			}
		}
	}
}

// round fills the corners of an empty dot between two dots that touch at their corners. A dot that is enclosed on all
// sides stays empty: it is the hole of a ring.
func (s shape) round(g glyph, col, row int) {
	if g.dot(col-1, row) && g.dot(col+1, row) && g.dot(col, row-1) && g.dot(col, row+1) {
		return
	}
	for _, dx := range [...]int{-1, 1} {
		for _, dy := range [...]int{-1, 1} {
			if g.dot(col+dx, row) && g.dot(col, row+dy) && !g.dot(col+dx, row+dy) {
				s.fill(col, row, func(i, j int) bool { return away(i, dx)+away(j, dy) < diagonal })
			}
		}
	}
}

// diagonal is the sum of both distances up to which rounding fills, in eighths of a dot.
const diagonal = 5

// away returns the distance of a part from the side of its dot in a direction, in eighths.
func away(part, direction int) int {
	if direction > 0 {
		part = dotParts - 1 - part
	}
	return [dotParts]int{0, 2, 3, 4, 6}[part]
}

// sixelShape returns the shape of a mosaic.
func sixelShape(lit byte, separated bool) shape {
	s := make(shape, 3*sixelParts)
	across, from, to := uint32(0b111), 0, sixelParts
	if separated {
		across, from, to = 0b010, 1, 2
	}
	for i := range 6 {
		if lit>>i&1 == 0 {
			continue
		}
		for part := from; part < to; part++ {
			s[i/2*sixelParts+part] |= across << (i % 2 * sixelParts)
		}
	}
	return s
}

func (g glyph) dot(col, row int) bool {
	return col >= 0 && col < glyphColumns && row >= 0 && row < dotRows && g[row]>>(glyphColumns-1-col)&1 != 0
}
