package render

// A fit lays the dots of a character on the pixels of a box. Dot column i covers the pixels
// x[i] to x[i+1], and so down; every edge is on a whole pixel.
type fit struct {
	x [glyphColumns + 1]int
	y [dotRows + 1]int
}

// newFit spreads the dots so that strokes of a character are equally thick wherever the box allows
// it: pixels that are left over, or missing, go to the gaps between characters first.
func newFit(width, height int) fit {
	var f fit
	columns := spread(width, dotColumns, [...]int{5, 2, 1, 3, 0, 4})
	gap := columns[5] / 2
	f.x[0] = gap
	for i := range glyphColumns {
		f.x[i+1] = f.x[i] + columns[i]
	}
	rows := spread(height, dotRows, [...]int{9, 0, 8, 2, 5, 1, 7, 3, 6, 4})
	for i := range dotRows {
		f.y[i+1] = f.y[i] + rows[i]
	}
	return f
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

// A rect is a block of pixels from (x0, y0) to before (x1, y1).
type rect struct{ x0, y0, x1, y1 int }

// dots visits the pixel blocks of a glyph: its dots, and the quarter dots that round the corner
// where two dots touch only diagonally, as the SAA5050 character generator did.
func (f *fit) dots(g glyph, visit func(rect)) {
	for row := range dotRows {
		for col := range glyphColumns {
			if g.dot(col, row) {
				visit(rect{f.x[col], f.y[row], f.x[col+1], f.y[row+1]})
				continue
			}
			f.round(g, col, row, visit)
		}
	}
}

// round visits the quarters of an empty dot that lie between two dots touching at their corners.
func (f *fit) round(g glyph, col, row int, visit func(rect)) {
	x0, x1, y0, y1 := f.x[col], f.x[col+1], f.y[row], f.y[row+1]
	halfX, halfY := (x1-x0)/2, (y1-y0)/2
	for _, dx := range [...]int{-1, 1} {
		for _, dy := range [...]int{-1, 1} {
			if !g.dot(col+dx, row) || !g.dot(col, row+dy) || g.dot(col+dx, row+dy) {
				continue
			}
			r := rect{x0, y0, x0 + halfX, y0 + halfY}
			if dx > 0 {
				r.x0, r.x1 = x1-halfX, x1
			}
			if dy > 0 {
				r.y0, r.y1 = y1-halfY, y1
			}
			visit(r)
		}
	}
}

func (g glyph) dot(col, row int) bool {
	return col >= 0 && col < glyphColumns && row >= 0 && row < dotRows && g[row]>>(glyphColumns-1-col)&1 != 0
}

// sixels visits the pixel blocks of a mosaic in a box of the given size: two across and three down.
// Separated ones stand apart.
func sixels(width, height int, lit byte, separated bool, visit func(rect)) {
	x := [...]int{0, (width + 1) / 2, width}
	y := [...]int{0, (height + 1) / 3, (2*height + 1) / 3, height}
	gapX, gapY := 0, 0
	if separated {
		gapX, gapY = max(1, width/12), max(1, height/20)
	}
	for i := range 6 {
		if lit>>i&1 == 0 {
			continue
		}
		col, row := i%2, i/2
		visit(rect{x[col] + gapX, y[row] + gapY, x[col+1] - gapX, y[row+1] - gapY})
	}
}
