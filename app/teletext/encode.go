package teletext

import (
	"fmt"
	"sort"
	"strconv"
	"time"
)

// tree is the page as a document of the specification.
func (p *Page) tree() *node {
	page := &node{name: "page", attrs: map[string]string{
		"number":       strconv.Itoa(p.Number),
		"subpagecount": strconv.Itoa(p.SubpageCount),
	}}
	page.setAttr("name", p.Name)
	if !p.Modified.IsZero() {
		page.setAttr("time", p.Modified.Format(timeLayout))
	}
	page.setNumber("prevpg", p.Prev)
	page.setNumber("nextpg", p.Next)
	page.setAttr("toptype", p.TOPType)
	page.setAttr("animated", p.Animated)
	for i := range p.Subpages {
		page.children = append(page.children, p.Subpages[i].tree())
	}
	root := &node{name: "teletext", attrs: map[string]string{"xml": "preserve"}, children: []*node{page}}
	root.setAttr("network", p.Network)
	return root
}

func (s *Subpage) tree() *node {
	n := &node{name: "subpage", attrs: map[string]string{"number": strconv.Itoa(s.Number)}}
	n.setNumber("time", int(s.Dwell/time.Second))
	if s.Text != nil {
		n.children = append(n.children, s.Text.tree("text"))
	}
	if s.All != nil {
		n.children = append(n.children, s.All.tree("all"))
	}
	if s.Structured != nil {
		n.children = append(n.children, s.Structured.tree())
	}
	return n
}

func (l *Lines) tree(kind string) *node {
	return contentTree(kind, func(i int, line *node) { line.text = l[i] })
}

func (l *RunLines) tree() *node {
	return contentTree("structured", func(i int, line *node) {
		for _, r := range l[i] {
			line.children = append(line.children, r.tree())
		}
	})
}

func contentTree(kind string, fill func(int, *node)) *node {
	n := &node{name: "content", attrs: map[string]string{"type": kind}}
	for i := range Rows {
		line := &node{name: "line", attrs: map[string]string{"number": strconv.Itoa(i + 1)}}
		fill(i, line)
		n.children = append(n.children, line)
	}
	return n
}

func (r Run) tree() *node {
	n := &node{name: "run", text: r.Text, attrs: map[string]string{
		"bg":     r.Bg.String(),
		"fg":     r.Fg.String(),
		"length": strconv.Itoa(r.Length),
	}}
	if r.Charcode != 0 {
		n.setAttr("charcode", fmt.Sprintf("%02Xh", r.Charcode))
	}
	n.setAttr("size", r.Size)
	n.setAttr("link", r.Link)
	return n
}

func (n *node) setAttr(key, value string) {
	if value != "" {
		n.attrs[key] = value
	}
}

func (n *node) setNumber(key string, value int) {
	if value != 0 {
		n.attrs[key] = strconv.Itoa(value)
	}
}

type attr struct{ key, value string }

// attrOrder is the order in which the service writes attributes.
var attrOrder = map[string]int{
	"network": 1, "xml": 2,
	"number": 1, "name": 2, "time": 3, "subpagecount": 4, "prevpg": 5, "nextpg": 6, "toptype": 7, "animated": 8,
	"type": 1,
	"bg":   1, "fg": 2, "charcode": 3, "size": 4, "link": 5, "length": 6,
}

func (n *node) orderedAttrs() []attr {
	list := make([]attr, 0, len(n.attrs))
	for k, v := range n.attrs {
		list = append(list, attr{k, v})
	}
	sort.Slice(list, func(i, j int) bool { return attrOrder[list[i].key] < attrOrder[list[j].key] })
	return list
}
