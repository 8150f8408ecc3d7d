package teletext

// Entries returns the clickable areas of a page, one for each link: the link, or the whole entry of an index that it
// begins or ends. In a row with several links an entry reaches from one to the next.
func Entries(g *Grid, links []Link) []Link {
	entries := make([]Link, len(links))
	for i := 0; i < len(links); {
		n := i + 1
		for n < len(links) && links[n].Row == links[i].Row {
			n++
		}
		copy(entries[i:n], links[i:n])
		widen(&g[links[i].Row], entries[i:n])
		i = n
	}
	return entries
}

// widen widens the links of a row, in order from left to right, to their entries. If the row's text begins with a link,
// each entry begins with one; if it ends with a link, each ends with one.
func widen(row *[Columns]Cell, links []Link) {
	from, before := written(row, 0, Columns)
	switch first, last := links[0], links[len(links)-1]; {
	case first.From == from && (len(links) > 1 || last.Before != before):
		for i := range links {
			end := Columns
			if i+1 < len(links) {
				end = links[i+1].From
			}
			_, links[i].Before = written(row, links[i].From, end)
		}
	case last.Before == before:
		end := 0
		for i := range links {
			begin := end
			end = links[i].Before
			links[i].From, _ = written(row, begin, end)
		}
	}
}

// written returns the columns from the first to behind the last letter in a part of a row, an empty range if there is
// none.
func written(row *[Columns]Cell, from, before int) (first, end int) {
	first, end = before, before
	for col := from; col < before; col++ {
		if c := row[col]; c.Rune == ' ' || c.Attr&(Mosaic|Conceal) != 0 {
			continue
		}
		if first == before {
			first = col
		}
		end = col + 1
	}
	return first, end
}
