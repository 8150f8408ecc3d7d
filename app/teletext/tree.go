package teletext

import (
	"errors"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// A node is an element of the page document, the same from JSON and from XML: "the document is a
// tree of nodes" (specification, section "Teletext page document").
type node struct {
	name     string
	attrs    []attr
	text     string
	children []*node
}

type attr struct{ key, value string }

// attribute returns the value of an attribute, "" if there is none. If it occurs twice the last one counts.
func (n *node) attribute(key string) string {
	for i := len(n.attrs) - 1; i >= 0; i-- {
		if n.attrs[i].key == key {
			return n.attrs[i].value
		}
	}
	return ""
}

func (n *node) setAttr(key, value string) {
	if value != "" {
		n.attrs = append(n.attrs, attr{key, value})
	}
}

// childrenNamed iterates over the children of a name.
func (n *node) childrenNamed(name string) iter.Seq[*node] {
	return func(yield func(*node) bool) {
		for _, c := range n.children {
			if c.name == name && !yield(c) {
				return
			}
		}
	}
}

func (n *node) child(name string) *node {
	for c := range n.childrenNamed(name) {
		return c
	}
	return nil
}

// Errors of documents that are no page documents.
var (
	ErrNoPage  = errors.New("the document holds no teletext page")
	ErrTooDeep = errors.New("the document is nested too deeply")
)

// maxDepth limits nesting, far above the six levels of a page document.
const maxDepth = 32

// maxWarnings limits the warnings of a badly broken document.
const maxWarnings = 50

// warnings collects deviations, each once, in the order of their first occurrence.
type warnings struct {
	list []string
	seen map[string]bool
}

func (w *warnings) warn(format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	if w.seen[msg] || len(w.list) >= maxWarnings {
		return
	}
	if w.seen == nil {
		w.seen = map[string]bool{}
	}
	w.seen[msg] = true
	w.list = append(w.list, msg)
}

// clean replaces control characters, which documents should not contain, with spaces.
func (w *warnings) clean(s string) string {
	if isASCII(s) {
		return s
	}
	if strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	w.warn("control characters in a text were read as spaces")
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, s)
}

// isControl reports whether r is not allowed in XML or in a line. U+007F is a teletext code and stays.
func isControl(r rune) bool {
	return r < ' ' || r == 0xFFFE || r == 0xFFFF
}

// isASCII reports whether s has only printable ASCII characters, as most texts have.
func isASCII(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
