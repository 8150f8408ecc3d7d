package window

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sextant/app/access"
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/teletext"
	"sextant/app/testkit/race"
	"sextant/app/ui/accessible"
	"sextant/app/ui/command"
	"sextant/app/ui/find"
	"sextant/app/ui/host"
	"sextant/app/ui/hosttest"
	"sextant/app/ui/sound"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/widgettest"
)

// describer returns a Describer of one window.
func describer(w *Window) *accessible.Describer {
	return accessible.New(nil, func() []fyne.Window { return []fyne.Window{w.win} })
}

// nodes returns a node and all nodes below it.
func nodes(n *access.Node) []*access.Node {
	list := []*access.Node{n}
	for _, c := range n.Children {
		list = append(list, nodes(c)...)
	}
	return list
}

// startDemo returns a window with the demo's first page, and its host.
func startDemo(t testing.TB) (*Window, *hosttest.Host) {
	t.Helper()
	h := hosttest.New(t)
	w := newWindowOn(t, h.Do)
	w.win.Resize(fyne.NewSize(1200, 800))
	goTo(t, w, h, browse.Home)
	return w, h
}

// goTo shows a page of the demo.
func goTo(t testing.TB, w *Window, h *hosttest.Host, number int) {
	t.Helper()
	w.GoTo(teletext.Place{Page: number})
	h.Until(t, "the page", func() bool {
		scene, _, _ := w.page.Shown()
		return scene.Page == number && scene.Grid != nil
	})
	w.Canvas().Capture() // the positions of cells are known once they are drawn
}

// opened returns functions that open each panel, dialog and menu of a window.
func opened(t *testing.T) map[string]func(w *Window) {
	cases := map[string]func(w *Window){
		"window": func(*Window) {},
		"list":   func(w *Window) { w.panels.toggleDownloads() },
		"keypad": func(w *Window) { w.panels.toggleKeypad() },
		"player": func(w *Window) { w.panels.showPlayer(true) },
		"strip":  func(w *Window) { w.panels.showDayStrip(true) },
		"full":   func(w *Window) { w.panels.setFull(true) },
		"keys":   func(w *Window) { w.table.Press(command.Char('?')) },
		"undo":   func(w *Window) { w.OfferUndo("“The Long Watch: the first week” is out of the queue.", func() {}) },
		"quit":   func(w *Window) { w.ending.askToLose(syscall.ENOSPC) },
		"file": func(w *Window) {
			w.chooseFile(dialog.Request{
				Title: say.Text("save.title"), Action: say.Text("button.save"), Save: true, Folder: t.TempDir(),
			})
		},
		"menu":    func(w *Window) { w.keys.showMenu() },
		"context": func(w *Window) { w.keys.showContext(fyne.NewPos(10, 10)) },
		"trouble": func(w *Window) {
			w.Offer(host.AboutPage, words.Message{
				Sentence: say.Text("service.refused"),
				Hint: say.Text("service.refused.hint") + " " +
					say.Text("service.again", "When", say.Text("date.at", "Time", "18:54:28 EET")),
			}, say.Text("notice.tryAgain"), func() {})
		},
	}
	for _, id := range []string{
		"prefs.connect", "wall.open", "window.about", "window.news", "find.watches", "palette.show", "save.export",
		"media.id",
	} {
		cases[id] = func(w *Window) { w.table.Do(id) }
	}
	for tab := find.Text; tab <= find.History; tab++ {
		cases[fmt.Sprint("search, list ", tab)] = func(w *Window) { w.panels.showFinder(tab) }
	}
	for tab := sound.All; tab <= sound.Kept; tab++ {
		cases[fmt.Sprint("recordings, list ", tab)] = func(w *Window) {
			w.panels.toggleDownloads()
			w.media.Panel().Choose(tab)
		}
	}
	for page := range 7 {
		cases[fmt.Sprint("settings, page ", page)] = func(w *Window) { showSettings(w, page) }
	}
	return cases
}

