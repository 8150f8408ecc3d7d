package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A flow is the text of a reading view.
type flow struct {
	widget.BaseWidget
	actions  ReadingActions
	scrollTo func(top, bottom float32)
	passages []Passage
	size     float32

	lines           []flowLine
	width, height   float32
	from, to        flowPlace // the selection
	hovered, walked int       // passages that are links, or none
	focused         bool
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

// set breaks the text into lines anew.
func (f *flow) set() {
	f.lines, f.height = setFlow(f.passages, f.width, f.size, flowWidth)
	f.Refresh()
}

func flowWidth(text string, size float32, style fyne.TextStyle) float32 {
	t := styledText(text, size, style)
	return t.MinSize().Width
}

// styledText is a text in the font that its style asks for.
func styledText(text string, size float32, style fyne.TextStyle) *canvas.Text {
	t := newText(size)
	setStyledText(t, text, style)
	return t
}

// setStyledText changes a text and its style.
func setStyledText(t *canvas.Text, text string, style fyne.TextStyle) {
	setText(t, text)
	t.TextStyle = style
	if t.FontSource != nil {
		switch {
		case style.Monospace:
			t.FontSource = theme.DefaultTextMonospaceFont()
		case style.Bold:
			t.FontSource = theme.DefaultTextBoldFont()
		}
	}
}

// place is the place in the text at a position.
func (f *flow) place(p fyne.Position) flowPlace {
	for i, l := range f.lines {
		if p.Y < l.y+l.height || i == len(f.lines)-1 {
			runes := []rune(l.text)
			low, high := 0, len(runes)
			for low < high { // the first place that lies right of the position
				middle := (low + high) / 2
				if flowWidth(string(runes[:middle+1]), l.size, l.style)-l.size*0.25 < p.X {
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

// linkAt is the passage at a position if it is a link, else none.
func (f *flow) linkAt(p fyne.Position) int {
	for _, l := range f.lines {
		if p.Y >= l.y && p.Y < l.y+l.height && f.passages[l.passage].Kind == LinkPassage && p.X <= flowWidth(l.text, l.size, l.style) {
			return l.passage
		}
	}
	return none
}

// MouseIn is called when the pointer comes over the text.
func (f *flow) MouseIn(e *desktop.MouseEvent) { f.hover(f.linkAt(e.Position)) }

// MouseMoved is called when the pointer moves over the text.
func (f *flow) MouseMoved(e *desktop.MouseEvent) { f.hover(f.linkAt(e.Position)) }

// MouseOut is called when the pointer leaves the text.
func (f *flow) MouseOut() { f.hover(none) }

func (f *flow) hover(passage int) {
	if f.hovered != passage {
		f.hovered = passage
		f.mark()
	}
}

// Cursor is the pointer's shape: a hand over a link.
func (f *flow) Cursor() desktop.Cursor {
	if f.hovered != none {
		return desktop.PointerCursor
	}
	return desktop.TextCursor
}

// MouseDown is where a selection may begin.
func (f *flow) MouseDown(e *desktop.MouseEvent) {
	takeKeys(f, f)
	if e.Button == desktop.MouseButtonPrimary {
		f.from = f.place(e.Position)
		f.to = f.from
		f.mark()
	}
}

// MouseUp is called when the button is let go.
func (f *flow) MouseUp(*desktop.MouseEvent) {}

// Dragged extends the selection.
func (f *flow) Dragged(e *fyne.DragEvent) {
	f.to = f.place(e.Position)
	f.mark()
}

// DragEnd is called when the button is let go after a selection.
func (f *flow) DragEnd() {}

// Tapped follows the link under the pointer.
func (f *flow) Tapped(e *fyne.PointEvent) {
	if link := f.linkAt(e.Position); link != none {
		f.actions.Follow(f.passages[link].Link)
	}
}

// TappedSecondary asks for the menu.
func (f *flow) TappedSecondary(e *fyne.PointEvent) { f.actions.Menu(e.AbsolutePosition) }

// FocusGained is called when the text gets the keyboard, by Tab.
func (f *flow) FocusGained() {
	f.focused = true
	if f.walked == none {
		f.walk(!shiftHeld())
	}
	f.mark()
}

// FocusLost is called when the text loses the keyboard.
func (f *flow) FocusLost() {
	f.focused = false
	f.mark()
}

// AcceptsTab makes Tab walk through the links.
func (f *flow) AcceptsTab() bool { return true }

// TypedRune hands characters on.
func (f *flow) TypedRune(r rune) { f.actions.Keys.Rune(r) }

// TypedKey walks through the links with Tab and follows one with Enter. Other keys are handed on.
func (f *flow) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyTab:
		f.walk(!shiftHeld())
		return
	case fyne.KeyReturn, fyne.KeyEnter:
		if f.walked != none {
			f.actions.Follow(f.passages[f.walked].Link)
			return
		}
	}
	f.actions.Keys.Key(e.Name)
}

// walk goes to the next link or the one before, and behind the last to what else takes the keyboard.
func (f *flow) walk(forward bool) {
	step, at := 1, f.walked
	if !forward {
		step = -1
		if at == none {
			at = len(f.passages)
		}
	}
	for at += step; at >= 0 && at < len(f.passages); at += step {
		if f.passages[at].Kind == LinkPassage {
			f.walked = at
			f.mark()
			for _, l := range f.lines {
				if l.passage == at {
					f.scrollTo(l.y, l.y+l.height)
				}
			}
			return
		}
	}
	f.walked = none
	f.mark()
	c := canvasOf(f)
	switch {
	case c == nil:
	case forward:
		c.FocusNext()
	default:
		c.FocusPrevious()
	}
}

// mark draws the selection and the links anew.
func (f *flow) mark() {
	if f.renderer != nil {
		f.renderer.mark()
	}
}

// CreateRenderer makes what is drawn.
func (f *flow) CreateRenderer() fyne.WidgetRenderer {
	f.renderer = &flowRenderer{flow: f}
	f.renderer.Refresh()
	return f.renderer
}

type flowRenderer struct {
	flow    *flow
	texts   []*canvas.Text
	marks   []*canvas.Rectangle
	objects []fyne.CanvasObject
}

func (r *flowRenderer) Destroy() {}

func (r *flowRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *flowRenderer) MinSize() fyne.Size { return fyne.NewSize(100, r.flow.height) }

func (r *flowRenderer) Layout(size fyne.Size) {
	if r.flow.width != size.Width {
		r.flow.width = size.Width
		r.flow.set()
	}
}

func (r *flowRenderer) Refresh() {
	f := r.flow
	r.texts, r.marks, r.objects = r.texts[:0], r.marks[:0], nil
	for _, l := range f.lines {
		mark := canvas.NewRectangle(color.Transparent)
		text := styledText(l.text, l.size, l.style)
		text.Move(fyne.NewPos(0, l.y))
		text.Resize(fyne.NewSize(f.width, l.height))
		r.texts, r.marks = append(r.texts, text), append(r.marks, mark)
		r.objects = append(r.objects, mark, text)
	}
	r.mark()
	canvas.Refresh(f)
}

// mark colours links, and lays a mark under what is selected of each line.
func (r *flowRenderer) mark() {
	f := r.flow
	from, to := f.from, f.to
	if to.before(from) {
		from, to = to, from
	}
	for i := range min(len(f.lines), len(r.texts)) {
		l := f.lines[i]
		colour := theme.Color(theme.ColorNameForeground)
		fill := color.Color(color.Transparent)
		if f.passages[l.passage].Kind == LinkPassage {
			colour = theme.Color(theme.ColorNamePrimary)
			if l.passage == f.hovered || f.focused && l.passage == f.walked {
				fill = theme.Color(theme.ColorNameFocus)
			}
		}
		if r.texts[i].Color != colour {
			r.texts[i].Color = colour
			r.texts[i].Refresh()
		}
		begin, end := f.selectedOf(i, from, to)
		pos, size := fyne.NewPos(begin, l.y), fyne.NewSize(end-begin, l.height)
		if fill != color.Transparent {
			pos, size = fyne.NewPos(-4, l.y), fyne.NewSize(flowWidth(l.text, l.size, l.style)+8, l.height)
		} else if size.Width > 0 {
			fill = selectionColour
		}
		cover(r.marks[i], pos, size, fill)
	}
}

// selectedOf is from where to where a line is selected.
func (f *flow) selectedOf(line int, from, to flowPlace) (begin, end float32) {
	if line < from.line || line > to.line || from == to {
		return 0, 0
	}
	l := f.lines[line]
	runes := []rune(l.text)
	if line == from.line {
		begin = flowWidth(string(runes[:min(from.char, len(runes))]), l.size, l.style)
	}
	stop := len(runes)
	if line == to.line {
		stop = min(to.char, stop)
	}
	return begin, flowWidth(string(runes[:stop]), l.size, l.style)
}
