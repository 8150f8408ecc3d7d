package dialog

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A Row is a setting in [Pages]: its name, its control, an error, an explanation, and a button that restores the
// default.
type Row struct {
	// Changed, which may be nil, is called when the row's height has changed.
	Changed func()

	content      *fyne.Container
	layout       *rowLayout
	name         *core.Lines
	why, trouble *core.Lines
	meaning      string   // the first part of why
	usual        string   // the name of the default, empty if it is not shown
	values       []string // the names of the values to choose from
	synonyms     string   // other words for the row, between commas
	more         string   // further words to search
	sought       string   // the search that has found the row, empty for none
	unfound      bool
}

// NewRow makes a row with a control. reset, which may be nil, restores the default.
func NewRow(keys core.Keys, name, why string, what fyne.CanvasObject, reset func()) *Row {
	r := &Row{
		name:    core.NewLines(theme.TextSize(), theme.ColorNameForeground),
		why:     core.NewLines(12, theme.ColorNamePlaceHolder),
		trouble: core.NewLines(12, theme.ColorNameWarning),
	}
	r.name.SetText(name)
	r.meaning = why
	r.why.SetText(why)
	frame := canvas.NewRectangle(nil)
	frame.StrokeWidth, frame.CornerRadius = 2, theme.Size(theme.SizeNameInputRadius)
	back := control.NewPushButton(keys, say.Text("button.reset"), reset)
	back.Hidden = true
	r.layout = &rowLayout{row: r, control: what, frame: frame, reset: back, resets: reset != nil}
	r.content = container.New(r.layout, r.name, what, frame, r.trouble, r.why, back)
	return r
}

// Usually makes the row show its default while the value differs from it.
func (r *Row) Usually(usual string) *Row {
	r.usual = usual
	return r
}

// explain sets the explanation below the control.
func (r *Row) explain() {
	text := r.meaning
	if r.usual != "" && r.Own() {
		text = strings.TrimSpace(text + " " + say.Text("prefs.default", "Default", r.usual))
	}
	text = strings.TrimSpace(text + " " + r.foundBy(text))
	if r.why.Text() != text {
		r.why.SetText(text)
		r.changed()
	}
}

// Name returns the row's name.
func (r *Row) Name() string { return r.name.Text() }

// SetWhy sets the explanation.
func (r *Row) SetWhy(why string) {
	r.meaning = why
	r.explain()
}

// Why returns the explanation.
func (r *Row) Why() string { return r.why.Text() }

// SetTrouble shows an error below the control, which gets a frame; "" for none.
func (r *Row) SetTrouble(sentence string) {
	if r.trouble.Text() != sentence {
		r.trouble.SetText(sentence)
		r.changed()
	}
}

// SetVisible shows or hides the row.
func (r *Row) SetVisible(visible bool) {
	if r.content.Visible() != visible {
		core.SetVisible(r.content, visible)
		r.changed()
	}
}

// Trouble returns the error shown.
func (r *Row) Trouble() string { return r.trouble.Text() }

// SetOwn shows or hides the button that restores the default.
func (r *Row) SetOwn(own bool) {
	if reset := r.layout.reset; reset.Visible() != (own && r.layout.resets) {
		core.SetVisible(reset, own && r.layout.resets)
		r.explain()
		r.content.Refresh()
	}
}

// Control returns the row's first focusable control, nil if there is none.
func (r *Row) Control() fyne.Focusable { return focusableIn(r.layout.control) }

// focusableIn returns the first focusable object in another, nil if there is none.
func focusableIn(o fyne.CanvasObject) fyne.Focusable {
	if !o.Visible() {
		return nil
	}
	if first, is := o.(fyne.Focusable); is {
		return first
	}
	if c, is := o.(*fyne.Container); is {
		for _, in := range c.Objects {
			if first := focusableIn(in); first != nil {
				return first
			}
		}
	}
	return nil
}

// Own reports whether the button that restores the default is shown.
func (r *Row) Own() bool { return r.layout.reset.Visible() }

// Reset restores the default.
func (r *Row) Reset() { r.layout.reset.Tapped(nil) }

func (r *Row) changed() {
	if r.Changed != nil {
		r.Changed()
	}
	r.content.Refresh()
}

type rowLayout struct {
	row     *Row
	control fyne.CanvasObject
	frame   *canvas.Rectangle
	reset   *control.PushButton
	resets  bool
	bare    bool // without a name, and without space for one
	width   float32
	stacked bool
}

const (
	rowNames   = 150 // the width of names beside controls
	rowStacked = 400 // below this width names are above controls
	rowReset   = 62  // the least width of the button
	rowGap     = 8
	rowApart   = 14 // between rows
)

// fit wraps the texts for a width.
func (l *rowLayout) fit(width float32) {
	l.width, l.stacked = width, width < rowStacked
	left, inside := l.columns()
	l.row.name.SetWidth(left - rowGap)
	if l.stacked {
		l.row.name.SetWidth(width - l.resetWidth())
	}
	l.row.why.SetWidth(inside)
	l.row.trouble.SetWidth(inside)
	fitTo(l.control, inside)
}

// fitTo sets the width of a control, on which its height depends.
func fitTo(o fyne.CanvasObject, width float32) {
	switch o := o.(type) {
	case interface{ SetWidth(float32) }:
		o.SetWidth(width)
	case *fyne.Container:
		if b, ok := o.Layout.(*buttonsLayout); ok {
			b.width = width
			return
		}
		for _, in := range o.Objects {
			fitTo(in, width)
		}
	}
}

