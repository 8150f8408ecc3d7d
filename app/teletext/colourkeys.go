package teletext

import "strings"

// A ColourKey is the label of one of the four coloured keys of a remote control.
type ColourKey struct {
	Label string
	Page  int // 0 if the label names no page number
}

// keyColours are the colours of the keys' labels, in the order of the keys. Blue is hard to read on
// black, so that services write the fourth label in cyan.
var keyColours = [4][]Colour{{Red}, {Green}, {Yellow}, {Cyan, Blue}}

// ColourKeys parses the labels of the coloured keys in the last line: in the keys' colours and order, such as
// "Index 100" (ETSI EN 300 706 has the keys' targets in packet 27, which page documents do not carry). Fewer
// than two labels count as none.
func (g *Grid) ColourKeys() (keys [4]ColourKey) {
	found, last := 0, -1
	for _, s := range g.stretches(Rows - 1) {
		key := keyOf(g[s.Row][s.From].Fg)
		label := strings.Join(strings.Fields(g.Text([]Span{s}, TextForm{})), " ")
		if label == "" || key < 0 {
			continue
		}
		if key <= last {
			return [4]ColourKey{}
		}
		last = key
		found++
		keys[key] = keyFor(label)
	}
	if found < 2 {
		return [4]ColourKey{}
	}
	return keys
}

// stretches splits a row into spans of one colour.
func (g *Grid) stretches(row int) []Span {
	var list []Span
	for col, c := range g[row] {
		if c.Rune == ' ' && len(list) > 0 {
			list[len(list)-1].Before = col + 1 // the colour of a space is not visible
			continue
		}
		if n := len(list); n > 0 && g[row][list[n-1].From].Fg == c.Fg && g[row][list[n-1].From].Rune != ' ' {
			list[n-1].Before = col + 1
			continue
		}
		list = append(list, Span{row, col, col + 1})
	}
	return list
}

func keyOf(c Colour) int {
	for key, colours := range keyColours {
		for _, k := range colours {
			if c == k {
				return key
			}
		}
	}
	return -1
}

// keyFor splits a label into its words and a page number at either end.
func keyFor(label string) ColourKey {
	words := strings.Fields(label)
	for _, i := range []int{len(words) - 1, 0} {
		if page, _, ok := ParseAddress(words[i]); ok {
			rest := append(append([]string{}, words[:i]...), words[i+1:]...)
			return ColourKey{strings.Join(rest, " "), page}
		}
	}
	return ColourKey{Label: label}
}
