package teletext

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
)

// MaxPart bounds the documents that are cut, far beyond any page's.
const MaxPart = 256 << 20

// Errors of documents from which nothing can be cut.
var (
	ErrNoSubpage = errors.New("the document holds no such subpage")
	ErrNoCut     = errors.New("the document's subpages cannot be told apart")
)

// byteOrderMark is what some programs begin UTF-8 with. It says nothing.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// An extent is where the bytes of a subpage's node are in the document, and its number as [Page] has it.
type extent struct{ from, to, number int }

// PartJSON cuts the nodes of all subpages but one out of a page document in JSON. All other bytes stay as
// they came, but for the commas and spaces between the nodes. It fails with ErrNoSubpage, with ErrNoCut, or
// with what is wrong with the JSON.
func PartJSON(data []byte, number int) ([]byte, error) {
	if len(data) > MaxPart {
		return nil, ErrNoCut
	}
	mark := len(data) - len(bytes.TrimPrefix(data, byteOrderMark))
	nodes, err := subpagesJSON(data[mark:])
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		if n.number == number {
			first, last := nodes[0], nodes[len(nodes)-1]
			return bytes.Join([][]byte{data[:mark+first.from], data[mark+n.from : mark+n.to], data[mark+last.to:]},
				nil), nil
		}
	}
	return nil, ErrNoSubpage
}

// subpagesJSON finds the elements of the one array of subpages, or the one object.
func subpagesJSON(data []byte) ([]extent, error) {
	whole := extent{0, len(data), 0}
	root, err := namedJSON(data, whole, "teletext")
	if err != nil {
		return nil, err
	}
	if len(root) == 0 {
		root = []extent{whole}
	}
	pages, err := namedJSON(data, root[0], "page")
	if err != nil || len(pages) == 0 {
		return nil, errors.Join(ErrNoCut, err)
	}
	lists, err := namedJSON(data, pages[0], "subpage")
	if err != nil || len(lists) != 1 {
		return nil, errors.Join(ErrNoCut, err)
	}
	nodes := lists
	if data[lists[0].from] == '[' {
		if nodes, err = elementsJSON(data, lists[0]); err != nil {
			return nil, err
		}
	}
	if len(nodes) == 0 {
		return nil, ErrNoSubpage
	}
	return nodes, numberJSON(data, nodes)
}

// numberJSON gives subpages their numbers. It fails where one is no object and no text.
func numberJSON(data []byte, nodes []extent) error {
	var count numbering
	for i, n := range nodes {
		if data[n.from] == '[' {
			return ErrNoCut
		}
		element := &node{}
		sc := jsonScanner{data: data[n.from:n.to], warnings: &warnings{}}
		if data[n.from] == '{' && sc.object(element, 0) != nil {
			return ErrNoCut
		}
		nodes[i].number = count.nextNumber(element)
	}
	return nil
}

// namedJSON gives the values that an object has under a name. An array of objects stands for the first of
// them, but for subpages, whose array is given whole.
func namedJSON(data []byte, object extent, name string) (found []extent, err error) {
	dec := json.NewDecoder(bytes.NewReader(data[object.from:object.to]))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, errors.Join(ErrNoCut, err)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		value, err := nextJSON(dec, object.from)
		if err != nil {
			return nil, err
		}
		if key != name || data[value.from] == 'n' { // null is nothing
			continue
		}
		if data[value.from] == '[' && name != "subpage" {
			elements, err := elementsJSON(data, value)
			if err != nil || len(elements) != 1 {
				return nil, errors.Join(ErrNoCut, err)
			}
			value = elements[0]
		}
		found = append(found, value)
	}
	return found, nil
}

func elementsJSON(data []byte, array extent) (elements []extent, err error) {
	dec := json.NewDecoder(bytes.NewReader(data[array.from:array.to]))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	for dec.More() {
		e, err := nextJSON(dec, array.from)
		if err != nil {
			return nil, err
		}
		elements = append(elements, e)
	}
	return elements, nil
}

// nextJSON passes over the next value and returns where it is.
func nextJSON(dec *json.Decoder, offset int) (extent, error) {
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return extent{}, err
	}
	to := offset + int(dec.InputOffset())
	return extent{from: to - len(raw), to: to}, nil
}

// PartXML does for XML what [PartJSON] does for JSON. The line breaks and spaces before a node go with it.
func PartXML(data []byte, number int) ([]byte, error) {
	if len(data) > MaxPart {
		return nil, ErrNoCut
	}
	nodes, err := subpagesXML(data)
	if err != nil {
		return nil, err
	}
	var part []byte
	at, there := 0, false
	for _, n := range nodes {
		if n.number == number {
			there = true
			continue
		}
		before := bytes.TrimRight(data[at:n.from], " \t\r\n")
		part = append(part, before...)
		at = n.to
	}
	if !there {
		return nil, ErrNoSubpage
	}
	return append(part, data[at:]...), nil
}

// subpagesXML finds the subpage elements of the document's page. Each has its number, also one that comes
// twice: the later one has a negative number then, so that it is never kept.
func subpagesXML(data []byte) ([]extent, error) {
	f := extentFinder{dec: xml.NewDecoder(bytes.NewReader(data))}
	for {
		from := int(f.dec.InputOffset())
		token, err := f.dec.Token()
		if errors.Is(err, io.EOF) {
			return f.nodes, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := f.start(t, from); err != nil {
				return nil, err
			}
		case xml.EndElement:
			f.path = f.path[:len(f.path)-1]
		}
	}
}

// An extentFinder walks through a document in XML and gathers where its subpages are.
type extentFinder struct {
	dec   *xml.Decoder
	path  []string // of elements that are open
	count numbering
	pages int // that have begun
	nodes []extent
}

// start handles an element that begins at a byte. A subpage of the first page is passed over as a whole.
func (f *extentFinder) start(t xml.StartElement, from int) error {
	if len(f.path) > maxDepth {
		return ErrTooDeep
	}
	inPage := len(f.path) > 0 && isPage(f.path)
	f.path = append(f.path, t.Name.Local)
	if isPage(f.path) {
		f.pages++
	}
	if f.pages != 1 || !inPage || t.Name.Local != "subpage" {
		return nil
	}
	f.nodes = append(f.nodes, extent{from: from, number: f.count.nextNumber(elementNode(t, &warnings{}))})
	if err := f.dec.Skip(); err != nil {
		return err
	}
	f.path = f.path[:len(f.path)-1]
	f.nodes[len(f.nodes)-1].to = int(f.dec.InputOffset())
	return nil
}

// isPage reports whether a path of elements leads to a page: inside a root named teletext, or the root itself.
func isPage(path []string) bool {
	return len(path) == 2 && path[0] == "teletext" && path[1] == "page" || len(path) == 1 && path[0] == "page"
}

// A numbering gives subpages their numbers as [DecodeJSON] does: one without a number has its place, and
// of two of a number only the first counts.
type numbering struct{ seen map[int]bool }

// nextNumber is the number of the next subpage, -1 where it does not count.
func (c *numbering) nextNumber(n *node) int {
	if c.seen == nil {
		c.seen = map[int]bool{}
	}
	number := (&warnings{}).parseNumber(n, "number")
	if n.attribute("number") == "" || number > maxSubpages {
		number = len(c.seen) + 1
	}
	if c.seen[number] {
		return -1
	}
	c.seen[number] = true
	return number
}
