package playlist

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrTextOnly is why a file cannot be edited value by value: it writes its lists in a way of its own, such as
// dayparts in a single line.
var ErrTextOnly = errors.New("playlist: a list is not written as a section")

// A Word is an item of a list after an edit: one that was there at Was, with its comments, or where that is below 0 a
// new one.
type Word struct {
	Was  int
	Text string // of a new one, as in "200-219"
}

// SetShow changes what a list shows, 0 for the usual one and else the n-th daypart, and leaves all else of the file
// as it is. The file must be one that [Parse] accepts.
func SetShow(data []byte, list int, show []Word) ([]byte, error) {
	s := scan(data)
	at, ok := s.findKey(list, "show")
	if !ok || data[at.value] != '[' {
		return nil, ErrTextOnly
	}
	array := splitArray(data[at.value:at.end])
	return splice(data, at.value, at.end, array.with(show)), nil
}

// Set changes a key of a list to a value as TOML writes it, or takes the key away where the value is empty, and
// leaves all else of the file as it is. A dot separates a key from its section: dwell.fixed.
func Set(data []byte, list int, key, value string) ([]byte, error) {
	s := scan(data)
	if section, inside, dotted := strings.Cut(key, "."); dotted {
		return s.setInside(list, section, inside, value)
	}
	return s.setKey(list, key, value)
}

// Beginning is a short playlist, with a comment above what it shows.
func Beginning(comment string) string { return "# " + comment + "\nshow = [\"100\"]\n" }

// AddDaypart puts a daypart at the end of the file, which is on from one time of day to another and shows a page.
func AddDaypart(data []byte, name, from, to, show string) []byte {
	text := strings.TrimRight(string(data), "\n")
	return fmt.Appendf(nil, "%s\n\n[[daypart]]\nname = %q\nfrom = %q\nto = %q\nshow = [%q]\n",
		text, name, from, to, show)
}

// setInside changes a key in a section of a list, which may stand below a header, in a table on a line, or as a dotted
// key.
func (s *source) setInside(list int, section, key, value string) ([]byte, error) {
	if at, ok := s.findKey(list, section); ok {
		inside := scan(append(bytes.Trim(slices.Clone(s.data[at.value:at.end]), "{} "), '\n'))
		pairs := []string{}
		for _, part := range inside.pairs() {
			if k, _, _ := strings.Cut(part, "="); plainKey(k) != key {
				pairs = append(pairs, part)
			}
		}
		if value != "" {
			pairs = append(pairs, key+" = "+value)
		}
		if len(pairs) == 0 {
			return s.setKey(list, section, "")
		}
		return splice(s.data, at.value, at.end, []byte("{ "+strings.Join(pairs, ", ")+" }")), nil
	}
	if header := s.findHeader(list, section); header >= 0 {
		for _, in := range s.statements[header+1:] {
			if in.header {
				break
			}
			if in.key == key {
				return s.replace(in, value), nil
			}
		}
		if value == "" {
			return s.data, nil
		}
		end := s.statements[header].lineEnd
		return splice(s.data, end, end, []byte(key+" = "+value+"\n")), nil
	}
	return s.setKey(list, section+"."+key, value)
}

// findHeader returns the index of the header of a section of a list, -1 for none.
func (s *source) findHeader(list int, section string) int {
	for i, st := range s.statements {
		isUsual, isDaypart := st.key == section, st.key == "daypart."+section && s.listOf(i) == list
		if st.header && (list == 0 && isUsual || list > 0 && isDaypart) {
			return i
		}
	}
	return -1
}

// setKey changes a key that stands directly in a list's section.
func (s *source) setKey(list int, key, value string) ([]byte, error) {
	if at, ok := s.findKey(list, key); ok {
		return s.replace(at, value), nil
	}
	if value == "" {
		return s.data, nil
	}
	show, ok := s.findKey(list, "show") // which every list has
	if !ok {
		return nil, ErrTextOnly
	}
	return splice(s.data, show.lineEnd, show.lineEnd, []byte(key+" = "+value+"\n")), nil
}

// replace puts a value in the place of another one, or takes its line away where it is empty.
func (s *source) replace(at statement, value string) []byte {
	if value == "" {
		return splice(s.data, at.start, at.lineEnd, nil)
	}
	return splice(s.data, at.value, at.end, []byte(value))
}

func splice(data []byte, from, to int, with []byte) []byte {
	return slices.Concat(data[:from], with, data[to:])
}

