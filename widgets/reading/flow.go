package reading

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
)

// A flow is the text of a reading view.
type flow struct {
	core.Base
	actions  Actions
	scrollTo func(top, bottom float32)
	scroll   *container.Scroll
	passages []Passage
	large    bool // the pointer over a link is large
	open     bool // folded passages are shown
	size     float32

	lines           []flowLine
	width, height   float32
	from, to        flowPlace // the selection
	read            stretch   // what is read aloud
	news            []stretch // what is new to the user
	newsOpacity     uint8     // of the marks of news
	pointer         fyne.Position
	pointed         bool  // the pointer is over the text
	links           []int // the targets of links, in order
	linkTexts       []linkText
	hovered, walked int // indices of links, or none
	focused         bool
	left            bool // the text is at the left, as in a dialog, and not centred
	renderer        *flowRenderer
}

var (
	_ fyne.Widget            = (*flow)(nil)
	_ fyne.Focusable         = (*flow)(nil)
	_ fyne.Tabbable          = (*flow)(nil)
	_ fyne.Tappable          = (*flow)(nil)
	_ fyne.SecondaryTappable = (*flow)(nil)
	_ fyne.Draggable         = (*flow)(nil)
	_ desktop.Hoverable      = (*flow)(nil)
	_ desktop.Cursorable     = (*flow)(nil)
	_ desktop.Mouseable      = (*flow)(nil)
)

// set wraps the text again. The same words stay selected, and at the top of a scrolled text.
func (f *flow) set() { f.reset(func(passage int) int { return passage }) }

// reset is set for changed passages; now maps the index of an old passage to that of its successor.
func (f *flow) reset(now func(passage int) int) {
	from, to := f.wordsAt(f.from), f.wordsAt(f.to)
	top, below := f.top()
	shown := f.shown()
	f.lines, f.height = setFlow(shown, f.width, f.size, core.TextWidth)
	from.passage, to.passage, top.passage = now(from.passage), now(to.passage), now(top.passage)
	f.from, f.to = f.lineAt(from), f.lineAt(to)
	before := f.linkTexts
	f.links, f.linkTexts = linksIn(shown)
	if f.walked != core.None {
		was := before[f.walked]
		f.walked = slices.Index(f.linkTexts, linkText{now(was.passage), was.text})
	}
	f.hovered = core.None
	f.Refresh()
	if f.scroll.Offset.Y > 0 && len(f.lines) > 0 {
		f.showAt(f.lines[f.lineAt(top).line].y + below)
	}
}

// A linkText identifies a link by its passage and its words.
type linkText struct {
	passage int
	text    string
}

// linksIn returns the targets and the words of the links in passages.
func linksIn(passages []Passage) (targets []int, texts []linkText) {
	for i, p := range passages {
		if p.isLink() {
			text := p.Text
			if p.Link == foldLink {
				text = "" // its sign changes
			}
			targets, texts = append(targets, p.Link), append(texts, linkText{i, text})
		}
		for _, l := range p.Links {
			targets, texts = append(targets, l.Link), append(texts, linkText{i, p.Text[l.From:l.Before]})
		}
	}
	return targets, texts
}

// shown returns the passages that are not folded, with the fold's sign.
func (f *flow) shown() []Passage {
	at := slices.IndexFunc(f.passages, func(p Passage) bool { return p.Kind == Fold })
	if at < 0 {
		return f.passages
	}
	shown := slices.Clone(f.passages)
	shown[at].Link = foldLink
	if f.open {
		shown[at].Text = "– " + shown[at].Text
		return shown
	}
	shown[at].Text = "+ " + shown[at].Text
	return shown[:at+1]
}

// foldLink is the target of the fold.
const foldLink = -1

// follow opens a link, or toggles the fold.
func (f *flow) follow(link int) {
	if f.links[link] != foldLink {
		f.actions.Follow(f.links[link])
		return
	}
	f.open = !f.open
	f.set()
	f.scroll.Refresh()
	if f.open {
		for i := range f.lines {
			if l := &f.lines[i]; slices.ContainsFunc(l.links, func(k lineLink) bool { return k.link == link }) {
				f.scrollTo(l.y, l.y+4*l.height) // so that the unfolded text is visible
			}
		}
	}
}

// top returns the place in the words at the top of the view, and how far its line is above the top.
func (f *flow) top() (at wordPlace, below float32) {
	y := f.scroll.Offset.Y - f.Position().Y
	for i := range f.lines {
		if l := &f.lines[i]; y < l.y+l.height {
			return f.wordsAt(flowPlace{i, 0}), y - l.y
		}
	}
	return wordPlace{}, 0
}

// showAt scrolls a height of the text to the top of the view, as far as possible.
func (f *flow) showAt(y float32) {
	most := f.height + 2*f.Position().Y - f.scroll.Size().Height
	f.scroll.Offset.Y = max(0, min(y+f.Position().Y, most))
	f.scroll.Refresh()
}

// place returns the place in the text at a position.
func (f *flow) place(p fyne.Position) flowPlace {
	for i, l := range f.lines {
		if p.Y < l.y+l.height || i == len(f.lines)-1 {
			runes := []rune(l.text)
			low, high := 0, len(runes)
			for low < high { // binary search for the first place right of the position
				middle := (low + high) / 2
				if l.x+core.TextWidth(string(runes[:middle+1]), l.size, l.style)-l.size*0.25 < p.X {
					low = middle + 1
				} else {
					high = middle
				}
			}
			return flowPlace{i, low}
		}
	}
	return flowPlace{}
}

