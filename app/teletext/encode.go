package teletext

import (
	"fmt"
	"strconv"
	"time"
)

// tree returns the page as a document of the specification, with attributes in the service's order.
func (p *Page) tree() *node {
	page := &node{name: "page"}
	page.setAttr("number", strconv.Itoa(p.Number))
	page.setAttr("name", p.Name)
	if !p.Modified.IsZero() {
		page.setAttr("time", p.Modified.Format(timeLayout))
	}
	page.setAttr("subpagecount", strconv.Itoa(p.SubpageCount))
	page.setNumber("prevpg", p.Prev)
	page.setNumber("nextpg", p.Next)
	page.setAttr("toptype", p.TOPType)
	page.setAttr("animated", p.Animated)
	for i := range p.Subpages {
		page.children = append(page.children, p.Subpages[i].tree())
	}
	root := &node{name: "teletext", children: []*node{page}}
	root.setAttr("network", p.Network)
	root.setAttr("xml", "preserve")
	return root
}

func (s *Subpage) tree() *node {
	n := &node{name: "subpage", attrs: []attr{{"number", strconv.Itoa(s.Number)}}}
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
	n := &node{name: "content", attrs: []attr{{"type", kind}}}
	for i := range Rows {
		line := &node{name: "line", attrs: []attr{{"number", strconv.Itoa(i + 1)}}}
		fill(i, line)
		n.children = append(n.children, line)
	}
	return n
}

func (r Run) tree() *node {
	n := &node{name: "run", text: r.Text, attrs: []attr{{"bg", r.Bg.String()}, {"fg", r.Fg.String()}}}
	if r.Charcode != 0 {
		n.setAttr("charcode", fmt.Sprintf("%02Xh", r.Charcode))
	}
	n.setAttr("size", r.Size)
	n.setAttr("link", r.Link)
	n.setAttr("length", strconv.Itoa(r.Length))
	return n
}

func (n *node) setNumber(key string, value int) {
	if value != 0 {
		n.setAttr(key, strconv.Itoa(value))
	}
}
