package teletext

import (
	"encoding/json"
	"errors"
	"fmt"
)

// A jsonScanner reads JSON straight into nodes. Reading it into general values first would take five
// times as long, and a page's document is on the way from the key to the picture.
type jsonScanner struct {
	data     []byte
	pos      int
	warnings *warnings
}

var errJSON = errors.New("this is no JSON")

func (s *jsonScanner) fail() error { return fmt.Errorf("%w at byte %d", errJSON, s.pos) }

// document reads the one object that the document is.
func (s *jsonScanner) document(root *node) error {
	if !json.Valid(s.data) {
		return errJSON
	}
	if s.next() != '{' {
		return ErrNoPage
	}
	return s.object(root, 0)
}

// next skips white space and looks at the byte behind it, 0 at the end.
func (s *jsonScanner) next() byte {
	for ; s.pos < len(s.data); s.pos++ {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n':
		default:
			return s.data[s.pos]
		}
	}
	return 0
}

// object reads the members of an object: scalars are attributes, objects and arrays are children.
func (s *jsonScanner) object(n *node, depth int) error {
	if depth > maxDepth {
		return ErrTooDeep
	}
	s.pos++ // the brace
	for {
		switch s.next() {
		case '}':
			s.pos++
			return nil
		case ',':
			s.pos++
		case '"':
			key := s.key()
			if s.next() != ':' {
				return s.fail()
			}
			s.pos++
			if err := s.member(n, key, depth); err != nil {
				return err
			}
		default:
			return s.fail()
		}
	}
}

func (s *jsonScanner) member(n *node, key string, depth int) error {
	switch c := s.next(); c {
	case '{':
		child := &node{name: key}
		n.children = append(n.children, child)
		return s.object(child, depth+1)
	case '[':
		return s.array(n, key, depth)
	case '"':
		n.setScalar(key, s.warnings.clean(s.string()), s.warnings)
	default:
		if word := s.word(); word != "null" {
			s.warnings.add("%s is %s, not a string", cut(key), wordKind(c))
			n.setScalar(key, word, s.warnings)
		}
	}
	return nil
}

func wordKind(first byte) string {
	if first == 't' || first == 'f' {
		return "a truth value"
	}
	return "a number"
}

// array reads elements of one name. A line or run given as a bare string is one that has only its text.
func (s *jsonScanner) array(n *node, key string, depth int) error {
	s.pos++ // the bracket
	for {
		child := &node{name: key}
		switch s.next() {
		case ']':
			s.pos++
			return nil
		case ',':
			s.pos++
			continue
		case '{':
			if err := s.object(child, depth+1); err != nil {
				return err
			}
		case '"':
			s.warnings.add("a %s is a string instead of an object", cut(key))
			child.text = s.warnings.clean(s.string())
		case '[':
			if depth > maxDepth {
				return ErrTooDeep
			}
			s.warnings.add("a %s is an array instead of an object", cut(key))
			if err := s.array(child, key, depth+1); err != nil {
				return err
			}
			n.children = append(n.children, child.children...)
			continue
		default:
			s.warnings.add("a %s is %s instead of an object", cut(key), s.word())
		}
		n.children = append(n.children, child)
	}
}

// raw is the next string with its quotes, and whether it needs no decoding.
func (s *jsonScanner) raw() (quoted []byte, plain bool) {
	begin := s.pos
	plain = true
	for s.pos++; s.data[s.pos] != '"'; s.pos++ {
		switch c := s.data[s.pos]; {
		case c == '\\':
			s.pos++
			plain = false
		case c >= 0x80:
			plain = false
		}
	}
	s.pos++
	return s.data[begin:s.pos], plain
}

func (s *jsonScanner) string() string {
	quoted, plain := s.raw()
	if plain {
		return string(quoted[1 : len(quoted)-1])
	}
	var text string
	_ = json.Unmarshal(quoted, &text) // the document is valid, and this is a string of it
	return text
}

// knownKeys are the keys of nearly all members, which then need no memory of their own.
var knownKeys = [...]string{
	"bg", "fg", "length", "Text", "charcode", "link", "size", "number", "run", "line", "type", "content",
	"time", "subpage", "teletext", "page", "network", "xml", "name", "subpagecount", "prevpg", "nextpg", "toptype", "animated",
}

func (s *jsonScanner) key() string {
	begin := s.pos
	quoted, plain := s.raw()
	if plain {
		for _, k := range knownKeys {
			if string(quoted[1:len(quoted)-1]) == k {
				return k
			}
		}
	}
	s.pos = begin
	return s.string()
}

// word reads a number, true, false or null.
func (s *jsonScanner) word() string {
	begin := s.pos
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			return string(s.data[begin:s.pos])
		}
		s.pos++
	}
	return string(s.data[begin:s.pos])
}

func (n *node) setScalar(key, value string, w *warnings) {
	switch key {
	case "Text":
		n.text = value
	case "text":
		w.add("the text's key is text instead of Text")
		n.text = value
	default:
		n.setAttr(key, value)
	}
}