// TestButtonsAreDistinct checks that no two buttons have the same name. The keypad is closed, because some of its
// buttons are also in the page bar.
func TestButtonsAreDistinct(t *testing.T) {
	cases := opened(t)
	for _, name := range []string{"window", "list", "player", "strip"} {
		w := newWindow(t)
		w.win.Resize(fyne.NewSize(921, 653))
		if w.panels.keypad.Visible() {
			w.panels.toggleKeypad()
		}
		cases[name](w)
		seen := map[string]bool{}
		for _, n := range nodes(describer(w).Tree().Root.Children[0]) {
			if n.Role != access.Button {
				continue
			}
			if seen[n.Name] {
				t.Errorf("%s: two buttons are called %q", name, n.Name)
			}
			seen[n.Name] = true
		}
		if len(seen) < 5 {
			t.Errorf("%s: only %d buttons", name, len(seen))
		}
	}
}

// unnamed reports whether a widget lies over or below others, or belongs to the toolkit, and therefore has no
// description.
func unnamed(o fyne.CanvasObject) bool {
	switch o.(type) {
	case *core.Floor, *core.Surface, *core.Wheel, *container.Scroll:
		return true
	}
	return strings.Contains(fmt.Sprintf("%T", o), "widget.") || strings.Contains(fmt.Sprintf("%T", o), "internal")
}

// TestEverythingIsExposedToReaders opens each panel, dialog and menu, and checks that everything that can be focused or
// clicked is in the accessibility tree, with a role, a name and bounds in the window, and that the toolkit gets the
// same.
func TestEverythingIsExposedToReaders(t *testing.T) {
	race.Skip(t, "it draws much on one goroutine")
	for name, open := range opened(t) {
		t.Run(name, func(t *testing.T) {
			w := newWindow(t)
			w.win.Resize(fyne.NewSize(921, 653))
			open(w)
			tree := describer(w).Tree()
			window := tree.Root.Children[0]
			count := 0
			for _, n := range nodes(window)[1:] {
				can := n.Focus != nil || len(n.Actions) > 0 || n.Value != nil
				if n.Role == access.Unknown || n.Name == "" && can {
					t.Errorf("something of role %d at %v, %q, has no name", n.Role, n.Bounds, n.Description)
				}
				if n.Bounds.Empty() || !n.States.Has(access.Hidden) && !n.Bounds.In(window.Bounds) {
					t.Errorf("%q of role %d is at %v", n.Name, n.Role, n.Bounds)
				}
				if can {
					count++
				}
			}
			if count == 0 && name != "context" { // there is no page yet that the menu could be for
				t.Error("nothing is there to be used")
			}
			layers := append([]fyne.CanvasObject{w.win.Content()}, w.Canvas().Overlays().List()...)
			for _, o := range widgettest.Seen(layers[len(layers)-1]) {
				expectExposed(t, tree, o)
			}
			if f := tree.Focused(); f == nil || f.Role == access.Window {
				t.Errorf("the keyboard is at %v", f)
			}
		})
	}
}

// expectExposed checks that an object that can be used is in the accessibility tree.
func expectExposed(t *testing.T, tree *access.Tree, o fyne.CanvasObject) {
	t.Helper()
	_, focusable := o.(fyne.Focusable)
	_, tappable := o.(fyne.Tappable)
	if at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o); !focusable && !tappable ||
		unnamed(o) || o.Size().IsZero() || at.X < 0 {
		return // hidden objects are outside of the window
	}
	described, is := o.(core.Accessible)
	if !is {
		t.Errorf("%T describes nothing", o)
		return
	}
	heard, is := o.(fyne.Accessible)
	if !is {
		t.Errorf("%T describes nothing to the toolkit", o)
		return
	}
	var of core.Accessibility
	if described.Describe(&of); of.Role == access.Unknown {
		return // a container, whose children describe themselves
	}
	if heard.AccessibilityLabel() == "" || heard.AccessibilityRole() == fyne.AccessibleRoleContainer && focusable {
		switch of.Role {
		case access.ToolBar, access.Menu, access.Panel, access.ListItem:
		default:
			t.Errorf("the toolkit hears %q of %T", heard.AccessibilityLabel(), o)
		}
	}
	for _, n := range nodes(tree.Root) {
		said := n.Name + n.Description
		if n.Value != nil {
			said += n.Value.Words
		}
		for _, c := range n.Children {
			if n.Role == access.ComboBox && c.States.Has(access.Selected) {
				said += c.Name
			}
		}
		if n.Role == of.Role && strings.Contains(said, of.Name) {
			return
		}
	}
	t.Errorf("%T, %q of role %d, is not exposed", o, of.Name, of.Role)
}

