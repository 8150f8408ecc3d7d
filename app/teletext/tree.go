package teletext

import (
	"errors"
	"iter"
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
