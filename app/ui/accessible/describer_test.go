package accessible

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"sextant/app/access"
	"sextant/app/ui/loop"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

func TestMain(m *testing.M) { widgettest.Main(m, core.Theme()) }

// now is a loop that runs posted functions at once.
type now struct {
	heed func()
	ask  loop.AskKey
}

func (*now) Post(f func())   { f() }
func (n *now) Heed(f func()) { n.heed = f }

func (n *now) HandKeys(ask loop.AskKey) { n.ask = ask }

func named(tree *access.Tree, name string) *access.Node {
	var find func(n *access.Node) *access.Node
	find = func(n *access.Node) *access.Node {
		if n.Name == name {
			return n
		}
		for _, c := range n.Children {
			if f := find(c); f != nil {
				return f
			}
		}
		return nil
	}
	return find(tree.Root)
}

func button(name string) *control.PushButton {
	return control.NewPushButton(core.Keys{}, name, func() {})
}

// TestTree checks the description of a window with a layout, a scroll container and a label of the toolkit.
func TestTree(t *testing.T) {
	hidden, low := button("Hidden"), button("Low")
	hidden.Hide()
	group := container.New(core.Grouped(&core.FillColumn{}, access.ToolBar, "Tools"), button("First"), hidden)
	tall := container.NewVBox(widget.NewLabel("Words"), widgettest.Box(100, 400), low)
	w := widgettest.Show(t, container.NewBorder(group, nil, nil, nil, container.NewVScroll(tall)), 300, 200)
	w.SetTitle("A window")
	d := New(&now{}, func() []fyne.Window { return []fyne.Window{w} })
	tree := d.Tree()
	if window := named(tree, "A window"); window.Role != access.Window || window.Bounds != image.Rect(0, 0, 300, 200) ||
		!window.States.Has(access.Active) || len(window.Children) != 3 {
		t.Fatalf("the window is %+v", window)
	}
	if first := named(tree, "First"); tree.Parent(first.ID).Name != "Tools" || !first.States.Has(access.Focusable) {
		t.Errorf("the first button is %+v", first)
	}
	if words := named(tree, "Words"); words.Role != access.Label ||
		words.States.Has(access.Hidden) || !words.Bounds.In(image.Rect(0, 0, 300, 200)) {
		t.Errorf("the words are %+v", words)
	}
	if named(tree, "Hidden") != nil {
		t.Error("what is hidden is described")
	}
	if out := named(tree, "Low"); !out.States.Has(access.Hidden | access.Focusable) {
		t.Errorf("what is out of view is %+v", out)
	}
	named(tree, "Low").Focus()
	if f := d.Tree().Focused(); f == nil || f.Name != "Low" || w.Canvas().Focused() != low {
		t.Errorf("the keyboard is at %+v", f)
	}
}

// TestIDs checks that an object keeps its ID as long as it exists, and that IDs are not used again.
func TestIDs(t *testing.T) {
	box := container.NewVBox(button("One"), button("Two"))
	w := widgettest.Show(t, box, 300, 200)
	d := New(&now{}, func() []fyne.Window { return []fyne.Window{w} })
	one, two := named(d.Tree(), "One").ID, named(d.Tree(), "Two").ID
	box.Objects[0], box.Objects[1] = box.Objects[1], button("Three")
	box.Refresh()
	tree := d.Tree()
	if named(tree, "Two").ID != two || named(tree, "Three").ID <= max(one, two) || tree.Find(one) != nil {
		t.Errorf("one had %d and two %d; now two has %d and three %d",
			one, two, named(tree, "Two").ID, named(tree, "Three").ID)
	}
	if len(d.ids) != tree.Len() {
		t.Errorf("%d IDs are kept of %d things", len(d.ids), tree.Len())
	}
}

// TestFront checks which window is described as the active one.
func TestFront(t *testing.T) {
	first, second := test.NewWindow(button("One")), test.NewWindow(button("Two"))
	defer first.Close()
	defer second.Close()
	d := New(&now{}, func() []fyne.Window { return []fyne.Window{first, second} })
	active := func() (list []int) {
		for i, w := range d.Tree().Root.Children {
			if w.States.Has(access.Active) {
				list = append(list, i)
			}
		}
		return list
	}
	for i, c := range []struct {
		window fyne.Window
		front  bool
		want   int // index of the active window, -1 for none
	}{{nil, false, 0}, {second, true, 1}, {first, false, 1}, {second, false, -1}, {first, true, 0}} {
		if c.window != nil {
			d.Front(c.window, c.front)
		}
		if got := active(); len(got) > 1 || len(got) == 0 && c.want >= 0 || len(got) == 1 && got[0] != c.want {
			t.Errorf("step %d: in front are %v", i, got)
		}
	}
}

// TestWanted checks that trees are only shown while they are wanted.
func TestWanted(t *testing.T) {
	w := widgettest.Show(t, button("One"), 300, 200)
	l, r := &now{}, &keyReader{}
	d := New(l, func() []fyne.Window { return []fyne.Window{w} })
	d.To(r)
	if l.heed != nil {
		t.Error("it starts unasked")
	}
	d.Wanted(true)
	l.heed()
	d.Wanted(false)
	if r.trees != 1 || l.heed != nil || len(d.ids) != 0 {
		t.Errorf("shown %d times; it goes on: %t", r.trees, l.heed != nil)
	}
}
