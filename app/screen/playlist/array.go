package playlist

import (
	"bytes"
	"strconv"
	"strings"
)

// An array is that of a file, taken apart so that comments go where the values go that they belong to.
type array struct {
	elements []element
	after    []string // comments behind the last element
	lines    bool     // it has an element a line
	indent   string
}

// An element is a value of an array as it is written.
type element struct {
	before []string // comments on lines of their own above it
	text   string
	behind string // a comment on its line
}

// splitArray takes an array apart, from its [ to its ].
func splitArray(b []byte) *array {
	a := &array{lines: bytes.IndexByte(b, '\n') >= 0, indent: "    "}
	var before []string
	sameLine := false // as the last element
	for i := 1; i < len(b); {
		switch c := b[i]; {
		case c == ']':
			a.after = before
			return a
		case c == '\n':
			sameLine = false
			i++
			if n := blanks(b[i:]); len(a.elements) == 0 && i+n < len(b) && b[i+n] != ']' && b[i+n] != '\n' {
				a.indent = string(b[i : i+n])
			}
		case c == '#':
			comment := strings.TrimRight(string(b[i:i+lineLength(b[i:])]), " \t\r\n")
			if sameLine {
				a.elements[len(a.elements)-1].behind = comment
			} else {
				before = append(before, comment)
			}
			i += len(bytes.TrimRight(b[i:i+lineLength(b[i:])], "\n"))
		case c == ' ' || c == '\t' || c == '\r' || c == ',':
			i++
		default:
			n := valueLength(b[i:])
			if n = len(bytes.TrimRight(b[i:i+n], "]")); n == 0 {
				return a
			}
			a.elements = append(a.elements, element{before: before, text: string(b[i : i+n])})
			before, sameLine, i = nil, true, i+n
		}
	}
	return a
}

// with writes the array with other elements.
func (a *array) with(words []Word) []byte {
	var list []element
	for _, w := range words {
		if w.Was >= 0 && w.Was < len(a.elements) {
			list = append(list, a.elements[w.Was])
			continue
		}
		list = append(list, element{text: strconv.Quote(w.Text)})
	}
	var b strings.Builder
	if !a.lines {
		var texts []string
		for _, e := range list {
			texts = append(texts, e.text)
		}
		return []byte("[" + strings.Join(texts, ", ") + "]")
	}
	b.WriteString("[\n")
	line := func(text string) { b.WriteString(a.indent + text + "\n") }
	for _, e := range list {
		for _, c := range e.before {
			line(c)
		}
		line(strings.TrimRight(e.text+", "+e.behind, " "))
	}
	for _, c := range a.after {
		line(c)
	}
	b.WriteString("]")
	return []byte(b.String())
}
