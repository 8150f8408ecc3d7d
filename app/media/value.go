package media

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"unicode"
)

// Limits of a document, far above any list of downloads.
const (
	maxDepth  = 40
	maxValues = 500_000
)

// Errors of documents above the limits.
var (
	ErrTooDeep = errors.New("the document is nested too deeply")
	ErrTooLong = errors.New("the document has too many values")
)

// Kind is the type of a Value.
type Kind uint8

// The kinds of values of a JSON document.
const (
	Scalar Kind = iota
	Object
	Array
)

// A Value is a node of a JSON document with its members in the document's order.
type Value struct {
	Kind    Kind
	Text    string // of a scalar; "null" is empty
	Members []Member
	// Base is the document's address without credentials, against which relative ones are resolved, nil if not
	// known. Only the root value has it.
	Base *url.URL
}

// A Member is a field of an object or an element of an array, which has no name.
type Member struct {
	Name  string
	Value Value
}

// Parse parses a JSON document, with or without a byte order mark. It fails with ErrTooDeep, ErrTooLong or an error of
// the JSON.
func Parse(data []byte) (Value, error) {
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))))
	dec.UseNumber()
	p := parser{dec: dec}
	v, err := p.parseValue(0)
	if err != nil {
		return Value{}, fmt.Errorf("reading JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Value{}, errors.New("reading JSON: something follows the document")
	}
	return v, nil
}

type parser struct {
	dec    *json.Decoder
	values int
}

func (p *parser) parseValue(depth int) (Value, error) {
	p.values++
	switch {
	case depth > maxDepth:
		return Value{}, ErrTooDeep
	case p.values > maxValues:
		return Value{}, ErrTooLong
	}
	token, err := p.dec.Token()
	if err != nil {
		return Value{}, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return p.parseMembers(Object, depth)
		}
		return p.parseMembers(Array, depth)
	case nil:
		return Value{}, nil
	default:
		return Value{Text: fmt.Sprint(t)}, nil
	}
}

func (p *parser) parseMembers(kind Kind, depth int) (Value, error) {
	v := Value{Kind: kind}
	for p.dec.More() {
		var m Member
		if kind == Object {
			token, err := p.dec.Token()
			if err != nil {
				return v, err
			}
			m.Name, _ = token.(string)
		}
		var err error
		if m.Value, err = p.parseValue(depth + 1); err != nil {
			return v, err
		}
		v.Members = append(v.Members, m)
	}
	_, err := p.dec.Token() // the closing bracket
	return v, err
}

// field finds the member with one of names, which are in lower case without separators. The first name that exists
// takes precedence.
func (v Value) field(names ...string) (index int, ok bool) {
	for _, name := range names {
		for i, m := range v.Members {
			if isNamed(m.Name, name) {
				return i, true
			}
		}
	}
	return 0, false
}

// isNamed reports whether a name equals a plain one, ignoring case and separators: mediaId, media_id and Media-ID are
// all mediaid.
func isNamed(name, plain string) bool {
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || r == ' ':
			continue
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		}
		if plain == "" || r != rune(plain[0]) {
			return false
		}
		plain = plain[1:]
	}
	return plain == ""
}

// plain removes case and separators from a name: mediaId, media_id and Media-ID become mediaid.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// flat formats a value on one line, for fields that are not recognised.
func (v Value) flat() string {
	if v.Kind == Scalar {
		return v.Text
	}
	var parts []string
	for _, m := range v.Members {
		s := m.Value.flat()
		if m.Name != "" {
			s = m.Name + ": " + s
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}
