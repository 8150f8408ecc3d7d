package atspi

import (
	"errors"
	"slices"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

var (
	errBusy        = errors.New("too much waits already")
	errNoClipboard = errors.New("there is no clipboard here")
)

// editable returns the interface of nodes with an editable text. The clipboard is left to the program.
func editable() face {
	return face{
		name:  prefix + "EditableText",
		has:   func(c *call) bool { return hasText(c) && c.n.Text.Set != nil },
		props: map[string]property{"version": version()},
		calls: map[string]method{
			"SetTextContents": {"s", "b", one(func(c *call) any { return c.replaceText(c.str(0)) })},
			"InsertText": {"isi", "b", one(func(c *call) any {
				at, added := c.stretch(c.int(0), c.int(0)).From, []rune(c.str(1))
				if n := int(c.int(2)); n >= 0 && n < len(added) {
					added = added[:n]
				}
				return c.replaceText(string(slices.Insert(c.text(), at, added...)))
			})},
			"DeleteText": {"ii", "b", one(func(c *call) any {
				r := c.stretch(c.int(0), c.int(1))
				return c.replaceText(string(slices.Delete(c.text(), r.From, r.Before)))
			})},
			"CopyText":  {"ii", "", func(*call) ([]any, error) { return nil, errNoClipboard }},
			"CutText":   {"ii", "b", one(never)},
			"PasteText": {"i", "b", one(never)},
		},
	}
}

// replaceText posts a replacement of the text, and reports whether it was posted.
func (c *call) replaceText(content string) bool {
	set := c.n.Text.Set
	return c.later(func() { set(content) })
}

// hypertext returns the interface of texts with links.
func hypertext() face {
	return face{
		name:  prefix + "Hypertext",
		has:   func(c *call) bool { return hasText(c) && len(c.n.Text.Links) > 0 },
		props: map[string]property{"version": version()},
		calls: map[string]method{
			"GetNLinks": {"", "i", one(func(c *call) any { return int32(len(c.n.Text.Links)) })},
			"GetLink": {"i", "(so)", func(c *call) ([]any, error) {
				i := c.int(0)
				if i < 0 || int(i) >= len(c.n.Text.Links) {
					return nil, &dbus.ErrMsgInvalidArg
				}
				return []any{c.ref(c.tree.Find(c.n.Text.Links[i].ID))}, nil
			}},
			"GetLinkIndex": {"i", "i", one(func(c *call) any {
				at := int(c.int(0))
				return int32(
					slices.IndexFunc(c.n.Text.Links, func(l access.LinkRange) bool {
						return l.From <= at && at < l.Before
					}))
			})},
		},
	}
}

// hyperlink returns the interface for a link's range in its parent's text.
func hyperlink() face {
	return face{
		name: prefix + "Hyperlink",
		has:  is(access.Link),
		props: map[string]property{
			"version":    version(),
			"NAnchors":   {signature: "n", get: func(*call) any { return int16(1) }},
			"StartIndex": {signature: "i", get: func(c *call) any { return int32(c.linkRange().From) }},
			"EndIndex":   {signature: "i", get: func(c *call) any { return int32(c.linkRange().Before) }},
		},
		calls: map[string]method{
			"GetObject": {"i", "(so)", func(c *call) ([]any, error) {
				if c.int(0) != 0 {
					return nil, &dbus.ErrMsgInvalidArg
				}
				return []any{c.ref(c.n)}, nil
			}},
			"GetURI":  {"i", "s", one(func(*call) any { return "" })},
			"IsValid": {"", "b", one(func(*call) any { return true })},
		},
	}
}

// linkRange returns the node's range in its parent's text, -1 to -1 if it is no link there.
func (c *call) linkRange() access.Range {
	if p := c.tree.Parent(c.n.ID); p != nil && p.Text != nil {
		for _, l := range p.Text.Links {
			if l.ID == c.n.ID {
				return l.Range
			}
		}
	}
	return access.Range{From: -1, Before: -1}
}
