package atspi

import (
	"image"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// text returns the interface of nodes with a text. Offsets are in characters.
func text() face {
	return face{
		name: prefix + "Text",
		has:  hasText,
		props: map[string]property{
			"version":        version(),
			"CharacterCount": {signature: "i", get: func(c *call) any { return int32(len(c.text())) }},
			"CaretOffset":    {signature: "i", get: func(c *call) any { return int32(c.n.Text.Caret) }},
		},
		calls: map[string]method{
			"GetText":              {"ii", "s", getText},
			"GetStringAtOffset":    {"iu", "sii", stringAt},
			"GetTextBeforeOffset":  {"iu", "sii", byBoundary(access.Ahead)},
			"GetTextAtOffset":      {"iu", "sii", byBoundary(access.Around)},
			"GetTextAfterOffset":   {"iu", "sii", byBoundary(access.After)},
			"GetCharacterAtOffset": {"i", "i", one(characterAt)},
			"SetCaretOffset": {"i", "b", one(func(c *call) any {
				at, set := c.stretch(c.int(0), c.int(0)).From, c.n.Text.SetCaret
				return set != nil && c.later(func() { set(at) })
			})},
			"GetAttributeValue":      {"is", "s", one(func(c *call) any { return c.textAttributes()[c.str(1)] })},
			"GetAttributes":          {"i", "a{ss}ii", attributeRun},
			"GetAttributeRun":        {"ib", "a{ss}ii", attributeRun},
			"GetDefaultAttributes":   {"", "a{ss}", one(func(c *call) any { return c.textAttributes() })},
			"GetDefaultAttributeSet": {"", "a{ss}", one(func(c *call) any { return c.textAttributes() })},
			"GetCharacterExtents": {"iu", "iiii", func(c *call) ([]any, error) {
				at := int(c.int(0))
				return c.extents(access.Range{From: at, Before: at + 1}, c.uint(1))
			}},
			"GetRangeExtents": {"iiu", "iiii", func(c *call) ([]any, error) {
				return c.extents(c.stretch(c.int(0), c.int(1)), c.uint(2))
			}},
			"GetOffsetAtPoint": {"iiu", "i", offsetAt},
			"GetBoundedRanges": {"iiiiuuu", "a(iisv)", boundedRanges},
			"GetNSelections": {"", "i", one(func(c *call) any {
				if c.selection() == (access.Range{}) {
					return int32(0)
				}
				return int32(1)
			})},
			"GetSelection": {"i", "ii", func(c *call) ([]any, error) {
				r := c.selection()
				if c.int(0) != 0 {
					return nil, &dbus.ErrMsgInvalidArg
				}
				return []any{int32(r.From), int32(r.Before)}, nil
			}},
			"AddSelection":           {"ii", "b", one(func(c *call) any { return c.selectText(0, 0) })},
			"SetSelection":           {"iii", "b", one(func(c *call) any { return c.selectText(c.int(0), 1) })},
			"RemoveSelection":        {"i", "b", one(removeSelection)},
			"ScrollSubstringTo":      {"iiu", "b", one(never)},
			"ScrollSubstringToPoint": {"iiuii", "b", one(never)},
		},
	}
}

// characterAt returns the character at an offset, 0 if there is none.
func characterAt(c *call) any {
	if i, t := int(c.int(0)), c.text(); i >= 0 && i < len(t) {
		return t[i]
	}
	return int32(0)
}

func hasText(c *call) bool { return c.n != nil && c.n.Text != nil }

// text returns the node's text in characters, clean for D-Bus.
func (c *call) text() []rune {
	t := []rune(c.n.Text.Content)
	for i, r := range t {
		if r == 0 {
			t[i] = '\uFFFD'
		}
	}
	return t
}

// stretch returns a range of the text; -1 stands for the end.
func (c *call) stretch(from, before int32) access.Range {
	n := len(c.text())
	place := func(at int32) int {
		if at == -1 {
			return n
		}
		return min(max(int(at), 0), n)
	}
	r := access.Range{From: place(from), Before: place(before)}
	r.Before = max(r.From, r.Before)
	return r
}

func getText(c *call) ([]any, error) {
	r := c.stretch(max(c.int(0), 0), c.int(1))
	return []any{string(c.text()[r.From:r.Before])}, nil
}

// cut returns a range of the text, and its offsets.
func cut(t []rune, r access.Range) ([]any, error) {
	return []any{string(t[r.From:r.Before]), int32(r.From), int32(r.Before)}, nil
}

// stringAt returns the text around an offset by AtspiTextGranularity.
func stringAt(c *call) ([]any, error) {
	units := []access.Unit{access.Character, access.Word, access.Sentence, access.Line, access.Line}
	u := c.uint(1)
	if int64(u) >= int64(len(units)) {
		return nil, &dbus.ErrMsgInvalidArg
	}
	t := c.text()
	return cut(t, access.Around(t, c.offset(), units[u]))
}

// byBoundary makes a handler that returns a part of the text by AtspiTextBoundaryType.
func byBoundary(find func([]rune, int, access.Unit) access.Range) func(*call) ([]any, error) {
	return func(c *call) ([]any, error) {
		units := []access.Unit{
			access.Character, access.Word, access.WordEnd, access.Sentence,
			access.SentenceEnd, access.Line, access.LineEnd,
		}
		u := c.uint(1)
		if int64(u) >= int64(len(units)) {
			return nil, &dbus.ErrMsgInvalidArg
		}
		t := c.text()
		return cut(t, find(t, c.offset(), units[u]))
	}
}

// offset returns the first argument as an offset: -1 stands for the end, and -2 for the caret.
func (c *call) offset() int {
	at := c.int(0)
	if at == -2 {
		at = int32(max(c.n.Text.Caret, 0))
	}
	return c.stretch(at, at).From
}

// textAttributes returns the attributes of the whole text.
func (c *call) textAttributes() map[string]string {
	list := map[string]string{}
	if l := c.language(); l != "" {
		list["language"] = l
	}
	return list
}

func attributeRun(c *call) ([]any, error) {
	return []any{c.textAttributes(), int32(0), int32(len(c.text()))}, nil
}

// onCanvas returns the bounds of a range on the canvas: those of the node if nothing better is known.
func (c *call) onCanvas(r access.Range) image.Rectangle {
	if c.n.Text.Extents == nil {
		return c.n.Bounds
	}
	return c.n.Text.Extents(r)
}

func (c *call) extents(r access.Range, kind uint32) ([]any, error) {
	if r.From < 0 || r.Before > len(c.text()) || r.From >= r.Before {
		r = access.Range{From: len(c.text()), Before: len(c.text())} // as of a caret at the end
	}
	at, err := c.toKind(c.onCanvas(r), kind)
	return []any{int32(at.Min.X), int32(at.Min.Y), int32(at.Dx()), int32(at.Dy())}, err
}

// offsetAt returns the offset of the character at a point, -1 for none. It searches lines first, then characters.
func offsetAt(c *call) ([]any, error) {
	p, err := c.point(c.int(0), c.int(1), c.uint(2))
	t := c.text()
	if err != nil || c.n.Text.Extents == nil {
		return []any{int32(-1)}, err
	}
	for at := 0; at < len(t); {
		line := access.Around(t, at, access.Line)
		if p.In(c.onCanvas(line)) {
			for i := line.From; i < line.Before; i++ {
				if p.In(c.onCanvas(access.Range{From: i, Before: i + 1})) {
					return []any{int32(i)}, nil
				}
			}
		}
		at = line.Before
	}
	return []any{int32(-1)}, nil
}

// A bounded is a range of a text within a rectangle.
type bounded struct {
	From, Before int32
	Text         string
	Data         dbus.Variant
}

// boundedRanges returns the lines that overlap a rectangle.
func boundedRanges(c *call) ([]any, error) {
	p, err := c.point(c.int(0), c.int(1), c.uint(4))
	wanted := image.Rect(0, 0, int(c.int(2)), int(c.int(3))).Add(p)
	list, t := []bounded{}, c.text()
	for at := 0; at < len(t); {
		line := access.Around(t, at, access.Line)
		if c.onCanvas(line).Overlaps(wanted) {
			list = append(list, bounded{
				int32(line.From), int32(line.Before), string(t[line.From:line.Before]), dbus.MakeVariant(""),
			})
		}
		at = line.Before
	}
	return []any{list}, err
}

// selection returns the selected range of the text, the zero range for none.
func (c *call) selection() access.Range {
	n, r := len(c.text()), c.n.Text.Selected
	r = access.Range{From: min(max(r.From, 0), n), Before: min(max(r.Before, 0), n)}
	if r.From >= r.Before {
		return access.Range{}
	}
	return r
}

// selectText selects the range in the arguments from index first on. Only selection number 0 exists. It reports whether
// the selection was posted.
func (c *call) selectText(number int32, first int) bool {
	r, set := c.stretch(c.int(first), c.int(first+1)), c.n.Text.Select
	return number == 0 && set != nil && c.later(func() { set(r) })
}

func removeSelection(c *call) any {
	r, set := c.selection(), c.n.Text.Select
	return c.int(0) == 0 && r != access.Range{} && set != nil &&
		c.later(func() { set(access.Range{From: r.Before, Before: r.Before}) })
}
