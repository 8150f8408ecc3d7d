package reading

import (
	"reflect"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// A View shows a page as continuous text in the window's font: headings, paragraphs, tables and links. Its text can be
// selected and enlarged.
type View struct {
	core.Base
	flow   *flow
	scroll *container.Scroll
	wheel  *core.Wheel
	zoomed core.Notches // with Ctrl
}

// Actions are a view's callbacks.
type Actions struct {
	// Follow is called when a link is opened, with its target.
	Follow func(link int)
	// Intend, which may be nil, is called when the pointer or the focus reaches a link, with its target, or leaves it.
	Intend func(link int)
	// Menu is called to open the menu at a position on the canvas.
	Menu func(fyne.Position)
	// MenuOf, which may be nil, is called before Menu with the passage and the character at the pointer.
	MenuOf func(passage, char int)
	// Zoom, which may be nil, is called to enlarge or reduce the text, by each notch of the wheel with Ctrl.
	Zoom func(step int)
	// About, which may be nil, returns the accessible description of the text.
	About func() About
	// Keys gets the keys that the view does not handle.
	Keys core.Keys
}

var _ fyne.Widget = (*View)(nil)

// New makes an empty view. actions are called on the UI goroutine.
func New(actions Actions) *View {
	f := &flow{actions: actions, size: UsualSize, hovered: core.None, walked: core.None}
	f.ExtendBaseWidget(f)
	r := &View{flow: f, scroll: core.NewVScroll(container.New(&column{f}, f))}
	r.wheel = core.NewWheel(r.turned)
	f.scrollTo, f.scroll = r.scrollTo, r.scroll
	r.ExtendBaseWidget(r)
	return r
}

// NewText makes an empty text for a dialog: it uses all of the width, in the dialog's text size.
func NewText(actions Actions) *View {
	r := New(actions)
	r.flow.size, r.flow.left = theme.TextSize(), true
	return r
}

// turned scrolls by the wheel, or with Ctrl changes the size of the text.
func (v *View) turned(e *fyne.ScrollEvent) {
	if v.flow.actions.Zoom != nil && core.CtrlHeld() {
		v.zoom(e)
	} else {
		v.scroll.Scrolled(e)
	}
}

// zoom changes the size of the text by a step for each notch of the wheel.
func (v *View) zoom(e *fyne.ScrollEvent) { v.zoomed.Each(e, v.flow.actions.Zoom) }

// column centres the text, in a width that can be read well.
type column struct{ flow *flow }

const readingMargin = 20

// LinkMargin is the space at the left of a dialog's text for the ring around a link.
const LinkMargin = 4

func (c *column) MinSize([]fyne.CanvasObject) fyne.Size {
	if c.flow.left {
		return c.flow.MinSize()
	}
	return c.flow.MinSize().AddWidthHeight(2*readingMargin, 2*readingMargin)
}

func (c *column) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if c.flow.left {
		c.flow.Move(fyne.NewPos(LinkMargin, 0))
		c.flow.Resize(size.SubtractWidthHeight(core.ScrollBarRoom+LinkMargin, 0))
		return
	}
	width := min(size.Width-2*readingMargin, proseMeasure*c.flow.size)
	c.flow.Resize(fyne.NewSize(width, size.Height-2*readingMargin))
	c.flow.Move(fyne.NewPos((size.Width-width)/2, readingMargin))
}

// UsualSize is the default size of the text; LeastSize and MostSize are its limits.
const (
	UsualSize = 16
	LeastSize = 10
	MostSize  = 64
)

// SetPassages shows a text from its start.
func (v *View) SetPassages(p []Passage) {
	if reflect.DeepEqual(p, v.flow.passages) {
		return
	}
	f := v.flow
	f.passages, f.hovered, f.walked = p, core.None, core.None
	f.from, f.to = flowPlace{}, flowPlace{}
	v.scroll.ScrollToTop()
	f.set()
	v.scroll.Refresh() // the new height may be needed before the next frame
}

// HeightAt returns the height of a dialog's text in a width.
func (v *View) HeightAt(width float32) float32 {
	f := v.flow
	_, height := setFlow(f.shown(), width-core.ScrollBarRoom-LinkMargin, f.size, core.TextWidth)
	return height
}