// TestPageIsExposedToReaders checks the accessibility tree of a page, and which nodes stay when another page is shown.
func TestPageIsExposedToReaders(t *testing.T) {
	w, h := startDemo(t)
	d := describer(w)
	var before *access.Tree
	var page *access.Node
	h.Until(t, "the page's rows", func() bool { // known once the page is drawn
		w.Canvas().Capture()
		before = d.Tree()
		page = ofRole(before, access.Page)
		return len(page.Children) > 0 && len(page.Children[0].Children) > 0
	})
	if !strings.Contains(page.Name, "page 100") || page.Description == "" || !page.States.Has(access.Focused) {
		t.Errorf("the page is %q, %q, states %b", page.Name, page.Description, page.States)
	}
	rows, links := 0, 0
	for _, n := range page.Children[0].Children {
		if rows++; n.Role != access.Row || utf8.RuneCountInString(n.Text.Content) != teletext.Columns ||
			strings.Contains(n.Name, "  ") {
			t.Errorf("a row is %+v", n)
		}
		for i, l := range n.Children {
			links++
			at, all := n.Text.Links[i], []rune(n.Text.Content)
			if l.Role != access.Link || l.ID != at.ID || l.Name == "" || at.From >= at.Before || at.Before > len(all) {
				t.Errorf("a link of %q is %q at %v", n.Text.Content, l.Name, at)
			}
			if box := n.Text.Extents(at.Range); !box.Overlaps(l.Bounds) {
				t.Errorf("the link %q is at %v, its characters at %v", l.Name, l.Bounds, box)
			}
		}
	}
	if rows < 5 || links == 0 {
		t.Errorf("there are %d rows and %d links", rows, links)
	}
	goTo(t, w, h, 101)
	after := d.Tree()
	if ofRole(after, access.Page).ID != page.ID || ofRole(after, access.Page).Name == page.Name {
		t.Errorf("the page is now %q", ofRole(after, access.Page).Name)
	}
	for _, role := range []access.Role{access.Window, access.ToolBar, access.Button} {
		if ofRole(after, role).ID != ofRole(before, role).ID {
			t.Errorf("what has role %d is another one", role)
		}
	}
	seen := map[access.ID]bool{}
	for _, n := range nodes(after.Root) {
		if seen[n.ID] {
			t.Errorf("%q has the ID of another", n.Name)
		}
		seen[n.ID] = true
	}
}

// TestPageTextIsExposedToReaders checks the text of a page and the positions of its lines.
func TestPageTextIsExposedToReaders(t *testing.T) {
	w, _ := startDemo(t)
	page := ofRole(describer(w).Tree(), access.Page)
	var lines []string
	at := 1
	for _, row := range page.Children[0].Children {
		line := row.Text.Content
		lines = append(lines, line)
		end := at + len([]rune(line))
		box, own := page.Text.Extents(access.Range{From: at, Before: end}),
			row.Text.Extents(access.Range{Before: end - at})
		if box != own {
			t.Errorf("%q stands at %v, its row at %v", line, box, own)
		}
		at = end + 1
	}
	if want := "\n" + strings.Join(lines, "\n"); page.Text.Content != want || page.Text.Caret != 0 {
		t.Errorf("the text is %q, not %q; the caret is at %d", page.Text.Content, want, page.Text.Caret)
	}
	first, last := page.Children[0].Children[0], page.Children[0].Children[len(lines)-1]
	box := page.Text.Extents(access.Range{From: 1, Before: at - 1})
	if !first.Bounds.Overlaps(box) || !last.Bounds.Overlaps(box) || !box.In(page.Bounds) {
		t.Errorf("all stands at %v", box)
	}
}

// TestPageChangeIsExposedAsOne shows another page. The rows must be removed and added as one node, without changes of
// single rows.
func TestPageChangeIsExposedAsOne(t *testing.T) {
	w, h := startDemo(t)
	d := describer(w)
	before := d.Tree()
	goTo(t, w, h, 101)
	after := d.Tree()
	removed, added := 0, 0
	for _, c := range access.Diff(before, after) {
		switch {
		case c.What == access.Removed:
			removed++
		case c.What == access.Added:
			added++
		case c.Node.Role == access.Row, c.Node.Role == access.Link:
			t.Errorf("%d is reported of %q", c.What, c.Node.Name)
		}
	}
	if removed != 1 || added != 1 {
		t.Errorf("%d go, and %d come", removed, added)
	}
}

