package teletext

import (
	"encoding/json"
	"errors"
	"fmt"
)

// A jsonScanner parses JSON directly into nodes. encoding/json into general values takes five times as long, and
// decoding a document is part of the time from a key to the picture.
type jsonScanner struct {
	data     []byte
	pos      int
	warnings *warnings
	nodes    []node // nodes and attributes allocated ahead: one by one they would take most of the time
	attrs    []attr
	seen     [64]string // interned short values
}

const (
	nodesAtOnce   = 128
	usualAttrs    = 5 // of a run; append grows more
	attrsPerBlock = nodesAtOnce * usualAttrs
)

func (s *jsonScanner) newNode(name string) *node {
	if len(s.nodes) == 0 {
		s.nodes, s.attrs = make([]node, nodesAtOnce), make([]attr, attrsPerBlock)
	}
	n := &s.nodes[0]
	n.name, n.attrs = name, s.attrs[:0:usualAttrs]
	s.nodes, s.attrs = s.nodes[1:], s.attrs[usualAttrs:]
	return n
}

var errJSON = errors.New("this is no JSON")

func (s *jsonScanner) fail() error { return fmt.Errorf("%w at byte %d", errJSON, s.pos) }

// document parses the document's root object.
func (s *jsonScanner) document(root *node) error {
	if s.peek() != '{' {
		if json.Valid(s.data) {
			return ErrNoPage
		}
		return errJSON
	}
	if err := s.object(root, 0); err != nil {
		return err
	}
	if s.peek() != 0 || s.pos < len(s.data) {
		return s.fail()
	}
	return nil
}

// peek skips white space and returns the next byte without consuming it, 0 at the end.
func (s *jsonScanner) peek() byte {
	for ; s.pos < len(s.data); s.pos++ {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n':
		default:
			return s.data[s.pos]
		}
	}
	return 0
}

// object parses the members of an object: scalars become attributes, objects and arrays children.
func (s *jsonScanner) object(n *node, depth int) error {
	if depth > maxDepth {
		return ErrTooDeep
	}
	return s.scanList('}', func() error {
		if s.peek() != '"' {
			return s.fail()
		}
		key, err := s.scanKey()
		if err != nil {
			return err
		}
		if s.peek() != ':' {
			return s.fail()
		}
		s.pos++
		return s.member(n, key, depth)
	})
}

// scanList parses comma-separated elements up to a closing bracket.
func (s *jsonScanner) scanList(closing byte, element func() error) error {
	s.pos++ // the bracket
	if s.peek() == closing {
		s.pos++
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.pos++
		case closing:
			s.pos++
			return nil
		default:
			return s.fail()
		}
	}
}

func (s *jsonScanner) member(n *node, key string, depth int) error {
	switch s.peek() {
	case '{':
		child := s.newNode(key)
		n.children = append(n.children, child)
		return s.object(child, depth+1)
	case '[':
		return s.array(n, key, depth)
	case '"':
		text, err := s.string()
		if err != nil {
			return err
		}
		if text = s.warnings.clean(text); text != "" && (key == "line" || key == "run") {
			s.bare(n, key, text)
			return nil
		}
		n.setScalar(key, text, s.warnings)
	default:
		word, err := s.word()
		if err != nil {
			return err
		}
		if word != "null" {
			s.warnings.warn(Warning{Kind: WarnNotString, Key: cut(key), Value: word})
			n.setScalar(key, word, s.warnings)
		}
	}
	return nil
}

// array parses elements of one name. A bare string stands for a line or run that has only a text.
func (s *jsonScanner) array(n *node, key string, depth int) error {
	if depth > maxDepth {
		return ErrTooDeep
	}
	return s.scanList(']', func() error { return s.element(n, key, depth) })
}

func (s *jsonScanner) element(n *node, key string, depth int) error {
	if s.peek() == '"' {
		text, err := s.string()
		s.bare(n, key, s.warnings.clean(text))
		return err
	}
	child := s.newNode(key)
	n.children = append(n.children, child)
	switch s.peek() {
	case '{':
		return s.object(child, depth+1)
	case '[':
		s.warnings.warn(Warning{Kind: WarnNotObject, Key: cut(key)})
		err := s.array(child, key, depth+1)
		n.children = append(n.children[:len(n.children)-1], child.children...)
		return err
	}
	_, err := s.word()
	s.warnings.warn(Warning{Kind: WarnNotObject, Key: cut(key)})
	return err
}

// bare adds an element that is only a text.
func (s *jsonScanner) bare(n *node, key, text string) {
	child := s.newNode(key)
	child.text = text
	n.children = append(n.children, child)
	s.warnings.warn(Warning{Kind: WarnNotObject, Key: cut(key)})
}

// raw returns the next string with its quotes, and reports whether it has no escapes.
func (s *jsonScanner) raw() (quoted []byte, plain bool, err error) {
	begin := s.pos
	plain = true
	for s.pos++; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; {
		case c == '"':
			s.pos++
			return s.data[begin:s.pos], plain, nil
		case c == '\\':
			s.pos++
			plain = false
		case c >= 0x80:
			plain = false
		case c < ' ':
			return nil, false, s.fail()
		}
	}
	return nil, false, s.fail()
}

func (s *jsonScanner) string() (string, error) {
	quoted, plain, err := s.raw()
	if err != nil {
		return "", err
	}
	if plain {
		return s.known(quoted[1 : len(quoted)-1]), nil
	}
	var text string
	if json.Unmarshal(quoted, &text) != nil {
		return "", s.fail()
	}
	return text, nil
}

// known converts a value to a string. Short ones are interned, in a table in which values can evict one another.
func (s *jsonScanner) known(value []byte) string {
	const longest = 8
	if len(value) == 0 {
		return ""
	}
	if len(value) > longest {
		return string(value)
	}
	slot := &s.seen[(int(value[0])*7+int(value[len(value)-1])*3+len(value))%len(s.seen)]
	if *slot != string(value) {
		*slot = string(value)
	}
	return *slot
}

// knownKeys are the keys of nearly all members, which are not allocated again.
var knownKeys = [...]string{
	"bg", "fg", "length", "Text", "charcode", "link", "size", "number", "run", "line", "type", "content",
	"time", "subpage", "teletext", "page", "network", "xml", "name",
	"subpagecount", "prevpg", "nextpg", "toptype", "animated",
}

func (s *jsonScanner) scanKey() (string, error) {
	begin := s.pos
	quoted, plain, err := s.raw()
	if err != nil {
		return "", err
	}
	if plain {
		for _, k := range knownKeys {
			if string(quoted[1:len(quoted)-1]) == k {
				return k, nil
			}
		}
	}
	s.pos = begin
	return s.string()
}

// word parses a number, true, false or null.
func (s *jsonScanner) word() (string, error) {
	begin := s.pos
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			return s.valid(s.data[begin:s.pos])
		}
		s.pos++
	}
	return s.valid(s.data[begin:s.pos])
}

func (s *jsonScanner) valid(word []byte) (string, error) {
	if !json.Valid(word) {
		return "", s.fail()
	}
	return string(word), nil
}

func (n *node) setScalar(key, value string, w *warnings) {
	switch key {
	case "Text":
		n.text = value
	case "text":
		w.warn(Warning{Kind: WarnTextKey})
		n.text = value
	default:
		n.setAttr(key, value)
	}
}
