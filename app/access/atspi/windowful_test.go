package atspi

import (
	"fmt"
	"image"

	"github.com/godbus/dbus/v5"

	"sextant/app/access"
)

// A windowful is a window with a node of each kind, and records the actions on it.
type windowful struct {
	root *access.Node
	done []string
}

func (w *windowful) note(format string, args ...any) {
	w.done = append(w.done, fmt.Sprintf(format, args...))
}

// The nodes of a windowful.
const (
	frame access.ID = iota + 2
	page
	rowOne
	link101
	rowTwo
	list
	itemOne
	itemTwo
	labelled
	entry
	volume
	dialog
	ok
	logo
	choiceOne
	choiceTwo
	notice // appears later
)

// cells returns the rectangles of characters of 10 by 20 pixels in a row.
func cells(x, y int) func(access.Range) image.Rectangle {
	return func(r access.Range) image.Rectangle { return image.Rect(x+10*r.From, y, x+10*r.Before, y+20) }
}

func newWindowful() *windowful {
	w := &windowful{}
	node := func(id access.ID, role access.Role, name string, r image.Rectangle, below ...*access.Node) *access.Node {
		return &access.Node{ID: id, Role: role, Name: name, Bounds: r, Children: below}
	}
	link := node(link101, access.Link, "101", image.Rect(150, 50, 180, 70))
	link.Actions = []access.Action{{Name: "Open", Key: "Enter", Do: func() { w.note("open 101") }}}
	one := node(rowOne, access.Row, "Überblick 101", image.Rect(50, 50, 450, 70), link)
	one.Text = &access.Text{
		Content: "Überblick 101", Caret: -1, Extents: cells(50, 50), Links: []access.LinkRange{
			{Range: access.Range{From: 10, Before: 13}, ID: link101},
		},
	}
	two := node(rowTwo, access.Row, "Zwei. Drei.", image.Rect(50, 70, 450, 90))
	two.Text = &access.Text{Content: "Zwei. Drei.", Caret: -1, Extents: cells(50, 70)}
	p := node(page, access.Page, "Page 100", image.Rect(50, 50, 450, 550), one, two)
	p.Language = "de"
	items := make([]*access.Node, 2)
	for i := range items {
		items[i] = node(itemOne+access.ID(i), access.ListItem,
			fmt.Sprint("Service ", i+1), image.Rect(500, 50+20*i, 600, 70+20*i))
		items[i].States, items[i].Position, items[i].Count = access.Selectable, i+1, 2
		items[i].Choose = func() { w.note("choose %d", i+1) }
	}
	items[0].States |= access.Selected
	e := node(entry, access.Entry, "Page", image.Rect(500, 200, 600, 220))
	e.States = access.Focusable | access.Focused | access.Editable
	e.Focus = func() { w.note("focus entry") }
	e.Text = &access.Text{
		Content: "10\x000", Caret: 3, Selected: access.Range{From: 1, Before: 3},
		Set: func(s string) { w.note("write %s", s) }, SetCaret: func(at int) { w.note("caret %d", at) },
		Select: func(r access.Range) { w.note("select %d-%d", r.From, r.Before) },
	}
	v := node(volume, access.Slider, "Volume", image.Rect(500, 250, 600, 270))
	v.Value = &access.Value{
		Now: 30, Least: 0, Most: 100, Step: 5, Words: "30 %", Set: func(n float64) { w.note("volume %v", n) },
	}
	d := node(dialog, access.Dialog, "Question", image.Rect(100, 100, 300, 200),
		node(ok, access.Button, "OK", image.Rect(110, 150, 150, 170)))
	d.States = access.Modal
	logo := node(logo, access.Picture, "Logo", image.Rect(600, 500, 700, 600))
	logo.Description = "A ship"
	f := node(
		frame, access.Window, "Sextant – 100", image.Rect(0, 0, 800, 600),
		p, node(list, access.List, "Services", image.Rect(500, 50, 600, 150), items...),
		node(labelled, access.Label, "Page", image.Rect(450, 200, 500, 220)), e, v,
		logo,
		node(choiceOne, access.RadioButton, "A", image.Rect(0, 560, 20, 580)),
		node(choiceTwo, access.RadioButton, "B", image.Rect(20, 560, 40, 580)), d,
	)
	f.States, f.Origin = access.Active, image.Pt(1000, 200)
	w.root = node(1, access.Application, "", image.Rectangle{}, f)
	return w
}

// served returns the objects of a windowful, whose actions are done at once.
func served() (*objects, *windowful) {
	w := newWindowful()
	o := newObjects(Options{Name: "Sextant", Version: "1", Run: func(f func()) { f() }})
	s := *o.shown.Load()
	s.self, s.desktop = ":1.5", reference{":1.0", embedPath}
	o.shown.Store(&s)
	o.setTree(access.NewTree(w.root))
	return o, w
}

// at returns the path of a node.
func at(id access.ID) dbus.ObjectPath {
	if id == 1 {
		return embedPath
	}
	return pathOf(&access.Node{ID: id})
}