// Update shows another state of the same text. The scroll position stays.
func (v *View) Update(p []Passage) {
	f := v.flow
	before := f.passages
	if reflect.DeepEqual(p, before) {
		return
	}
	f.passages = p
	f.reset(func(passage int) int { return successor(before, p, passage) })
	v.scroll.Refresh()
}

// successor returns the index of the passage that corresponds to one of an earlier state: the nearest with the same
// words, else the first of its part.
func successor(before, now []Passage, passage int) int {
	if passage >= len(before) {
		return 0
	}
	p := &before[passage]
	for d := range len(now) + passage {
		for _, i := range [...]int{passage - d, passage + d} {
			if i >= 0 && i < len(now) && now[i].Kind == p.Kind && now[i].Text == p.Text {
				return i
			}
		}
	}
	return firstOfPart(now, p.First)
}

// firstOfPart returns the index of a part's first passage.
func firstOfPart(passages []Passage, part int) int {
	return max(0, slices.IndexFunc(passages, func(p Passage) bool { return p.Last >= part }))
}

// ShowPart scrolls to the start of a part.
func (v *View) ShowPart(part int) {
	if y, ok := v.flow.partAt(part); ok {
		if part == 0 || y <= 0 {
			y = -v.flow.Position().Y
		}
		v.flow.showAt(y)
	}
}

// partAt returns the height at which a part starts.
func (f *flow) partAt(part int) (y float32, ok bool) {
	passage := firstOfPart(f.passages, part)
	i := slices.IndexFunc(f.lines, func(l flowLine) bool { return l.passage == passage })
	if i < 0 {
		return 0, false
	}
	return f.lines[i].y, true
}

// SeesPart reports whether the start of a part is in view.
func (v *View) SeesPart(part int) bool {
	y, ok := v.flow.partAt(part)
	y += v.flow.Position().Y - v.scroll.Offset.Y
	return ok && y >= 0 && y < v.scroll.Size().Height
}

// Part returns the part at the top of the view.
func (v *View) Part() int {
	at, _ := v.flow.top()
	if at.passage >= len(v.flow.passages) {
		return 0
	}
	return v.flow.passages[at.passage].Last
}

// SetTextSize sets the size of the text.
func (v *View) SetTextSize(size float32) {
	if v.flow.size != size {
		v.flow.size = size
		v.flow.set()
		v.scroll.Content.Refresh() // the column is wider
	}
}

// SetLargePointer sets whether the pointer over a link is a large one.
func (v *View) SetLargePointer(large bool) { v.flow.large = large }

// Page scrolls by most of the view's height, down or up.
func (v *View) Page(direction float32) {
	core.ScrollBy(v.scroll, direction*v.scroll.Size().Height*0.85)
}

// ScrollKey scrolls by an arrow, page, Home or End key.
func (v *View) ScrollKey(name fyne.KeyName) { core.ScrollByKey(v.scroll, name) }

// scrollTo scrolls a part of the text into view.
func (v *View) scrollTo(top, bottom float32) {
	const context = 40
	at := v.scroll.Offset.Y
	if bottom+context > at+v.scroll.Size().Height {
		at = bottom + context - v.scroll.Size().Height
	}
	at = min(at, max(0, top-context))
	v.scroll.ScrollToOffset(fyne.NewPos(0, at))
}

// SelectAll selects all of the text.
func (v *View) SelectAll() {
	f := v.flow
	if last := len(f.lines) - 1; last >= 0 {
		f.from, f.to = flowPlace{}, flowPlace{last, len([]rune(f.lines[last].text))}
		f.mark()
	}
}

// Selected returns the selected text.
func (v *View) Selected() string {
	f := v.flow
	return flowText(f.lines, f.passages, f.from, f.to)
}

// ClearSelection clears the selection, and reports whether there was one.
func (v *View) ClearSelection() bool {
	f := v.flow
	had := f.from != f.to
	f.from = f.to
	f.mark()
	return had
}

// CreateRenderer implements fyne.Widget.
func (v *View) CreateRenderer() fyne.WidgetRenderer {
	if v.flow.left {
		return widget.NewSimpleRenderer(container.NewStack(v.scroll, v.wheel))
	}
	return widget.NewSimpleRenderer(container.NewStack(core.NewPlate(theme.ColorNameBackground, 0), v.scroll, v.wheel))
}
