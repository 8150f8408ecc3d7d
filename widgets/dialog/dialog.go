package dialog

import (
	"runtime"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/reading"
)

// A Dialog lies over the window and has all keys until it is closed. Escape closes it wherever the keyboard
// is in it, Tab goes round its controls, and what has the keyboard is always in view. The arrows and page
// keys that no control uses scroll it, and so does the wheel.
//
// It is smaller than the window however small that is, which the toolkit's own is not.
type Dialog struct {
	core.Base
	on       fyne.Canvas
	shortcut func(fyne.Shortcut)
	closed   func()
	size     fyne.Size // that it has at most
	height   float32   // of the box, as its content needs
	// Guard, which may be nil, is asked before the dialog closes. Where it says no it sees to what happens instead.
	Guard func() bool
	// OwnShortcut, which may be nil, takes a key with a modifier before anything else in the dialog does.
	OwnShortcut func(*desktop.CustomShortcut) bool

	title   *core.Line
	head    fyne.CanvasObject // between title and body, or nil
	body    fyne.CanvasObject
	form    *Form             // the body if it is one, or nil
	rows    *rowsLayout       // that of the body if it is rows, or nil
	scroll  *container.Scroll // of the body, or nil
	text    *reading.View     // the body if it is a text, or nil
	pages   *Pages            // the body if it is pages, or nil
	status  *widget.Label
	buttons []*control.PushButton
}

var _ fyne.Widget = (*Dialog)(nil)

// New makes a dialog that is not shown before Open. shortcut takes what is typed with a modifier and that no
// control of the dialog uses.
func New(on fyne.Canvas, title string, shortcut func(fyne.Shortcut)) *Dialog {
	d := &Dialog{
		on: on, shortcut: shortcut, closed: func() {}, title: core.NewLine(14, theme.ColorNameForeground).Bold(),
		body: canvas.NewRectangle(nil), status: widget.NewLabel(""),
	}
	d.status.Wrapping = fyne.TextWrapWord
	d.title.SetText(title)
	d.ExtendBaseWidget(d)
	return d
}

// Keys is where the dialog's controls hand on what they do not use.
func (d *Dialog) Keys() core.Keys {
	return core.Keys{
		Key: d.key, Rune: func(rune) {}, Shortcut: d.shortcut, Leave: d.Close, Submit: d.submit, Reached: d.reach,
	}
}

// SetForm makes a form the body.
func (d *Dialog) SetForm(form *Form) {
	d.form = form
	d.SetScrolled(form.content)
}

// SetRows makes rows the body.
func (d *Dialog) SetRows(rows ...*Row) {
	d.rows = &rowsLayout{rows: rows}
	body := container.New(d.rows)
	for _, r := range rows {
		body.Add(r.content)
		r.Changed = func() {
			body.Refresh()
			d.Refresh()
		}
	}
	d.scroll = container.NewVScroll(body)
	d.body = container.NewStack(d.scroll, core.NewWheel(d.scroll.Scrolled))
}

// SetScrolled makes something the body that scrolls where there is no room for all of it.
func (d *Dialog) SetScrolled(content fyne.CanvasObject) {
	d.scroll = container.NewVScroll(container.New(&formMargin{}, content))
	d.body = container.NewStack(d.scroll, core.NewWheel(d.scroll.Scrolled))
}

// SetText makes a text the body.
func (d *Dialog) SetText(text *reading.View) { d.text, d.body = text, text }

// SetHead puts something between the title and the body.
func (d *Dialog) SetHead(head fyne.CanvasObject) { d.head = head }

// headHeight is what the head needs, with some room below it.
func (d *Dialog) headHeight() float32 {
	if d.head == nil {
		return 0
	}
	return d.head.MinSize().Height + dialogFoot
}

// SetContent makes something the body that sees to its own scrolling.
func (d *Dialog) SetContent(content fyne.CanvasObject) { d.body = content }

// SetButtons puts buttons at the foot, given in the order of Linux and macOS, where the one that goes on is the last.
func (d *Dialog) SetButtons(buttons ...*control.PushButton) {
	d.buttons = ordered(buttons, runtime.GOOS)
}

