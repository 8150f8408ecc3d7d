package teletext

import (
	"errors"
	"fmt"
	"strings"
)

// A node is an element of the page document, the same from JSON and from XML: "the document is a
// tree of nodes" (specification, section "Teletext page document").
type node struct {
	name     string
	attrs    map[string]string
	text     string
	children []*node
}

func (n *node) all(name string) []*node {
	var found []*node
	for _, c := range n.children {
		if c.name == name {
			found = append(found, c)
		}
	}
	return found
}

func (n *node) first(name string) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// Errors of documents that are no page document.
var (
	ErrNoPage  = errors.New("the document holds no teletext page")
	ErrTooDeep = errors.New("the document is nested too deeply")
)

// maxDepth is far beyond the six levels of a page document.
const maxDepth = 32

// maxWarnings keeps a badly broken document from filling the memory with complaints.
const maxWarnings = 50

// warnings collects each deviation once, in the order of its first appearance.
type warnings struct {
	list []string
	seen map[string]bool
}

func (w *warnings) add(format string, args ...any) {
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

// clean replaces control characters, which no document should hold, by spaces.
func (w *warnings) clean(s string) string {
	if strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	w.add("control characters in a text were read as spaces")
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, s)
}

// isControl names the characters that XML cannot carry or a line cannot hold. U+007F is a teletext
// code and stays.
func isControl(r rune) bool {
	return r < ' ' || r == 0xFFFE || r == 0xFFFF
}
