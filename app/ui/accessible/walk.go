package accessible

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sextant/app/access"
	"sextant/widgets/core"
)

// A walk is the traversal of a window.
type walk struct {
	describer *Describer
	canvas    fyne.Canvas
	scale     float32 // pixels in a unit of the toolkit
	focus     fyne.Focusable
	covered   bool         // the current object is below an overlay that has all keys
	focused   bool         // the focused object was found
	claimed   bool         // the focused object has no node, so its parent stands for it
	rests     *access.Node // the node that gets the keys if nothing is focused, nil for none
}

// A place is the context of visited objects: their parent's position in the window, the part of the window in which
// they are visible, and their label.
type place struct {
	at    fyne.Position
	clip  area
	label core.Label
}

// An area is a part of a window, in units of the toolkit.
type area struct{ left, top, right, bottom float32 }

func areaOf(at fyne.Position, size fyne.Size) area {
	return area{at.X, at.Y, at.X + size.Width, at.Y + size.Height}
}

func (a area) within(b area) area {
	return area{max(a.left, b.left), max(a.top, b.top), min(a.right, b.right), min(a.bottom, b.bottom)}
}

func (a area) empty() bool { return a.left >= a.right || a.top >= a.bottom }

// pixels converts an area to pixels.
func (w *walk) pixels(a area) image.Rectangle { return pixels(a, w.scale) }

func pixels(a area, scale float32) image.Rectangle {
	px := func(v float32) int { return int(math.Round(float64(v * scale))) }
	return image.Rect(px(a.left), px(a.top), px(a.right), px(a.bottom))
}

// visit describes an object and its children.
func (w *walk) visit(in place, o fyne.CanvasObject, into *[]*access.Node) {
	if !o.Visible() {
		return
	}
	in.at = in.at.Add(o.Position())
	switch o := o.(type) {
	case *fyne.Container:
		w.container(in, o, into)
	case core.Accessible:
		w.accessible(in, o, o.(fyne.CanvasObject), into)
	case *container.Scroll:
		in.clip = in.clip.within(areaOf(in.at, o.Size()))
		w.visit(in, o.Content, into)
	case *widget.Label:
		w.words(in, o, o.Text, into)
	case *canvas.Text:
		w.words(in, o, o.Text, into)
	}
}

// container describes the children of a container, and the container itself if its layout has a description.
func (w *walk) container(in place, c *fyne.Container, into *[]*access.Node) {
	if t, is := c.Layout.(core.Accessible); is {
		var info core.Accessibility
		t.Describe(&info)
		n := w.node(in, c, &info)
		w.objects(in, c, &n.Children)
		*into = append(*into, n)
		return
	}
	w.objects(in, c, into)
}

func (w *walk) objects(in place, c *fyne.Container, into *[]*access.Node) {
	labels, _ := c.Layout.(core.Labeler)
	around := in.label
	for _, o := range c.Objects {
		if labels != nil {
			in.label = labels.Label(o, around)
		}
		w.visit(in, o, into)
	}
}

// words describes a text or label of the toolkit.
func (w *walk) words(in place, o fyne.CanvasObject, words string, into *[]*access.Node) {
	if words == "" || o.Size().IsZero() {
		return
	}
	info := core.Accessibility{
		Node: access.Node{Role: access.Label, Name: words, Text: &access.Text{Content: words, Caret: -1}},
	}
	*into = append(*into, w.node(in, o, &info))
}

// accessible describes a widget with a description.
func (w *walk) accessible(in place, t core.Accessible, o fyne.CanvasObject, into *[]*access.Node) {
	if size := o.Size(); size.Width <= 0 || size.Height <= 0 {
		return // it is not part of the tree
	}
	var info core.Accessibility
	t.Describe(&info)
	if info.Role == access.Unknown {
		w.inside(in, o, &info, into)
		if f, is := o.(fyne.Focusable); is && f == w.focus && !w.focused {
			w.claimed = true
		}
		return
	}
	n := w.node(in, o, &info)
	w.text(n, in, nil, info.Extents)
	w.keyboard(n, o)
	label(n, &info, in.label)
	w.inside(in, o, &info, &n.Children)
	if f, is := o.(fyne.Focusable); (w.claimed || is && f == w.focus) && !w.focused && !w.covered {
		n.States |= access.Focused
		w.focused, w.claimed = true, false
	}
	if info.Rests && !w.covered {
		w.rests = n
	}
	w.cover(n)
	*into = append(*into, n)
}

