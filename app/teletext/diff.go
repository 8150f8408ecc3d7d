package teletext

// Differences returns the spans in which a grid looks different from an older one.
func (g *Grid) Differences(older *Grid) []Span {
	var found []Span
	for row := range g {
		if g[row] == older[row] {
			continue
		}
		for col := range g[row] {
			if g[row][col].seen() == older[row][col].seen() {
				continue
			}
			if n := len(found); n > 0 && found[n-1].Row == row && found[n-1].Before == col {
				found[n-1].Before++
				continue
			}
			found = append(found, Span{row, col, col + 1})
		}
	}
	return found
}

// seen returns the cell without its invisible properties: of a space only the background is visible.
func (c Cell) seen() Cell {
	if c.Rune == ' ' {
		return Cell{Rune: ' ', Bg: c.Bg}
	}
	return c
}