// A statement is a header or a key with its value in a file, by its places there.
type statement struct {
	header     bool
	key        string // dotted, without quotes; of a header what stands in its brackets
	start      int    // of its line
	value, end int    // from the value's first byte to behind its last
	lineEnd    int    // behind the line's end
}

// A source is a file with the places of what stands in it.
type source struct {
	data       []byte
	statements []statement
}

// scan finds the statements of a file that is TOML. It always ends the last line.
func scan(data []byte) *source {
	if len(data) > 0 && data[len(data)-1] != '\n' {
		data = append(slices.Clone(data), '\n')
	}
	s := &source{data: data}
	for at := 0; at < len(data); {
		line := at
		at += blanks(data[at:])
		switch {
		case at >= len(data):
		case data[at] == '[':
			name := data[at:][:lineLength(data[at:])]
			if i := bytes.IndexByte(name, ']'); i >= 0 {
				name = name[:i]
			}
			at = line + lineLength(data[line:])
			s.statements = append(s.statements, statement{
				header: true, key: plainKey(string(bytes.TrimLeft(name, "["))), start: line, lineEnd: at,
			})
		case data[at] == '#' || data[at] == '\n' || data[at] == '\r':
			at = line + lineLength(data[line:])
		default:
			equals := bytes.IndexByte(data[at:], '=')
			if equals < 0 {
				return s
			}
			st := statement{key: plainKey(string(data[at : at+equals])), start: line}
			st.value = at + equals + 1 + blanks(data[at+equals+1:])
			st.end = st.value + valueLength(data[st.value:])
			at = st.end + lineLength(data[st.end:])
			st.lineEnd = at
			s.statements = append(s.statements, st)
		}
	}
	return s
}

// blanks is how many spaces and tabs a text begins with.
func blanks(b []byte) int { return len(b) - len(bytes.TrimLeft(b, " \t")) }

// lineLength is how long a line is, with its end.
func lineLength(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return i + 1
	}
	return len(b)
}

// plainKey is a dotted key without blanks and quotes.
func plainKey(key string) string {
	return strings.NewReplacer(" ", "", "\t", "", `"`, "", "'", "").Replace(key)
}

// valueLength is how long the value is that a text begins with: a string, an array or a table with all that is in it,
// or a word.
func valueLength(b []byte) int {
	depth := 0
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '"' || c == '\'':
			i += stringLength(b[i:])
		case c == '[' || c == '{':
			depth, i = depth+1, i+1
			continue
		case c == ']' || c == '}':
			depth, i = depth-1, i+1
		case c == '#' && depth > 0:
			i += lineLength(b[i:])
			continue
		case depth > 0:
			i++
			continue
		default:
			word := bytes.IndexAny(b[i:], " \t#,\r\n")
			if word < 0 {
				word = len(b) - i
			}
			return i + max(1, word)
		}
		if depth <= 0 {
			return i
		}
	}
	return len(b)
}

// stringLength is how long the string is that a text begins with, with its quotes.
func stringLength(b []byte) int {
	quote := b[:1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(b, triple) {
		if end := bytes.Index(b[3:], triple); end >= 0 {
			return 3 + end + 3
		}
		return len(b)
	}
	for i := 1; i < len(b); i++ {
		switch {
		case b[i] == '\\' && b[0] == '"':
			i++
		case b[i] == b[0]:
			return i + 1
		}
	}
	return len(b)
}

// listOf is the list in whose part of the file a statement stands.
func (s *source) listOf(at int) int {
	list := 0
	for _, st := range s.statements[:at+1] {
		if st.header && st.key == "daypart" {
			list++
		}
	}
	return list
}

// findKey is the statement of a key that stands directly in a list's part.
func (s *source) findKey(list int, key string) (statement, bool) {
	section := ""
	for i, st := range s.statements {
		switch {
		case st.header:
			section = st.key
		case st.key == key && s.listOf(i) == list && (list == 0 && section == "" || list > 0 && section == "daypart"):
			return st, true
		}
	}
	return statement{}, false
}

// pairs are the keys with their values of a table that stands on one line.
func (s *source) pairs() (list []string) {
	for rest := bytes.TrimSpace(s.data); len(rest) > 0; rest = bytes.TrimLeft(rest, ", \t\n") {
		equals := bytes.IndexByte(rest, '=')
		if equals < 0 {
			return list
		}
		value := equals + 1 + blanks(rest[equals+1:])
		end := value + valueLength(rest[value:])
		list = append(list, string(bytes.TrimSpace(rest[:end])))
		rest = rest[end:]
	}
	return list
}