// inside describes the parts and children of a widget.
func (w *walk) inside(in place, o fyne.CanvasObject, info *core.Accessibility, into *[]*access.Node) {
	for i := range info.Parts {
		*into = append(*into, w.part(in, o, &info.Parts[i]))
	}
	for _, child := range info.Within {
		w.visit(in, child, into)
	}
}

// node makes the node of an object.
func (w *walk) node(in place, o fyne.CanvasObject, info *core.Accessibility) *access.Node {
	n := &info.Node
	n.ID = w.describer.id(o, core.PartKey{})
	at, size := in.at, o.Size()
	if !info.Size.IsZero() {
		at, size = at.Add(info.At), info.Size
	}
	w.placeNode(n, in, areaOf(at, size))
	return n
}

// placeNode sets the bounds of a node, and whether it is visible.
func (w *walk) placeNode(n *access.Node, in place, a area) {
	if seen := a.within(in.clip); !seen.empty() {
		a = seen
	} else {
		n.States |= access.Hidden
	}
	n.Bounds = w.pixels(a)
}

// part makes the node of a part of a widget, with the parts in it.
func (w *walk) part(in place, o fyne.CanvasObject, p *core.Part) *access.Node {
	n := &p.Node
	n.ID = w.describer.id(o, p.Same)
	w.placeNode(n, in, areaOf(in.at.Add(p.At), p.Size))
	for i := range p.Parts {
		n.Children = append(n.Children, w.part(in, o, &p.Parts[i]))
	}
	w.text(n, in, p.Links, p.Extents)
	if n.States.Has(access.Focused) && !w.covered {
		w.focused = true
	}
	w.cover(n)
	return n
}

// text sets the ranges of a text's links, and the bounds of its characters.
func (w *walk) text(n *access.Node, in place, links []access.Range, extents core.Extents) {
	for i, r := range links {
		n.Text.Links = append(n.Text.Links, access.LinkRange{Range: r, ID: n.Children[i].ID})
	}
	if at, scale := in.at, w.scale; extents != nil {
		n.Text.Extents = func(r access.Range) image.Rectangle {
			pos, size := extents(r)
			return pixels(areaOf(at.Add(pos), size), scale)
		}
	}
}

// keyboard sets whether a node is enabled, focusable and focused.
func (w *walk) keyboard(n *access.Node, o fyne.CanvasObject) {
	off, is := o.(fyne.Disableable)
	disabled := is && off.Disabled()
	switch usable := o.(type) {
	case interface{ Enabled() bool }: // not focusable, but it may be clicked
		if !usable.Enabled() {
			n.States |= access.Disabled
		}
	default:
		if disabled {
			n.States |= access.Disabled
		}
	}
	if f, is := o.(fyne.Focusable); is && !disabled && n.Focus == nil {
		c := w.canvas
		n.Focus = func() { c.Focus(f) }
	}
	if n.Focus != nil {
		n.States |= access.Focusable
	}
}

// label sets a control's name and description from the words beside it.
func label(n *access.Node, info *core.Accessibility, l core.Label) {
	switch n.Role {
	case access.Label, access.Status, access.Heading, access.Picture:
		return
	}
	switch {
	case l.Name == "" || l.Name == n.Name:
	case info.Stopgap && n.Role == access.ComboBox:
		n.Name = l.Name
	case info.Stopgap:
		n.Name, n.Description = l.Name, core.Joined(n.Name, n.Description)
	default:
		n.Description = core.Joined(l.Name, n.Description)
	}
	n.Description = core.Joined(n.Description, l.Description)
	if l.Invalid {
		n.States |= access.Invalid
	}
}

// cover removes actions and focus from a node below an overlay that has all keys.
func (w *walk) cover(n *access.Node) {
	if !w.covered {
		return
	}
	n.States &^= access.Focusable | access.Focused | access.Selectable
	n.Focus, n.Choose, n.Actions = nil, nil, nil
	if n.Text != nil {
		n.Text.Set, n.Text.SetCaret, n.Text.Select = nil, nil, nil
	}
	if n.Value != nil {
		n.Value.Set = nil
	}
}
