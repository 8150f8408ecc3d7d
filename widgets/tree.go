package widgets

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// A Node is a line of a tree of names and values, with the lines under it.
type Node struct {
	Text     string
	Children []Node
}

// NewTree shows nodes as a tree in which branches open and close. Everything is open at first.
func NewTree(nodes []Node) *widget.Tree {
	byID := map[string]Node{"": {Children: nodes}}
	children := map[string][]string{}
	var walk func(id string)
	walk = func(id string) {
		for i, c := range byID[id].Children {
			child := id + "/" + strconv.Itoa(i)
			byID[child] = c
			children[id] = append(children[id], child)
			walk(child)
		}
	}
	walk("")
	tree := widget.NewTree(
		func(id string) []string { return children[id] },
		func(id string) bool { return len(children[id]) > 0 },
		func(bool) fyne.CanvasObject {
			l := widget.NewLabel("")
			l.Truncation = fyne.TextTruncateEllipsis
			return l
		},
		func(id string, _ bool, o fyne.CanvasObject) { o.(*widget.Label).SetText(byID[id].Text) },
	)
	tree.OpenAllBranches()
	return tree
}
