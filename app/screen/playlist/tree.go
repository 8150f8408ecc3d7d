package playlist

import (
	"bytes"
	"errors"
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"sextant/app/say"
)

// A value is a part of a file, with the line where it stands.
type value struct {
	line int
	name string // such as "dwell.least"
	kind unstable.Kind
	text string            // of what is neither a list nor a table
	list []*value          // of an Array or ArrayTable
	keys []string          // of a Table or InlineTable, in their order
	of   map[string]*value // ... by their keys
	head bool              // a Table that has its [header]
}

// isTable reports whether a value has keys.
func (v *value) isTable() bool { return v.kind == unstable.Table || v.kind == unstable.InlineTable }

// maxName is about how long a name gets from those of the sections above.
const maxName = 100

// putKey gives a table a key, which it must not have yet.
func (v *value) putKey(key string, to *value) {
	if v.of == nil {
		v.of = map[string]*value{}
	}
	v.keys = append(v.keys, key)
	v.of[key] = to
	to.name = key
	if v.name != "" && len(v.name) < maxName {
		to.name = v.name + "." + key
	}
}

// A grower makes a tree of values of a file. Where something cannot be read it goes on behind that.
type grower struct {
	data     []byte
	newlines []int // where they are
	parser   unstable.Parser
	base     int    // where in the file the parser began
	root     *value // the whole file
	current  *value // the table that keys belong to
	mistakes *Mistakes
}

// grow reads a file as a tree, of which what cannot be read is missing.
func grow(data []byte, mistakes *Mistakes) (root *value) {
	g := &grower{data: data, mistakes: mistakes, root: nowhere(1)}
	g.current = g.root
	for i, b := range data {
		if b == '\n' {
			g.newlines = append(g.newlines, i)
		}
	}
	g.parser.Reset(data)
	for {
		for g.parser.NextExpression() {
			g.expression(g.parser.Expression())
		}
		if g.parser.Error() == nil || !g.recover(g.parser.Error()) {
			return g.root
		}
	}
}

// beginning is what a line looks like with which a key or a section begins.
var beginning = regexp.MustCompile(`(?m)^[ \t]*(?:\[\[?[ \t]*)?[a-z_]`)

// recover records what could not be read, and has the parser go on where something begins again, on the same line
// if that is not where it began before. It is false where nothing more is to be read.
func (g *grower) recover(err error) bool {
	at := len(g.data)
	var cannot *unstable.ParserError
	if errors.As(err, &cannot) {
		at = g.base + int(g.parser.Range(cannot.Highlight).Offset)
	}
	reason := syntaxReason(err)
	if r, _ := utf8.DecodeRune(g.data[at:]); strings.ContainsRune("“”„‘’‚«»", r) {
		reason = say.Text("playlist.quote", "Text", string(r))
	}
	g.mistakes.addMistake(g.lineAt(at), reason)
	from := bytes.LastIndexByte(g.data[:at], '\n') + 1
	if from <= g.base {
		if bytes.HasPrefix(bytes.TrimLeft(g.data[from:], " \t"), []byte("[")) { // the header of a section
			g.current = nowhere(g.lineAt(at))
		}
		next := bytes.IndexByte(g.data[at:], '\n')
		if next < 0 {
			return false
		}
		from = at + next + 1
	}
	found := beginning.FindIndex(g.data[from:])
	if found == nil || g.mistakes.full() {
		return false
	}
	g.base = from + found[0]
	g.parser.Reset(g.data[g.base:])
	return true
}

// lineAt is the line of a place in the file.
func (g *grower) lineAt(offset int) int { return sort.SearchInts(g.newlines, offset) + 1 }

// lineOf is the line of a node that has one of its own.
func (g *grower) lineOf(n *unstable.Node) int { return g.lineAt(g.base + int(n.Raw.Offset)) }

// expression reads a key with its value, or the header of a section.
func (g *grower) expression(n *unstable.Node) {
	switch n.Kind {
	case unstable.KeyValue:
		g.keyValue(g.current, n)
	case unstable.Table, unstable.ArrayTable:
		parent, key, line := g.parent(g.root, n.Key(), unstable.Table)
		g.current = nowhere(line)
		if parent != nil {
			g.section(parent, key, n.Kind)
		}
	}
}

// nowhere is a section that belongs nowhere yet. It stays so where its header is wrong.
func nowhere(line int) *value { return &value{line: line, kind: unstable.Table, head: true} }

// parent goes down a dotted key, and makes the tables on the way. It is nil where something else is in the way.
func (g *grower) parent(from *value, keys unstable.Iterator, kind unstable.Kind) (parent *value, key string, line int) {
	keys.Next()
	for {
		key, line = string(keys.Node().Data), g.lineOf(keys.Node())
		if !keys.Next() {
			return from, key, line
		}
		child := from.of[key]
		switch {
		case child == nil:
			child = &value{line: line, kind: kind}
			from.putKey(key, child)
		case child.kind == unstable.ArrayTable:
			child = child.list[len(child.list)-1]
		case !child.isTable():
			g.mistakes.addMistake(line, say.Text("playlist.value", "Key", child.name, "Line", child.line))
			return nil, key, line
		}
		from = child
	}
}

// section begins a section that is the current one from now on.
func (g *grower) section(parent *value, key string, kind unstable.Kind) {
	now, old := g.current, parent.of[key]
	switch {
	case kind == unstable.ArrayTable && old != nil && old.kind == unstable.ArrayTable:
		now.name = old.name
		old.list = append(old.list, now)
	case old != nil && old.kind == unstable.Table && kind == unstable.Table && !old.head:
		old.head = true
		g.current = old
	case old != nil:
		g.mistakes.addMistake(now.line, say.Text("playlist.again", "Key", old.name, "Line", old.line))
	case kind == unstable.ArrayTable:
		array := &value{line: now.line, kind: kind, list: []*value{now}}
		parent.putKey(key, array)
		now.name = array.name
	default:
		parent.putKey(key, now)
	}
}

// keyValue takes a key with its value into a table.
func (g *grower) keyValue(table *value, n *unstable.Node) {
	parent, key, line := g.parent(table, n.Key(), unstable.Table)
	if parent == nil {
		return
	}
	if old := parent.of[key]; old != nil {
		g.mistakes.addMistake(line, say.Text("playlist.again", "Key", old.name, "Line", old.line))
		return
	}
	v := &value{line: line}
	parent.putKey(key, v)
	g.fillValue(v, n.Value())
}

// fillValue makes a value of a node. Its line is that of its key, unless the node has one.
func (g *grower) fillValue(v *value, n *unstable.Node) {
	v.kind = n.Kind
	switch n.Kind {
	case unstable.Array:
		for c := range children(n) {
			item := &value{line: v.line, name: v.name}
			g.fillValue(item, c)
			if c.Kind == unstable.Array && len(item.list) > 0 {
				item.line = item.list[0].line
			}
			v.list = append(v.list, item)
		}
	case unstable.InlineTable:
		for c := range children(n) {
			g.keyValue(v, c)
		}
	default:
		v.line, v.text = g.lineOf(n), string(n.Data)
	}
}

func children(n *unstable.Node) func(yield func(*unstable.Node) bool) {
	return func(yield func(*unstable.Node) bool) {
		for it := n.Children(); it.Next(); {
			if !yield(it.Node()) {
				return
			}
		}
	}
}
