package access

import (
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var whats = []string{
	"FocusLost", "WindowLeft", "Removed", "Closed", "Added", "Opened",
	"Renamed", "Described", "Changed", "Valued", "TextRemoved", "TextAdded",
	"TextSelected", "CaretMoved", "Chosen", "Moved", "Loaded", "WindowEntered", "FocusGained", "Noticed", "Announced",
}

// formatChanges formats changes as text.
func formatChanges(list []Change) string {
	var b strings.Builder
	for i, c := range list {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%s %d", whats[c.What], c.Node.ID)
		switch c.What {
		case Removed, Added:
			fmt.Fprintf(&b, " %d/%d", c.Parent.ID, c.Index)
		case TextRemoved, TextAdded:
			fmt.Fprintf(&b, " %d %q", c.At, c.Text)
		case CaretMoved:
			fmt.Fprintf(&b, " %d", c.At)
		}
	}
	return b.String()
}

func root(windows ...*Node) *Node { return &Node{ID: 1, Role: Application, Children: windows} }

// window returns an active window with ID 2.
func window(children ...*Node) *Node {
	return &Node{ID: 2, Role: Window, States: Active, Children: children}
}

func entry(id ID, text string, caret int, states State) *Node {
	return &Node{ID: id, Role: Entry, States: states, Text: &Text{Content: text, Caret: caret}}
}

func TestDiffListsChanges(t *testing.T) {
	t.Parallel()
	button := func(id ID, states State) *Node { return &Node{ID: id, Role: Button, States: states} }
	list := func(chosen int) *Node {
		n := &Node{ID: 10, Role: List}
		for i := range 3 {
			c := &Node{ID: ID(11 + i), Role: ListItem, States: Selectable}
			if i == chosen {
				c.States |= Selected
			}
			n.Children = append(n.Children, c)
		}
		return n
	}
	page := func(name string, states State) *Node { return &Node{ID: 20, Role: Page, Name: name, States: states} }
	for name, c := range map[string]struct {
		was, now *Node
		want     string
	}{
		"nothing": {root(window(button(3, 0))), root(window(button(3, 0))), ""},
		"window": {
			root(), root(window(button(3, Focused))),
			"Added 2 1/0; Opened 2; WindowEntered 2; FocusGained 3",
		},
		"window closed": {
			root(window(button(3, Focused))), root(),
			"Removed 2 1/0; Closed 2",
		},
		"focus": {
			root(window(button(3, Focused), button(4, 0))), root(window(button(3, 0), button(4, Focused))),
			"FocusLost 3; FocusGained 4",
		},
		"window left": {
			root(window(button(3, Focused))),
			root(&Node{ID: 2, Role: Window, Children: []*Node{button(3, Focused)}}),
			"FocusLost 3; WindowLeft 2",
		},
		"focus of what comes": {
			root(window(button(3, Focused))),
			root(window(button(3, 0), &Node{ID: 5, Role: Dialog, Children: []*Node{button(6, Focused)}})),
			"FocusLost 3; Added 5 2/1; FocusGained 6",
		},
		"focus of what goes": {
			root(window(button(3, 0), button(4, Focused))), root(window(button(3, Focused))),
			"Removed 4 2/1; FocusGained 3",
		},
		"moved": {
			root(window(button(3, 0), button(4, 0), button(5, 0))),
			root(window(button(4, 0), button(5, 0), button(3, 0))),
			"Removed 3 2/0; Added 3 2/2",
		},
		"something else": {
			root(window(button(3, Focused))), root(window(entry(3, "", 0, Focused))),
			"Removed 3 2/0; Added 3 2/0; FocusGained 3",
		},
		"text": {
			root(window(entry(3, "gründlich", 9, Focused))), root(window(entry(3, "grün und blau", 13, Focused))),
			`TextRemoved 3 4 "dlich"; TextAdded 3 4 " und blau"; CaretMoved 3 13`,
		},
		"typed": {
			root(window(entry(3, "aab", 1, Focused))), root(window(entry(3, "aaab", 2, Focused))),
			`TextAdded 3 2 "a"; CaretMoved 3 2`,
		},
		"caret with the focus": {
			root(window(entry(3, "a", 1, Focused), entry(4, "b", -1, 0))),
			root(window(entry(3, "a", -1, 0), entry(4, "b", 1, Focused))),
			"FocusLost 3; FocusGained 4",
		},
		"chosen": {
			root(window(list(0))), root(window(list(2))),
			"Chosen 10; Changed 11; Changed 13",
		},
		"page":       {root(window(page("100", 0))), root(window(page("101", 0))), "Renamed 20; Loaded 20"},
		"page ahead": {root(window(page("100", 0))), root(window(page("101", Busy))), "Renamed 20; Changed 20"},
		"page there": {root(window(page("101", Busy))), root(window(page("101", 0))), "Changed 20; Loaded 20"},
		"notice with focus": {
			root(window(button(3, Focused), button(4, 0))),
			root(window(button(3, 0), button(4, Focused), &Node{ID: 7, Role: Notice, Name: "Saved"})),
			"FocusLost 3; Added 7 2/2; FocusGained 4; Noticed 7",
		},
		"notice again": {
			root(window(&Node{ID: 7, Role: Notice, Name: "Saved"})),
			root(window(&Node{ID: 7, Role: Notice, Name: "Copied"})),
			"Renamed 7; Noticed 7",
		},
		"announcement": {
			root(window(&Node{ID: 20, Role: Page, Name: "100"})),
			root(window(&Node{ID: 20, Role: Page, Name: "100", Announcement: "Goal"})),
			"Announced 20",
		},
		"no announcement any more": {
			root(window(&Node{ID: 20, Role: Page, Name: "100", Announcement: "Goal"})),
			root(window(&Node{ID: 20, Role: Page, Name: "100"})),
			"",
		},
		"value and bounds": {
			root(window(&Node{ID: 8, Role: Slider, Value: &Value{Now: 1}})),
			root(
				window(&Node{
					ID: 8, Role: Slider, Value: &Value{Now: 2}, Bounds: image.Rect(0, 0, 1, 1), Description: "x",
				})),
			"Described 8; Valued 8; Moved 8",
		},
	} {
		if got := formatChanges(Diff(NewTree(c.was), NewTree(c.now))); got != c.want {
			t.Errorf("%s: %s\nnot %s", name, got, c.want)
		}
	}
}

// some returns a random tree. Two of them have much in common.
func some(r *rand.Rand) *Tree {
	ids := r.Perm(30)
	var make func(depth int) *Node
	make = func(depth int) *Node {
		n := &Node{ID: ID(ids[0] + 2), Role: Panel + Role(r.IntN(2)), States: State(r.IntN(1 << 5))}
		ids = ids[1:]
		n.Text = &Text{Content: strings.Repeat("ab", r.IntN(3)) + strings.Repeat("b", r.IntN(3)), Caret: r.IntN(2) - 1}
		for range r.IntN(4) {
			if depth > 0 && len(ids) > 0 {
				n.Children = append(n.Children, make(depth-1))
			}
		}
		slices.SortFunc(n.Children, func(a, b *Node) int { return int(a.ID%7) - int(b.ID%7) })
		return n
	}
	n := root()
	for range 2 {
		if len(ids) > 0 {
			n.Children = append(n.Children, make(3))
		}
	}
	return NewTree(n)
}

// copied returns a copy of a node and all nodes below it.
func copied(n *Node) *Node {
	c := *n
	c.Children = nil
	for _, child := range n.Children {
		c.Children = append(c.Children, copied(child))
	}
	if n.Text != nil {
		text := *n.Text
		c.Text = &text
	}
	return &c
}

// find returns the node with an ID at or below n, or nil.
func find(n *Node, id ID) *Node {
	if n.ID == id {
		return n
	}
	for _, c := range n.Children {
		if f := find(c, id); f != nil {
			return f
		}
	}
	return nil
}

// shape formats what can be reconstructed from changes.
func shape(n *Node) string {
	text := ""
	if n.Text != nil {
		text = n.Text.Content
	}
	var b strings.Builder
	for _, c := range n.Children {
		b.WriteString(shape(c))
	}
	return fmt.Sprintf("%d:%d %q(%s)", n.ID, n.Role, text, b.String())
}

// TestDiffLeadsToSecondTree applies the changes between random trees to the first one, which must become the second
// one.
func TestDiffLeadsToSecondTree(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		was, now := some(r), some(r)
		mine := copied(was.Root)
		for _, c := range Diff(was, now) {
			switch c.What {
			case Removed:
				p := find(mine, c.Parent.ID)
				if p == nil || c.Index >= len(p.Children) || p.Children[c.Index].ID != c.Node.ID {
					t.Fatalf("seed %d: %d is not at %d below %d", seed, c.Node.ID, c.Index, c.Parent.ID)
				}
				p.Children = slices.Delete(p.Children, c.Index, c.Index+1)
			case Added:
				p := find(mine, c.Parent.ID)
				p.Children = slices.Insert(p.Children, c.Index, copied(c.Node))
			case TextRemoved, TextAdded:
				n := find(mine, c.Node.ID)
				if c.What == TextRemoved {
					n.Text.Content = n.Text.Content[:c.At] + n.Text.Content[c.At+len(c.Text):]
				} else {
					n.Text.Content = n.Text.Content[:c.At] + c.Text + n.Text.Content[c.At:]
				}
			}
		}
		if got, want := shape(mine), shape(now.Root); got != want {
			t.Fatalf("seed %d: %s\nnot %s", seed, got, want)
		}
	}
}

// windowful returns a tree with about n nodes: lists of rows.
func windowful(n int, name string) *Tree {
	w := window()
	id := ID(3)
	for id < ID(n) {
		l := &Node{ID: id, Role: List}
		id++
		for range 25 {
			l.Children = append(l.Children, &Node{
				ID: id, Role: Row, Name: fmt.Sprint(name, id), Text: &Text{
					Content: strings.Repeat(name, 40), Caret: -1,
				},
			})
			id++
		}
		w.Children = append(w.Children, l)
	}
	return NewTree(root(w))
}

func BenchmarkDiff(b *testing.B) {
	for name, other := range map[string]string{"same": "a", "other": "b"} {
		b.Run(name, func(b *testing.B) {
			was, now := windowful(500, "a"), windowful(500, other)
			for b.Loop() {
				Diff(was, now)
			}
		})
	}
}
