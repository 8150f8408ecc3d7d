package teletext

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// DecodeXML decodes a page document in XML. Its errors are those of DecodeJSON.
func DecodeXML(data []byte) (*Page, error) {
	w := &warnings{}
	dec := xml.NewDecoder(bytes.NewReader(data))
	dec.CharsetReader = latin1Reader
	root := &node{}
	if err := readXML(dec, root, w); err != nil {
		return nil, fmt.Errorf("reading XML: %w", err)
	}
	return pageFrom(root, w)
}

// latin1Reader decodes ISO-8859-1 and its part US-ASCII, and Windows-1252 but for its quotes and dashes. Documents of a
// service come in UTF-8, whatever they were in.
func latin1Reader(label string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "iso-8859-1", "latin1", "us-ascii", "windows-1252":
	default:
		return nil, fmt.Errorf("the encoding %q is not known", label)
	}
	data, err := io.ReadAll(r)
	text := make([]rune, len(data))
	for i, b := range data {
		text[i] = rune(b)
	}
	return strings.NewReader(string(text)), err
}

// readXML reads the whole document into children of root.
func readXML(dec *xml.Decoder, root *node, w *warnings) error {
	open := []*node{root}
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		top := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) > maxDepth {
				return ErrTooDeep
			}
			child := elementNode(t, w)
			top.children = append(top.children, child)
			open = append(open, child)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.addCharData(string(t), w)
		}
	}
}

func elementNode(t xml.StartElement, w *warnings) *node {
	n := &node{name: t.Name.Local}
	for _, a := range t.Attr {
		key := a.Name.Local
		if key == "space" {
			key = "xml" // xml:space, which JSON calls xml
		}
		n.setAttr(key, w.clean(a.Value))
	}
	return n
}

// addCharData stores the text of lines and runs. White space with a line break or a tab is layout, and so are line
// breaks at the ends of a text.
func (n *node) addCharData(s string, w *warnings) {
	if n.name != "line" && n.name != "run" ||
		strings.ContainsAny(s, "\r\n\t") && strings.Trim(s, "\r\n\t ") == "" {
		return
	}
	n.text += w.clean(strings.Trim(s, "\r\n"))
}

// EncodeXML encodes the page document in XML with the specification's elements and attributes.
func (p *Page) EncodeXML() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	writeXML(&b, p.tree())
	b.WriteByte('\n')
	return b.Bytes(), nil
}

func writeXML(b *bytes.Buffer, n *node) {
	b.WriteByte('<')
	b.WriteString(n.name)
	for _, a := range n.attrs {
		key := a.key
		if key == "xml" {
			key = "xml:space"
		}
		b.WriteString(" " + key + `="`)
		_ = xml.EscapeText(b, []byte(a.value)) // writing to a buffer cannot fail
		b.WriteByte('"')
	}
	if n.text == "" && len(n.children) == 0 {
		b.WriteString("/>")
		return
	}
	b.WriteByte('>')
	_ = xml.EscapeText(b, []byte(n.text))
	for _, c := range n.children {
		writeXML(b, c)
	}
	b.WriteString("</" + n.name + ">")
}
