package teletext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// DecodeJSON reads a page document in JSON.
func DecodeJSON(data []byte) (*Page, error) {
	w := &warnings{}
	if !utf8.Valid(data) {
		w.add("the document is not valid UTF-8")
	}
	var doc any
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("reading JSON: %w", err)
	}
	root := &node{}
	if err := root.fromJSON(doc, w, 0); err != nil {
		return nil, err
	}
	return pageFrom(root, w)
}

// fromJSON fills the node from an object: scalars are attributes, objects and arrays are children.
func (n *node) fromJSON(value any, w *warnings, depth int) error {
	if depth > maxDepth {
		return ErrTooDeep
	}
	object, ok := value.(map[string]any)
	if !ok {
		return ErrNoPage
	}
	n.attrs = make(map[string]string, len(object))
	for key, v := range object {
		if err := n.addJSON(key, v, w, depth); err != nil {
			return err
		}
	}
	return nil
}

func (n *node) addJSON(key string, v any, w *warnings, depth int) error {
	switch v := v.(type) {
	case nil:
	case string:
		n.setScalar(key, w.clean(v), w)
	case float64:
		w.add("%s is a number instead of a string", key)
		n.setScalar(key, strconv.FormatFloat(v, 'f', -1, 64), w)
	case bool:
		w.add("%s is a truth value instead of a string", key)
		n.setScalar(key, strconv.FormatBool(v), w)
	case []any:
		for _, item := range v {
			if err := n.addChild(key, item, w, depth); err != nil {
				return err
			}
		}
	default:
		return n.addChild(key, v, w, depth)
	}
	return nil
}

// addChild adds an element. A line or run given as a bare string is one that has only its text.
func (n *node) addChild(key string, item any, w *warnings, depth int) error {
	child := &node{name: key}
	n.children = append(n.children, child)
	if s, ok := item.(string); ok {
		w.add("a %s is a string instead of an object", key)
		child.text = w.clean(s)
		return nil
	}
	if _, ok := item.(map[string]any); !ok {
		w.add("a %s is neither an object nor a string", key)
		return nil
	}
	return child.fromJSON(item, w, depth+1)
}

func (n *node) setScalar(key, value string, w *warnings) {
	switch key {
	case "Text":
		n.text = value
	case "text":
		w.add("the text's key is text instead of Text")
		n.text = value
	default:
		n.attrs[key] = value
	}
}

// EncodeJSON writes the page document in JSON as the service does: every scalar is a string, blank
// texts are left out, and a line with one run has a plain object.
func (p *Page) EncodeJSON() ([]byte, error) {
	var b bytes.Buffer
	writeJSON(&b, &node{children: []*node{p.tree()}})
	return b.Bytes(), nil
}

// listed names the elements that stand in an array even when there is only one.
var listed = map[string]bool{"subpage": true, "content": true, "line": true}

func writeJSON(b *bytes.Buffer, n *node) {
	b.WriteByte('{')
	comma := ""
	for _, a := range n.orderedAttrs() {
		b.WriteString(comma)
		writeJSONString(b, a.key)
		b.WriteByte(':')
		writeJSONString(b, a.value)
		comma = ","
	}
	if n.text != "" {
		b.WriteString(comma + `"Text":`)
		writeJSONString(b, n.text)
		comma = ","
	}
	for i := 0; i < len(n.children); {
		name, end := n.children[i].name, i
		for end < len(n.children) && n.children[end].name == name {
			end++
		}
		b.WriteString(comma)
		comma = ","
		writeJSONChildren(b, name, n.children[i:end])
		i = end
	}
	b.WriteByte('}')
}

func writeJSONChildren(b *bytes.Buffer, name string, group []*node) {
	writeJSONString(b, name)
	b.WriteByte(':')
	if len(group) == 1 && !listed[name] {
		writeJSON(b, group[0])
		return
	}
	b.WriteByte('[')
	for i, c := range group {
		if i > 0 {
			b.WriteByte(',')
		}
		writeJSON(b, c)
	}
	b.WriteByte(']')
}

func writeJSONString(b *bytes.Buffer, s string) {
	if isPlain(s) {
		b.WriteByte('"')
		b.WriteString(s)
		b.WriteByte('"')
		return
	}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string into a buffer cannot fail
	b.Truncate(b.Len() - 1)
}

// isPlain tells whether a string stands in JSON as it is.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
