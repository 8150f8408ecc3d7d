package atspi

import (
	"image"
	"slices"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// The origins of coordinates (AtspiCoordType).
const (
	toScreen = iota
	toWindow
	toParent
)

// The layers in use (AtspiComponentLayer).
const (
	widgetLayer = uint32(3)
	windowLayer = uint32(7)
)

// A rectangle is AT-SPI's rectangle.
type rectangle struct{ X, Y, Width, Height int32 }

func rectangleOf(r image.Rectangle) rectangle {
	return rectangle{int32(r.Min.X), int32(r.Min.Y), int32(r.Dx()), int32(r.Dy())}
}

// component returns the interface for a node's position and size.
func component() face {
	return face{
		name:  prefix + "Component",
		has:   func(c *call) bool { return c.n != nil && c.n != c.tree.Root },
		props: map[string]property{"version": version()},
		calls: map[string]method{
			"Contains":             {"iiu", "b", contains},
			"GetAccessibleAtPoint": {"iiu", "(so)", accessibleAt},
			"GetExtents":           {"u", "(iiii)", extents},
			"GetPosition":          {"u", "ii", position},
			"GetSize":              {"", "ii", size},
			"GetLayer": {"", "u", one(func(c *call) any {
				if c.n.Role == access.Window {
					return windowLayer
				}
				return widgetLayer
			})},
			"GetMDIZOrder": {"", "n", one(func(*call) any { return int16(-1) })},
			"GrabFocus": {"", "b", one(func(c *call) any {
				return c.n.Focus != nil && c.later(c.n.Focus)
			})},
			"GetAlpha":      {"", "d", one(func(*call) any { return 1.0 })},
			"SetExtents":    {"iiiiu", "b", one(never)},
			"SetPosition":   {"iiu", "b", one(never)},
			"SetSize":       {"ii", "b", one(never)},
			"ScrollTo":      {"u", "b", one(never)},
			"ScrollToPoint": {"uii", "b", one(never)},
		},
	}
}

// origin returns the origin of a kind of coordinates on the canvas of the node's window.
func (c *call) origin(kind uint32) (image.Point, error) {
	window := c.tree.Window(c.n.ID)
	switch kind {
	case toScreen:
		if window == nil {
			return image.Point{}, nil
		}
		return image.Point{}.Sub(window.Origin), nil
	case toWindow:
		return image.Point{}, nil
	case toParent:
		if parent := c.tree.Parent(c.n.ID); parent != nil && c.n != window {
			return parent.Bounds.Min, nil
		}
		return image.Point{}, nil
	}
	return image.Point{}, &dbus.ErrMsgInvalidArg
}

// toKind converts a rectangle of the canvas to a kind of coordinates.
func (c *call) toKind(r image.Rectangle, kind uint32) (image.Rectangle, error) {
	o, err := c.origin(kind)
	return r.Sub(o), err
}

// point converts a point in a kind of coordinates to the canvas's.
func (c *call) point(x, y int32, kind uint32) (image.Point, error) {
	o, err := c.origin(kind)
	return image.Pt(int(x), int(y)).Add(o), err
}

func contains(c *call) ([]any, error) {
	p, err := c.point(c.int(0), c.int(1), c.uint(2))
	return []any{p.In(c.n.Bounds)}, err
}

// accessibleAt returns the innermost visible node at a point.
func accessibleAt(c *call) ([]any, error) {
	p, err := c.point(c.int(0), c.int(1), c.uint(2))
	return []any{c.ref(innermost(c.n, p))}, err
}

func innermost(n *access.Node, p image.Point) *access.Node {
	if n.States.Has(access.Hidden) {
		return nil
	}
	for _, child := range slices.Backward(n.Children) { // the last one is drawn above the others
		if found := innermost(child, p); found != nil {
			return found
		}
	}
	if p.In(n.Bounds) {
		return n
	}
	return nil
}

func extents(c *call) ([]any, error) {
	r, err := c.toKind(c.n.Bounds, c.uint(0))
	return []any{rectangleOf(r)}, err
}

func position(c *call) ([]any, error) {
	r, err := c.toKind(c.n.Bounds, c.uint(0))
	return []any{int32(r.Min.X), int32(r.Min.Y)}, err
}

func size(c *call) ([]any, error) {
	return []any{int32(c.n.Bounds.Dx()), int32(c.n.Bounds.Dy())}, nil
}

// picture returns the additional interface of pictures.
func picture() face {
	return face{
		name: prefix + "Image",
		has:  is(access.Picture),
		props: map[string]property{
			"version": version(),
			"ImageDescription": {signature: "s", get: func(c *call) any {
				if c.n.Description != "" {
					return clean(c.n.Description)
				}
				return c.name(c.n)
			}},
			"ImageLocale": {signature: "s", get: func(c *call) any { return c.language() }},
		},
		calls: map[string]method{
			"GetImageExtents":  {"u", "(iiii)", extents},
			"GetImagePosition": {"u", "ii", position},
			"GetImageSize":     {"", "ii", size},
		},
	}
}

// document returns the additional interface of pages.
func document() face {
	return face{
		name: prefix + "Document",
		has:  is(access.Page),
		props: map[string]property{
			"version":           version(),
			"CurrentPageNumber": {signature: "i", get: func(*call) any { return int32(-1) }},
			"PageCount":         {signature: "i", get: func(*call) any { return int32(-1) }},
		},
		calls: map[string]method{
			"GetLocale": {"", "s", one(func(c *call) any { return c.language() })},
			"GetAttributeValue": {"s", "s", one(func(c *call) any {
				return c.documentAttributes()[c.str(0)]
			})},
			"GetAttributes":     {"", "a{ss}", one(func(c *call) any { return c.documentAttributes() })},
			"GetTextSelections": {"", "a((so)i(so)ib)", one(func(*call) any { return []textSelection{} })},
			"SetTextSelections": {"a((so)i(so)ib)", "b", one(never)},
		},
	}
}

func (c *call) documentAttributes() map[string]string {
	return map[string]string{"Title": c.name(c.n), "Language": c.language()}
}

// A textSelection is a selected part of a document.
type textSelection struct {
	From reference
	At   int32
	To   reference
	End  int32
	Back bool
}
