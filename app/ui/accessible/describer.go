// Package accessible builds the accessibility tree of all windows: it walks through the toolkit's objects and asks each
// widget for its description. It does not depend on types of widgets.
//
// Since that takes time with each change on the screen, it is only done while a screen reader is running.
package accessible

import (
	"image"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/ui/loop"
	"sextant/widgets/core"
)

// A Loop runs functions on the UI goroutine, and reports activity there.
type Loop interface {
	Post(f func())
	Heed(f func())
	HandKeys(ask loop.AskKey)
}

// Readers are the screen readers.
type Readers interface {
	Show(*access.Tree)
	Key(k access.Key, answer func(taken bool))
}

// A Describer makes trees of the windows. It belongs to the UI goroutine, except for Wanted and KeysWanted.
type Describer struct {
	loop    Loop
	windows func() []fyne.Window
	readers Readers

	front      fyne.Window // nil while another program has the keyboard
	frontKnown bool        // of the window in front
	ids        map[thing]access.ID
	before     map[thing]access.ID // those of the previous walk
	last       access.ID
	walking    walk
	withheld   map[uint32]bool // held keys that are not reported to readers, by their codes
}

// A thing identifies what has an ID: an object of the toolkit, or a part of one. Equal parts are numbered.
type thing struct {
	of    any
	part  core.PartKey
	again int
}

// New makes a describer of the visible windows.
func New(loop Loop, windows func() []fyne.Window) *Describer {
	return &Describer{
		loop: loop, windows: windows, ids: map[thing]access.ID{},
		before: map[thing]access.ID{}, withheld: map[uint32]bool{},
	}
}

// To sets the readers that get the trees. It must be called once, before Wanted.
func (d *Describer) To(r Readers) { d.readers = r }

// Wanted starts or stops the making of trees: one at once, and another one after each activity. It may be called on any
// goroutine.
func (d *Describer) Wanted(on bool) {
	d.loop.Post(func() {
		if !on {
			d.loop.Heed(nil)
			d.ids, d.before = map[thing]access.ID{}, map[thing]access.ID{}
			return
		}
		d.loop.Heed(func() { d.readers.Show(d.Tree()) })
	})
}

// Front records that a window got or lost the focus. Until it is called, the first window counts as the one in front.
func (d *Describer) Front(w fyne.Window, front bool) {
	d.frontKnown = true
	switch {
	case front:
		d.front = w
	case d.front == w:
		d.front = nil
	}
}

// Tree makes a tree of the current contents of the windows.
func (d *Describer) Tree() *access.Tree {
	d.ids, d.before = d.before, d.ids
	clear(d.ids)
	root := &access.Node{ID: d.id(d, core.PartKey{}), Role: access.Application, Name: "Sextant"}
	for i, w := range d.windows() {
		front := w == d.front || !d.frontKnown && i == 0
		root.Children = append(root.Children, d.window(w, front))
	}
	return access.NewTree(root)
}

// id returns the ID of an object, or of a part of one, which it keeps for as long as it exists.
func (d *Describer) id(of any, part core.PartKey) access.ID {
	t := thing{of: of, part: part}
	for ; ; t.again++ {
		if _, taken := d.ids[t]; !taken {
			break
		}
	}
	id, known := d.before[t]
	if !known {
		d.last++
		id = d.last
	}
	d.ids[t] = id
	return id
}

// window describes a window with its content and overlays.
func (d *Describer) window(w fyne.Window, front bool) *access.Node {
	c := w.Canvas()
	size := c.Size()
	d.walking = walk{describer: d, canvas: c, scale: c.Scale(), focus: c.Focused()}
	n := &access.Node{
		ID: d.id(w, core.PartKey{}), Role: access.Window, Name: w.Title(),
		Bounds: d.walking.pixels(area{0, 0, size.Width, size.Height}),
	}
	if _, placed, left, top := loop.PlaceOf(w); placed {
		n.Origin = image.Pt(left, top)
	}
	layers := append([]fyne.CanvasObject{c.Content()}, c.Overlays().List()...)
	for i, o := range layers {
		d.walking.covered, d.walking.rests = i < len(layers)-1, nil
		if o != nil {
			d.walking.visit(place{clip: area{0, 0, size.Width, size.Height}}, o, &n.Children)
		}
	}
	if front {
		n.States |= access.Active
	}
	if rests := d.walking.rests; rests != nil && !d.walking.focused {
		rests.States |= access.Focused
	}
	return n
}
