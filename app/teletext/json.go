package teletext

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// DecodeJSON decodes a page document in JSON, with or without a byte order mark. It fails with ErrNoPage,
// ErrTooDeep or an error of the JSON; other deviations are tolerated, and listed in the page's Warnings.
func DecodeJSON(data []byte) (*Page, error) {
	w := &warnings{}
	data = bytes.TrimPrefix(data, byteOrderMark)
	if !utf8.Valid(data) {
		w.warn(EncodingWarning("UTF-8"))
	}
	root := &node{}
	sc := jsonScanner{data: data, warnings: w}
	if err := sc.document(root); err != nil {
		return nil, fmt.Errorf("reading JSON: %w", err)
	}
	return pageFrom(root, w)
}

// EncodeJSON encodes the page document in JSON as the service does: every scalar is a string, blank texts are
// left out, and a line with one run has an object instead of an array.
func (p *Page) EncodeJSON() ([]byte, error) {
	var b bytes.Buffer
	writeJSON(&b, &node{children: []*node{p.tree()}})
	return b.Bytes(), nil
}

// listed has the elements that stand in an array even if there is only one.
var listed = map[string]bool{"subpage": true, "content": true, "line": true}

func writeJSON(b *bytes.Buffer, n *node) {
	b.WriteByte('{')
	comma := ""
	for _, a := range n.attrs {
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
	if isASCII(s) && !strings.ContainsAny(s, `"\`) {
		b.WriteByte('"')
		b.WriteString(s)
		b.WriteByte('"')
		return
	}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // encoding a string to a buffer cannot fail
	b.Truncate(b.Len() - 1)
}