// columns returns where the control starts, and how wide it can be beside the button.
func (l *rowLayout) columns() (left, inside float32) {
	if !l.stacked && !l.bare {
		left = rowNames
	}
	inside = l.width - left
	if l.resets {
		inside -= l.resetWidth() + rowGap
	}
	return left, inside
}

// resetWidth returns the width of the button, which depends on the language.
func (l *rowLayout) resetWidth() float32 { return max(rowReset, l.reset.MinSize().Width) }

// nameHeight returns the height of the name, if it is above the control.
func (l *rowLayout) nameHeight() float32 {
	if l.row.name.Text() == "" {
		return 0
	}
	return l.row.name.Height() + 3
}

// MinSize implements fyne.Layout. The height depends on the last width.
func (l *rowLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	height := l.control.MinSize().Height
	for _, t := range []*core.Lines{l.row.trouble, l.row.why} {
		if t.Text() != "" {
			height += t.Height() + 3
		}
	}
	if l.stacked {
		height += l.nameHeight()
	} else {
		height = max(height, l.nameHeight()+6)
	}
	return fyne.NewSize(100, height)
}

// Layout places the parts.
func (l *rowLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.fit(size.Width)
	left, inside := l.columns()
	put := func(o fyne.CanvasObject, x, y, width, height float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(width, height))
	}
	y, height := float32(0), l.control.MinSize().Height
	if l.stacked {
		put(l.row.name, 0, 0, size.Width, l.row.name.Height())
		y = l.nameHeight()
	} else {
		line := float32(theme.TextSize() * 1.4)
		put(l.row.name, 0, max(0, (min(height, l.reset.MinSize().Height)-line)/2), left-rowGap, l.row.name.Height())
	}
	put(l.control, left, y, inside, height)
	put(l.frame, left-2, y-2, inside+4, height+4)
	l.frame.Hidden = l.row.trouble.Text() == ""
	l.frame.StrokeColor = theme.Color(theme.ColorNameWarning)
	put(l.reset, size.Width-l.resetWidth(), y, l.resetWidth(), l.reset.MinSize().Height)
	y += height + 3
	for _, t := range []*core.Lines{l.row.trouble, l.row.why} {
		put(t, left, y, inside, t.Height())
		if t.Text() != "" {
			y += t.Height() + 3
		}
	}
}

// NewButtons lays out buttons side by side, in as many rows as necessary.
func NewButtons(buttons ...*control.PushButton) fyne.CanvasObject {
	l := &buttonsLayout{}
	c := container.New(l)
	for _, b := range buttons {
		c.Add(b)
	}
	return c
}

// buttonsLayout wraps its rows at the last width.
type buttonsLayout struct{ width float32 }

func (l *buttonsLayout) place(o []fyne.CanvasObject, width float32,
	put func(o fyne.CanvasObject, at fyne.Position),
) (height float32) {
	at := fyne.Position{}
	for _, b := range o {
		if !b.Visible() {
			continue
		}
		size := b.MinSize()
		if at.X > 0 && at.X+size.Width > width {
			at = fyne.NewPos(0, height+buttonGap)
		}
		put(b, at)
		at.X += size.Width + buttonGap
		height = max(height, at.Y+size.Height)
	}
	return height
}

// MinSize implements fyne.Layout.
func (l *buttonsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(80, l.place(o, l.width, func(fyne.CanvasObject, fyne.Position) {}))
}

// Layout places the buttons.
func (l *buttonsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	l.width = size.Width
	l.place(o, size.Width, func(b fyne.CanvasObject, at fyne.Position) {
		b.Move(at)
		b.Resize(b.MinSize())
	})
}

// NewText makes a row with a text only.
func NewText(words string) *Row {
	text := core.NewLines(theme.TextSize(), theme.ColorNameForeground)
	text.SetText(words)
	return NewPlain(text)
}

// NewPlain makes a row with a control, without a name or an explanation.
func NewPlain(what fyne.CanvasObject) *Row {
	r := NewRow(core.Keys{}, "", "", what, nil)
	r.layout.bare = true
	return r
}

// NewHeading makes a heading for the rows below it. A search does not find it.
func NewHeading(words string) *Row {
	line := core.NewLine(theme.TextSize(), theme.ColorNamePrimary).Bold()
	line.SetText(words)
	r := NewPlain(line)
	r.unfound = true
	return r
}

// NewColumn lays out the parts of one row below each other.
func NewColumn(parts ...fyne.CanvasObject) fyne.CanvasObject {
	return container.New(&columnLayout{}, parts...)
}

type columnLayout struct{}

func (*columnLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	height := float32(-buttonGap)
	for _, part := range o {
		height += part.MinSize().Height + buttonGap
	}
	return fyne.NewSize(80, max(0, height))
}

func (*columnLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, part := range o {
		part.Move(fyne.NewPos(0, y))
		part.Resize(fyne.NewSize(size.Width, part.MinSize().Height))
		y += part.MinSize().Height + buttonGap
	}
}

// NewBeside lays out a button beside an entry, which gets the remaining width.
func NewBeside(entry *control.Entry, button *control.PushButton) fyne.CanvasObject {
	return container.NewBorder(nil, nil, nil, container.NewCenter(button), entry)
}

// Refresh updates the row's layout, after something in it was shown or hidden.
func (r *Row) Refresh() { r.changed() }
