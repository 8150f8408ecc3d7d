package teletext

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
)

// MaxPart limits the size of documents that are cut, in bytes, far above any page's.
const MaxPart = 256 << 20

// Errors of PartJSON and PartXML.
var (
	ErrNoSubpage = errors.New("the document holds no such subpage")
	ErrNoCut     = errors.New("the document's subpages cannot be told apart")
)

// byteOrderMark is written by some programs at the start of UTF-8. It has no meaning.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// An extent is the range of bytes of a subpage's node in the document, and the subpage's number as in [Page].
type extent struct{ from, to, number int }

// PartJSON removes the nodes of all subpages but one from a page document in JSON. All other bytes stay as they are,
// except for the commas and spaces between the nodes. It fails with ErrNoSubpage, ErrNoCut, or an error of the JSON.
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

// subpagesJSON returns the extents of the elements of the array of subpages, or of the only object.
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

// numberJSON sets the numbers of subpages. It fails if one is neither an object nor a string.
func numberJSON(data []byte, nodes []extent) error {
	for i, n := range nodes {
		if data[n.from] == '[' {
			return ErrNoCut
		}
		element := &node{}
		sc := jsonScanner{data: data[n.from:n.to], warnings: &warnings{}}
		if data[n.from] == '{' && sc.object(element, 0) != nil {
			return ErrNoCut
		}
		nodes[i].number = statedNumber(element, &warnings{})
	}
	numberExtents(nodes)
	return nil
}

// numberExtents replaces the numbers that subpages state by those of [Page].
func numberExtents(nodes []extent) {
	stated := make([]int, len(nodes))
	for i, n := range nodes {
		stated[i] = n.number
	}
	for i, number := range numberSubpages(stated) {
		nodes[i].number = number
	}
}

// namedJSON returns the extents of an object's values of a name. For an array of objects it returns the first of them,
// except for subpages, for which it returns the whole array.
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
		if key != name || data[value.from] == 'n' { // null counts as absent
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

// nextJSON skips the next value and returns its extent.
func nextJSON(dec *json.Decoder, offset int) (extent, error) {
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return extent{}, err
	}
	to := offset + int(dec.InputOffset())
	return extent{from: to - len(raw), to: to}, nil
}

// PartXML is [PartJSON] for XML. The line breaks and spaces before a node are removed with it.
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

// subpagesXML returns the extents of the subpage elements of the document's page, with their numbers.
func subpagesXML(data []byte) ([]extent, error) {
	f := extentFinder{dec: xml.NewDecoder(bytes.NewReader(data))}
	for {
		from := int(f.dec.InputOffset())
		token, err := f.dec.Token()
		if errors.Is(err, io.EOF) {
			numberExtents(f.nodes)
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

// An extentFinder walks through a document in XML and collects the extents of its subpages.
type extentFinder struct {
	dec   *xml.Decoder
	path  []string // names of the open elements
	pages int      // number of page elements so far
	nodes []extent
}

// start handles an element that starts at a byte. A subpage of the first page is skipped as a whole.
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
	f.nodes = append(f.nodes, extent{from: from, number: statedNumber(elementNode(t, &warnings{}), &warnings{})})
	if err := f.dec.Skip(); err != nil {
		return err
	}
	f.path = f.path[:len(f.path)-1]
	f.nodes[len(f.nodes)-1].to = int(f.dec.InputOffset())
	return nil
}

// isPage reports whether a path of elements is that of a page: within a root named teletext, or the root itself.
func isPage(path []string) bool {
	return len(path) == 2 && path[0] == "teletext" && path[1] == "page" || len(path) == 1 && path[0] == "page"
}
