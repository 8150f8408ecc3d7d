package reading

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// A View shows a page as running text in the window's own font: headings, paragraphs, tables and a
// list of what it leads to. Its text can be selected and enlarged.
type View struct {
	widget.BaseWidget
	flow   *flow
	scroll *container.Scroll
}

// Actions is what a reading view calls back.
type Actions struct {
	// Follow: a link was chosen, by its index.
	Follow func(link int)
	// Menu: the menu was asked for, at a place on the canvas.
	Menu func(fyne.Position)
	// Keys takes the keys that the view has no use for.
	Keys core.Keys
}

var _ fyne.Widget = (*View)(nil)

// New makes an empty view. actions are called on the UI goroutine.
func New(actions Actions) *View {
	f := &flow{actions: actions, size: UsualSize, hovered: core.None, walked: core.None}
	f.ExtendBaseWidget(f)
	r := &View{flow: f, scroll: container.NewVScroll(container.New(&column{f}, f))}
	f.scrollTo = r.scrollTo
	r.ExtendBaseWidget(r)
	return r
}

// NewText makes an empty text for a dialog: all of its width is used, in the size of the dialog's words.
func NewText(actions Actions) *View {
	r := New(actions)
	r.flow.size, r.flow.left = theme.TextSize(), true
	return r
}

// column lays the text in the middle, no wider than can be read well.
type column struct{ flow *flow }

const readingMargin = 20

func (c *column) MinSize([]fyne.CanvasObject) fyne.Size {
	if c.flow.left {
		return c.flow.MinSize()
	}
	return c.flow.MinSize().AddWidthHeight(2*readingMargin, 2*readingMargin)
}

func (c *column) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	if c.flow.left {
		c.flow.Move(fyne.NewPos(4, 0)) // of the mark around a link
		c.flow.Resize(size.SubtractWidthHeight(core.ScrollBarRoom+4, 0))
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

// SetPassages shows a page from its beginning.
func (r *View) SetPassages(p []Passage) {
	if reflect.DeepEqual(p, r.flow.passages) {
		return
	}
	f := r.flow
	f.passages, f.hovered, f.walked = p, core.None, core.None
	f.from, f.to = flowPlace{}, flowPlace{}
	f.set()
	r.scroll.ScrollToTop()
	r.scroll.Refresh() // the column is longer or shorter, which it may have to know before the next frame
}

// SetTextSize changes the size of the text.
func (r *View) SetTextSize(size float32) {
	if r.flow.size != size {
		r.flow.size = size
		r.flow.set()
		r.scroll.Content.Refresh() // the column is wider
	}
}

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

// ClearSelection takes the selection away, and tells whether there was one.
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
		return widget.NewSimpleRenderer(r.scroll)
	}
	back := canvas.NewRectangle(theme.Color(theme.ColorNameBackground))
	return widget.NewSimpleRenderer(container.NewStack(back, r.scroll))
}