// linkAt returns the index of the link at a position, or none.
func (f *flow) linkAt(p fyne.Position) int {
	for _, l := range f.lines {
		if p.Y < l.y || p.Y >= l.y+l.height {
			continue
		}
		for _, link := range l.links {
			if from, to := l.stretch(link); p.X >= from && p.X <= to {
				return link.link
			}
		}
	}
	return core.None
}

// stretch returns the start and the end of a link in a line.
func (l *flowLine) stretch(k lineLink) (from, to float32) {
	runes := []rune(l.text)
	at := l.x + core.TextWidth(string(runes[:k.from]), l.size, l.style)
	return at, at + core.TextWidth(string(runes[k.from:k.before]), l.size, l.style)
}

// MouseIn is called when the pointer comes over the text.
func (f *flow) MouseIn(e *desktop.MouseEvent) { f.MouseMoved(e) }

// MouseMoved is called when the pointer moves over the text.
func (f *flow) MouseMoved(e *desktop.MouseEvent) {
	f.pointer, f.pointed = e.Position, true
	f.hover(f.linkAt(e.Position))
}

// MouseOut is called when the pointer leaves the text.
func (f *flow) MouseOut() {
	f.pointed = false
	f.hover(core.None)
}

func (f *flow) hover(link int) {
	if f.hovered != link {
		f.hovered = link
		f.mark()
		f.intend(link)
	}
}

// intend reports the link at the pointer or the focus, or none.
func (f *flow) intend(link int) {
	if f.actions.Intend == nil {
		return
	}
	if link != core.None {
		link = f.links[link]
	}
	f.actions.Intend(link)
}

// Cursor returns the pointer's shape: a hand over a link.
func (f *flow) Cursor() desktop.Cursor {
	if f.hovered != core.None {
		return core.LinkPointer(f.large)
	}
	return desktop.TextCursor
}

// MouseDown starts a selection.
func (f *flow) MouseDown(e *desktop.MouseEvent) {
	if f.actions.Keys.Reached == nil { // in a dialog the focus stays
		core.UnfocusOthers(f)
	}
	if e.Button == desktop.MouseButtonPrimary {
		f.from = f.place(e.Position)
		f.to = f.from
		f.mark()
	}
}

// MouseUp does nothing.
func (f *flow) MouseUp(*desktop.MouseEvent) {}

// Dragged extends the selection.
func (f *flow) Dragged(e *fyne.DragEvent) {
	if core.FingerScrolls() {
		return
	}
	f.to = f.place(e.Position)
	f.mark()
}

// DragEnd does nothing.
func (f *flow) DragEnd() {}

// Tapped follows the link under the pointer.
func (f *flow) Tapped(e *fyne.PointEvent) {
	if link := f.linkAt(e.Position); link != core.None {
		f.follow(link)
	}
}

// TappedSecondary opens the menu.
func (f *flow) TappedSecondary(e *fyne.PointEvent) {
	if f.actions.MenuOf != nil {
		at := f.wordsAt(f.place(e.Position))
		f.actions.MenuOf(at.passage, at.char)
	}
	f.actions.Menu(e.AbsolutePosition)
}

// FocusGained is called when the text is focused by Tab.
func (f *flow) FocusGained() {
	f.focused = true
	if f.walked == core.None {
		f.walk(!core.ShiftHeld())
	}
	f.mark()
}

// FocusLost is called when the text loses the focus.
func (f *flow) FocusLost() {
	f.focused = false
	f.mark()
}

// AcceptsTab makes Tab move through the links.
func (f *flow) AcceptsTab() bool { return true }

// TypedRune passes on characters.
func (f *flow) TypedRune(r rune) { f.actions.Keys.Rune(r) }

// TypedKey moves through the links with Tab and follows one with Enter. Other keys are passed on.
func (f *flow) TypedKey(e *fyne.KeyEvent) {
	if f.actions.Keys.Dialled(e.Name) {
		return
	}
	switch e.Name {
	case fyne.KeyTab:
		f.walk(!core.ShiftHeld())
		return
	case fyne.KeyReturn, fyne.KeyEnter:
		if f.walked != core.None {
			f.follow(f.walked)
			return
		}
	}
	f.actions.Keys.Key(e.Name)
}

// walk moves the focus to the next link or the one before, and after the last to the next focusable object.
func (f *flow) walk(forward bool) {
	at := f.walked + 1
	switch {
	case !forward && f.walked == core.None:
		at = len(f.links) - 1
	case !forward:
		at = f.walked - 1
	}
	if at < 0 || at >= len(f.links) {
		f.walked = core.None
		f.mark()
		pass(f, forward)
		return
	}
	f.walked = at
	f.intend(at)
	f.mark()
	for _, l := range f.lines {
		if slices.ContainsFunc(l.links, func(k lineLink) bool { return k.link == at }) {
			f.scrollTo(l.y, l.y+l.height)
		}
	}
}

// pass moves the focus to the object after the text, or before.
func pass(f *flow, forward bool) {
	switch c := core.CanvasOf(f); {
	case c == nil:
	case forward:
		c.FocusNext()
	default:
		c.FocusPrevious()
	}
}

// mark draws the selection and the links again.
func (f *flow) mark() {
	if f.renderer != nil {
		f.renderer.mark()
	}
}
