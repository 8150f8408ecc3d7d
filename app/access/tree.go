package access

// A Tree is what stood in the program's windows at one moment.
type Tree struct {
	Root   *Node // the application, whose children are its windows
	nodes  map[ID]*Node
	parent map[ID]ID
	index  map[ID]int
}

// NewTree looks through what is below an application. Of nodes that have an ID of 0, or one that another has already,
// only the first is kept, and nothing below the others.
func NewTree(root *Node) *Tree {
	t := &Tree{Root: root, nodes: map[ID]*Node{}, parent: map[ID]ID{}, index: map[ID]int{}}
	t.addNode(root, 0, 0)
	return t
}

func (t *Tree) addNode(n *Node, parent ID, index int) bool {
	if _, is := t.nodes[n.ID]; is || n.ID == 0 {
		return false
	}
	t.nodes[n.ID], t.parent[n.ID], t.index[n.ID] = n, parent, index
	kept := n.Children[:0:0]
	for _, c := range n.Children {
		if t.addNode(c, n.ID, len(kept)) {
			kept = append(kept, c)
		}
	}
	n.Children = kept
	return true
}

// Find is the one with an ID, nil if there is none.
func (t *Tree) Find(id ID) *Node { return t.nodes[id] }

// Parent is the node around one, nil for the application and for none.
func (t *Tree) Parent(id ID) *Node { return t.nodes[t.parent[id]] }

// Index is the place of a node among those with the same parent, from 0 on.
func (t *Tree) Index(id ID) int { return t.index[id] }

// Len is the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Window is the window that a node is in, which may be itself; nil for the application and for none.
func (t *Tree) Window(id ID) *Node {
	for n := t.nodes[id]; n != nil; n = t.Parent(n.ID) {
		if n.Role == Window {
			return n
		}
	}
	return nil
}

// Focused is the node that has the keyboard, nil for none.
func (t *Tree) Focused() *Node {
	for _, w := range t.Root.Children {
		if w.States.Has(Active) {
			return focused(w)
		}
	}
	return nil
}

// focused is the innermost node below one that has the keyboard, or that one.
func focused(n *Node) *Node {
	if n == nil {
		return nil
	}
	for _, c := range n.Children {
		if f := focused(c); f != nil {
			return f
		}
	}
	if n.States.Has(Focused) {
		return n
	}
	return nil
}