// TestLinkIsExposedToReaders focuses a link of the page as a screen reader does.
func TestLinkIsExposedToReaders(t *testing.T) {
	w, _ := startDemo(t)
	d := describer(w)
	var second *access.Node
	for _, n := range nodes(d.Tree().Root) {
		if n.Role == access.Link && n.Position == 2 {
			second = n
		}
	}
	second.Focus()
	if f := d.Tree().Focused(); f.ID != second.ID || f.Role != access.Link {
		t.Errorf("the keyboard is at %q", f.Name)
	}
	if page := ofRole(d.Tree(), access.Page); page.States.Has(access.Focused) {
		t.Error("the page has the keyboard too")
	}
}

// TestCoveredWindowCannotBeReached checks that the nodes below a dialog stay, but cannot be used.
func TestCoveredWindowCannotBeReached(t *testing.T) {
	w, _ := startDemo(t)
	d := describer(w)
	before := d.Tree()
	w.table.Do("window.about")
	after := d.Tree()
	dialog := ofRole(after, access.Dialog)
	if dialog == nil || dialog.Name == "" || dialog.Description == "" || !dialog.States.Has(access.Modal) {
		t.Fatalf("the dialog is %+v", dialog)
	}
	page := ofRole(after, access.Page)
	if page.ID != ofRole(before, access.Page).ID {
		t.Error("the page is another one")
	}
	for _, n := range nodes(page) {
		if n.Focus != nil || len(n.Actions) > 0 || n.States&(access.Focusable|access.Focused) != 0 {
			t.Errorf("%q can be reached", n.Name)
		}
	}
	for f := after.Focused(); f != dialog; f = after.Parent(f.ID) {
		if f == nil {
			t.Fatal("the keyboard is not in the dialog")
		}
	}
}

// TestFieldsAreExposedToReaders checks that fields are named after their labels.
func TestFieldsAreExposedToReaders(t *testing.T) {
	w := newWindow(t)
	w.win.Resize(fyne.NewSize(921, 653))
	w.table.Do("prefs.connect")
	for _, o := range widgettest.Seen(w.Canvas().Overlays().Top()) {
		if b, is := o.(*control.PushButton); is && b.Text() == say.Text("connect.more") {
			b.Tapped(nil)
		}
	}
	d := describer(w)
	for _, name := range []string{say.Text("connection.address"), say.Text("connection.appID")} {
		if n := ofName(d.Tree(), access.Entry, name); n == nil {
			t.Errorf("there is no field %q", name)
		}
	}
	if n := ofRole(d.Tree(), access.PasswordEntry); n == nil ||
		n.Name != say.Text("connection.appKey") || n.Description == "" {
		t.Errorf("the key is %+v", n)
	}
}

// TestReadersHearTheLanguage checks that names are in the chosen language.
func TestReadersHearTheLanguage(t *testing.T) {
	for language, want := range map[string]string{
		"en": "Recordings", "fi": "Äänitteet", "sv": "Inspelningar", "de": "Aufnahmen",
	} {
		t.Run(language, func(t *testing.T) {
			speak(t, language)
			w := newWindow(t)
			w.win.Resize(fyne.NewSize(921, 653))
			n := ofName(describer(w).Tree(), access.ToggleButton, want)
			if n == nil || n.Key != say.Text("keyboard.ctrl")+"+M" {
				t.Errorf("there is no button %q with its key: %+v", want, n)
			}
		})
	}
}

func ofRole(tree *access.Tree, role access.Role) *access.Node { return ofName(tree, role, "") }

// ofName returns the first node of a role whose name contains name.
func ofName(tree *access.Tree, role access.Role, name string) *access.Node {
	for _, n := range nodes(tree.Root) {
		if n.Role == role && strings.Contains(n.Name, name) {
			return n
		}
	}
	return nil
}

// BenchmarkTree describes the window with a page and the panel of recordings.
func BenchmarkTree(b *testing.B) {
	w, h := startDemo(b)
	w.panels.toggleDownloads()
	d := describer(w)
	h.Until(b, "the recordings", func() bool { l := ofRole(d.Tree(), access.List); return l != nil && l.Count > 0 })
	b.ReportAllocs()
	for b.Loop() {
		d.Tree()
	}
	b.ReportMetric(float64(d.Tree().Len()), "nodes")
}