// ordered puts buttons into the order of a system: on Windows the one that goes on is the first.
func ordered(buttons []*control.PushButton, system string) []*control.PushButton {
	if last := len(buttons) - 1; system == "windows" && last > 0 && buttons[last].IsStrong() {
		buttons = slices.Clone(buttons)
		slices.Reverse(buttons)
	}
	return buttons
}

// SetStatus says something above the buttons.
func (d *Dialog) SetStatus(words string) {
	d.status.SetText(words)
	d.Refresh()
}

// Status is what is said above the buttons.
func (d *Dialog) Status() string { return d.status.Text }

// Text is the text in the dialog, nil where there is none.
func (d *Dialog) Text() *reading.View { return d.text }

// Open shows the dialog, of a size at most: as high as its content needs, where it is known what that is. closed is
// called once, when it is closed. first gets the keyboard; if that is nil, the first control does.
func (d *Dialog) Open(size fyne.Size, first fyne.Focusable, closed func()) {
	d.size, d.height, d.closed = size, size.Height, closed
	d.Resize(d.on.Size())
	d.on.Overlays().Add(d)
	if first != nil {
		d.on.Focus(first)
	} else {
		d.on.FocusNext()
	}
}

// Focus gives the keyboard to a control of the dialog.
func (d *Dialog) Focus(o fyne.Focusable) { d.on.Focus(o) }

// Close closes the dialog, and what lies over it.
func (d *Dialog) Close() {
	if d.closed == nil || d.Guard != nil && !d.Guard() {
		return
	}
	d.shut()
}

// shut closes the dialog, and before what lies over it, which the toolkit would take away with it without notifying.
func (d *Dialog) shut() {
	for _, above := range slices.Backward(slices.Clone(d.on.Overlays().List())) {
		if above == d {
			break
		}
		if other, is := above.(*Dialog); is && other.closed != nil {
			other.shut()
		}
	}
	closed := d.closed
	d.closed = nil
	d.on.Unfocus() // or the cursor of an entry would blink on, unseen
	d.on.Overlays().Remove(d)
	closed()
}

// Shortcut takes a key with a modifier of which the window knows, and reports whether it is of use here.
func (d *Dialog) Shortcut(s *desktop.CustomShortcut) bool {
	return d.OwnShortcut != nil && d.OwnShortcut(s)
}

// Closed reports whether the dialog is open no more.
func (d *Dialog) Closed() bool { return d.closed == nil }

// submit presses the strong button, where there is one that can be pressed.
func (d *Dialog) submit() {
	for _, b := range d.buttons {
		if b.IsStrong() && b.Enabled() {
			b.Tapped(nil)
			return
		}
	}
}

// key scrolls by a key that no control has used, and closes on Escape.
func (d *Dialog) key(name fyne.KeyName) {
	switch {
	case name == fyne.KeyEscape:
		d.Close()
	case d.text != nil:
		d.text.ScrollKey(name)
	case d.scroll != nil:
		core.ScrollByKey(d.scroll, name)
	}
}

// reach scrolls to what got the keyboard.
func (d *Dialog) reach(o fyne.CanvasObject) {
	if d.scroll != nil {
		showIn(d.scroll, o)
	}
}

// showIn scrolls so that an object inside can be seen. One that is elsewhere moves nothing.
func showIn(s *container.Scroll, o fyne.CanvasObject) {
	const around = 6
	driver := fyne.CurrentApp().Driver()
	if !holds(s.Content, o) {
		return
	}
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(s.Content).Y - around
	bottom := top + o.Size().Height + 2*around
	core.ScrollBy(s, max(0, bottom-s.Offset.Y-s.Size().Height))
	core.ScrollBy(s, min(0, top-s.Offset.Y))
}

// holds reports whether an object is inside another.
func holds(in, o fyne.CanvasObject) bool {
	if in == o {
		return true
	}
	if c, ok := in.(*fyne.Container); ok {
		for _, child := range c.Objects {
			if holds(child, o) {
				return true
			}
		}
	}
	return false
}

// formMargin keeps a form clear of the scroll bar.
type formMargin struct{}

func (*formMargin) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(core.ScrollBarRoom, 0)
}

func (*formMargin) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(size.SubtractWidthHeight(core.ScrollBarRoom, 0))
}
