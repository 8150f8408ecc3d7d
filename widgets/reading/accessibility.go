package reading

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/core"
)

// About is the accessible description of the text.
type About struct {
	Role              access.Role
	Name, Description string
	Language          string // "" for the user's
	News              string // what has become new while the page is on screen
	Busy, Rests       bool   // as in core.Accessibility
}

// Describe describes the text.
func (v *View) Describe(t *core.Accessibility) {
	t.Role, t.Name = access.Panel, say.Text("access.text")
	if of := v.flow.actions.About; of != nil {
		a := of()
		t.Role, t.Name, t.Description, t.Language, t.Rests = a.Role, a.Name, a.Description, a.Language, a.Rests
		t.Announcement = a.News
		if a.Busy {
			t.States |= access.Busy
		}
	}
	t.States |= access.ReadOnly
	t.Within = []fyne.CanvasObject{v.scroll}
}

// Words returns the text, a line for each passage.
func (v *View) Words() string {
	var b strings.Builder
	for _, p := range v.flow.passages {
		b.WriteString(strings.TrimSpace(p.Name+" "+p.Text) + "\n")
	}
	return strings.TrimSpace(b.String())
}

// Describe describes the passages, which belong to the view.
func (f *flow) Describe(t *core.Accessibility) {
	shown, link := f.shown(), 0
	for line := 0; line < len(f.lines); {
		end := line + 1
		for end < len(f.lines) && !f.lines[end].first {
			end++
		}
		if i := f.lines[line].passage; i < len(shown) {
			t.Parts = append(t.Parts, f.passagePart(&shown[i], i, f.lines[line:end], link))
			link += linksOf(&shown[i])
		}
		line = end
	}
}

// passagePart describes a passage with its lines. link is the index of its first link in the text.
func (f *flow) passagePart(p *Passage, i int, lines []flowLine, link int) core.Part {
	part := core.Part{Same: core.PartKey{Kind: "passage", At: i, Of: int(p.Kind)}}
	first, last := &lines[0], &lines[len(lines)-1]
	part.At, part.Size = fyne.NewPos(0, first.y), fyne.NewSize(f.Size().Width, last.y+last.height-first.y)
	part.Name, part.Role = core.Joined(p.Name, p.Text), access.Paragraph
	switch p.Kind {
	case Heading:
		part.Role, part.Level = access.Heading, 1
	case Subheading:
		part.Role, part.Level = access.Heading, 2
	}
	if p.isLink() {
		f.describeLink(&part.Node, link)
		if p.Kind == Fold {
			part.Role, part.States = access.Button, part.States|access.Expandable
			if f.open {
				part.States |= access.Expanded
			}
		}
		return part
	}
	lead := 0 // characters before the text
	if p.Name != "" {
		lead = utf8.RuneCountInString(p.Name) + 2
	}
	part.Text = &access.Text{Content: part.Name, Caret: -1, Selected: f.selectedIn(i, lead)}
	part.Extents = extents(lines, lead, part.At, part.Size)
	for n, l := range p.Links {
		words := p.Text[min(l.From, len(p.Text)):min(l.Before, len(p.Text))]
		from := lead + utf8.RuneCountInString(p.Text[:min(l.From, len(p.Text))])
		r := access.Range{From: from, Before: from + utf8.RuneCountInString(words)}
		child := core.Part{Same: core.PartKey{Kind: "link", At: i, Of: n}}
		child.Name = words
		child.At, child.Size = f.linkPlace(lines, link+n, part.At, part.Size)
		f.describeLink(&child.Node, link+n)
		part.Parts, part.Links = append(part.Parts, child), append(part.Links, r)
	}
	return part
}

// describeLink describes a link of the text.
func (f *flow) describeLink(n *access.Node, link int) {
	n.Role, n.Position, n.Count = access.Link, link+1, len(f.links)
	n.States |= access.Focusable
	if f.focused && f.walked == link {
		n.States |= access.Focused
	}
	n.Focus = func() {
		if link >= len(f.links) {
			return
		}
		f.walked = link
		if c := core.CanvasOf(f); c != nil {
			c.Focus(f)
		}
		f.mark()
	}
	n.Actions = core.Action(say.Text("access.open"), func() {
		if link < len(f.links) {
			f.follow(link)
		}
	})
}

// selectedIn returns the selection in a passage, whose text is after lead characters.
func (f *flow) selectedIn(passage, lead int) access.Range {
	if f.from == f.to {
		return access.Range{}
	}
	from, to := f.wordsAt(f.from), f.wordsAt(f.to)
	if to.passage < from.passage || to.passage == from.passage && to.char < from.char {
		from, to = to, from
	}
	if passage < from.passage || passage > to.passage {
		return access.Range{}
	}
	length := utf8.RuneCountInString(f.shown()[passage].Text)
	r := access.Range{From: lead, Before: lead + length}
	if passage == from.passage {
		r.From = lead + min(from.char, length)
	}
	if passage == to.passage {
		r.Before = lead + min(to.char, length)
	}
	return r
}

// linkPlace returns the bounds of a link, from its first line to its last; the whole passage if they are not known.
func (f *flow) linkPlace(lines []flowLine, link int, at fyne.Position, size fyne.Size) (fyne.Position, fyne.Size) {
	left, right := float32(math.MaxFloat32), float32(0)
	top, bottom := float32(math.MaxFloat32), float32(0)
	for i := range lines {
		l := &lines[i]
		for _, k := range l.links {
			if k.link == link {
				from, to := l.stretch(k)
				left, right = min(left, from), max(right, to)
				top, bottom = min(top, l.y), max(bottom, l.y+l.height)
			}
		}
	}
	if right <= left {
		return at, size
	}
	return fyne.NewPos(left, top), fyne.NewSize(right-left, bottom-top)
}

// extents returns a function for the bounds of characters of a passage. The lines must not be changed afterwards.
func extents(lines []flowLine, lead int, at fyne.Position,
	size fyne.Size,
) func(access.Range) (fyne.Position, fyne.Size) {
	lines = slices.Clip(lines)
	return func(r access.Range) (fyne.Position, fyne.Size) {
		top, bottom, begin := at.Y, at.Y+size.Height, lead
		for i := range lines {
			end := begin + lines[i].length() + 1
			if r.From >= begin && r.From < end {
				top = lines[i].y
			}
			if r.Before > begin && r.Before <= end {
				bottom = lines[i].y + lines[i].height
			}
			begin = end
		}
		return fyne.NewPos(at.X, top), fyne.NewSize(size.Width, max(0, bottom-top))
	}
}
