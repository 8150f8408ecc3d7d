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

// A View shows a page as running text in the window's own font: headings, paragraphs and tables, with links where they
// stand. Its text can be selected and enlarged.
type View struct {
	core.Base
	flow   *flow
	scroll *container.Scroll
	wheel  *core.Wheel
}

// Actions is what a reading view calls back.
type Actions struct {
	// Follow: a link was chosen, by its index.
	Follow func(link int)
	// Intend, which may be nil: the pointer or the keys have come to a link, by its index, or are at none any more.
	Intend func(link int)
	// Menu: the menu was asked for, at a place on the canvas.
	Menu func(fyne.Position)
	// MenuOf, which may be nil, is called before Menu with the character of a passage that it was asked for.
	MenuOf func(passage, char int)
	// Zoom, which may be nil: the text is to be larger, or smaller. The wheel with Ctrl asks for that.
	Zoom func(step int)
	// About, which may be nil, says what the text is to those who do not see it.
	About func() About
	// Keys takes the keys that the view has no use for.
	Keys core.Keys
}

var _ fyne.Widget = (*View)(nil)

// New makes an empty view. actions are called on the UI goroutine.
func New(actions Actions) *View {
	f := &flow{actions: actions, size: UsualSize, hovered: core.None, walked: core.None}
	f.ExtendBaseWidget(f)
	r := &View{flow: f, scroll: container.NewVScroll(container.New(&column{f}, f))}
	r.wheel = core.NewWheel(r.turned)
	f.scrollTo, f.scroll = r.scrollTo, r.scroll
	r.ExtendBaseWidget(r)
	return r
}

// NewText makes an empty text for a dialog: all of its width is used, in the size of the dialog's words.
func NewText(actions Actions) *View {
	r := New(actions)
	r.flow.size, r.flow.left = theme.TextSize(), true
	return r
}

// turned scrolls by the wheel, and with Ctrl changes the size of the text.
func (r *View) turned(e *fyne.ScrollEvent) {
	if zoom := r.flow.actions.Zoom; zoom != nil && core.CtrlHeld() && e.Scrolled.DY != 0 {
		step := 1
		if e.Scrolled.DY < 0 {
			step = -1
		}
		zoom(step)
		return
	}
	r.scroll.Scrolled(e)
}

// column lays the text in the middle, no wider than can be read well.
type column struct{ flow *flow }

const readingMargin = 20

// LinkMargin is the room at the left of a dialog's text for the mark around a link.
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

// UsualSize is the usual size of the text; LeastSize and MostSize bound it.
const (
	UsualSize = 16
	LeastSize = 10
	MostSize  = 64
)

// SetPassages shows a text from its beginning.
func (r *View) SetPassages(p []Passage) {
	if reflect.DeepEqual(p, r.flow.passages) {
		return
	}
	f := r.flow
	f.passages, f.hovered, f.walked = p, core.None, core.None
	f.from, f.to = flowPlace{}, flowPlace{}
	r.scroll.ScrollToTop()
	f.set()
	r.scroll.Refresh() // the column is longer or shorter, which it may have to know before the next frame
}

// HeightAt is how high all of the text of a dialog is in a width.
func (r *View) HeightAt(width float32) float32 {
	f := r.flow
	_, height := setFlow(f.shown(), width-core.ScrollBarRoom-LinkMargin, f.size, core.TextWidth)
	return height
}

// Update shows another state of the same text. What is seen of it stays where it is.
func (r *View) Update(p []Passage) {
	f := r.flow
	before := f.passages
	if reflect.DeepEqual(p, before) {
		return
	}
	f.passages = p
	f.reset(func(passage int) int { return successor(before, p, passage) })
	r.scroll.Refresh()
}

// successor is the passage of a text that one of an earlier state has become: the nearest of its words, else the first
// of its part.
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

// firstOfPart is the passage with which a part begins.
func firstOfPart(passages []Passage, part int) int {
	return max(0, slices.IndexFunc(passages, func(p Passage) bool { return p.Last >= part }))
}

// ShowPart scrolls to the beginning of a part.
func (r *View) ShowPart(part int) {
	if y, ok := r.flow.partAt(part); ok {
		if part == 0 || y <= 0 {
			y = -r.flow.Position().Y
		}
		r.flow.showAt(y)
	}
}

// partAt is the height at which a part begins.
func (f *flow) partAt(part int) (y float32, ok bool) {
	passage := firstOfPart(f.passages, part)
	i := slices.IndexFunc(f.lines, func(l flowLine) bool { return l.passage == passage })
	if i < 0 {
		return 0, false
	}
	return f.lines[i].y, true
}

// SeesPart reports whether the beginning of a part is in view.
func (r *View) SeesPart(part int) bool {
	y, ok := r.flow.partAt(part)
	y += r.flow.Position().Y - r.scroll.Offset.Y
	return ok && y >= 0 && y < r.scroll.Size().Height
}

// Part is the part that is at the top of what is seen.
func (r *View) Part() int {
	at, _ := r.flow.top()
	if at.passage >= len(r.flow.passages) {
		return 0
	}
	return r.flow.passages[at.passage].Last
}

// SetTextSize changes the size of the text.
func (r *View) SetTextSize(size float32) {
	if r.flow.size != size {
		r.flow.size = size
		r.flow.set()
		r.scroll.Content.Refresh() // the column is wider
	}
}

// SetLargePointer sets whether the pointer over a link is a large one.
func (r *View) SetLargePointer(large bool) { r.flow.large = large }

// Page scrolls by most of a screenful, down or up.
func (r *View) Page(direction float32) {
	core.ScrollBy(r.scroll, direction*r.scroll.Size().Height*0.85)
}

// ScrollKey scrolls by an arrow or page key, or to an end.
func (r *View) ScrollKey(name fyne.KeyName) { core.ScrollByKey(r.scroll, name) }

// scrollTo brings a part of the text into view.
func (r *View) scrollTo(top, bottom float32) {
	const context = 40
	at := r.scroll.Offset.Y
	if bottom+context > at+r.scroll.Size().Height {
		at = bottom + context - r.scroll.Size().Height
	}
	at = min(at, max(0, top-context))
	r.scroll.ScrollToOffset(fyne.NewPos(0, at))
}

// SelectAll selects all of the text.
func (r *View) SelectAll() {
	f := r.flow
	if last := len(f.lines) - 1; last >= 0 {
		f.from, f.to = flowPlace{}, flowPlace{last, len([]rune(f.lines[last].text))}
		f.mark()
	}
}

// Selected is the selected text.
func (r *View) Selected() string {
	f := r.flow
	return flowText(f.lines, f.passages, f.from, f.to)
}

// ClearSelection takes the selection away, and reports whether there was one.
func (r *View) ClearSelection() bool {
	f := r.flow
	had := f.from != f.to
	f.from = f.to
	f.mark()
	return had
}

// CreateRenderer makes what is drawn.
func (r *View) CreateRenderer() fyne.WidgetRenderer {
	if r.flow.left {
		return widget.NewSimpleRenderer(container.NewStack(r.scroll, r.wheel))
	}
	return widget.NewSimpleRenderer(container.NewStack(core.NewPlate(theme.ColorNameBackground, 0), r.scroll, r.wheel))
}
