package access

// A Tree is a snapshot of the contents of the program's windows.
type Tree struct {
	Root   *Node // the application, whose children are its windows
	nodes  map[ID]*Node
	parent map[ID]ID
	index  map[ID]int
}

// NewTree makes the tree below an application. Nodes with an ID of 0, or one that another node has already, are left
// out with all below them.
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

// Find returns the node with an ID, nil if there is none.
func (t *Tree) Find(id ID) *Node { return t.nodes[id] }

// Parent returns the parent of a node, nil for the application and for an unknown ID.
func (t *Tree) Parent(id ID) *Node { return t.nodes[t.parent[id]] }

// Index returns the index of a node among the children of its parent.
func (t *Tree) Index(id ID) int { return t.index[id] }

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Window returns the window of a node, which may be the node itself; nil for the application and for an unknown ID.
func (t *Tree) Window(id ID) *Node {
	for n := t.nodes[id]; n != nil; n = t.Parent(n.ID) {
		if n.Role == Window {
			return n
		}
	}
	return nil
}

// Focused returns the node that has the keyboard, nil for none.
func (t *Tree) Focused() *Node {
	for _, w := range t.Root.Children {
		if w.States.Has(Active) {
			return focused(w)
		}
	}
	return nil
}

// focused returns the innermost focused node at or below n.
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
