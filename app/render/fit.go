package render

// Characters are drawn as dots, and each dot in five parts across and five down: two on either side
// and one in the middle, which takes the pixel that an odd size leaves over. The parts are what rounding
// is made of. Where a dot is only two or three pixels wide its outer parts are empty.
const (
	dotParts   = 5
	partsWide  = glyphColumns * dotParts
	partsTall  = dotRows * dotParts
	fineSize   = 4 // pixels from which a dot's outer parts are used
	sixelParts = 3 // a sixel with a gap on either side
)

// A scale lays the parts of a shape along one direction of a box: part i covers the pixels from
// edges[i] to before edges[i+1]. Every edge is on a whole pixel.
type scale struct{ edges []int }

// dotScales lay out characters in a box: across, with half of the gap between characters before the
// first dot, and down. Strokes are equally thick wherever the box allows it: pixels that are left over,
// or missing, go to the gaps between characters first.
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

// spread divides size into n parts. Where a smaller equal size leaves no more than two thirds of a
// part over, the first part in order gets that; else the first parts in order are one smaller.
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

// sixelScales lay out mosaics in a box: two sixels across and three down, each with a gap on either
// side, of which only separated mosaics make use.
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

// A shape is what a cell shows: for each part down, the lit parts across, bit 0 the leftmost.
type shape []uint32

// shapeOf cuts a glyph's dots into parts. Where two dots touch only at their corners, the empty dots
// beside them are filled along the diagonal, as the SAA5050 character generator rounded its characters.
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

// round fills the corners of an empty dot that lie between two dots touching at their corners. A dot
// that is closed in on all sides stays open: it is the hole of a ring.
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

// diagonal is the sum of the distances at which rounding ends, in eighths of a dot.
const diagonal = 5

// away is how far a part lies from the side of its dot that a direction names, in eighths.
func away(part, direction int) int {
	if direction > 0 {
		part = dotParts - 1 - part
	}
	return [dotParts]int{0, 2, 3, 4, 6}[part]
}

// sixelShape is the shape of a mosaic.
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
