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

// A Dialog lies over the window and has all keys until it is closed. Escape closes it from any control, Tab cycles
// through its controls and from the last field to the default button, and the focused control is always scrolled into
// view. Arrow and page keys that no control handles scroll it, like the wheel.
//
// Unlike the toolkit's dialogs it always fits into the window.
type Dialog struct {
	core.Base
	on       fyne.Canvas
	shortcut func(fyne.Shortcut)
	closed   func()
	size     fyne.Size // the greatest size
	height   float32   // of the box, as its content needs
	// Guard, which may be nil, is called before the dialog closes. If it returns false the dialog stays open.
	Guard func() bool
	// OfService is set if it is about the service: it closes when the window leaves that.
	OfService bool
	// StatusLines is the number of lines that have room for the status before there is one.
	StatusLines int
	// OwnShortcut, which may be nil, gets keys with a modifier before anything else in the dialog.
	OwnShortcut func(*desktop.CustomShortcut) bool

	title   *core.Line
	head    fyne.CanvasObject // between title and body, or nil
	body    fyne.CanvasObject
	form    *Form             // the body if it is one, or nil
	rows    *rowsLayout       // the body's layout if it is rows, or nil
	scroll  *container.Scroll // of the body, or nil
	text    *reading.View     // the body if it is a text, or nil
	pages   *Pages            // the body if it is pages, or nil
	status  *widget.Label
	highest float32 // the height of the highest status so far
	top     float32 // of the box, in a window of the size topIn
	topIn   fyne.Size
	buttons []*control.PushButton
}

var _ fyne.Widget = (*Dialog)(nil)

// New makes a dialog, which Open shows. shortcut gets keys with a modifier that no control of the dialog handles.
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

// Keys gets the keys that the dialog's controls do not handle.
func (d *Dialog) Keys() core.Keys {
	return core.Keys{
		Key: d.key, Rune: func(rune) {}, Shortcut: d.shortcut, Leave: d.Close, Submit: d.submit, Reached: d.reach,
	}
}

// SetForm sets a form as the body.
func (d *Dialog) SetForm(form *Form) {
	d.form = form
	d.SetScrolled(form.content)
}

// SetRows sets rows as the body.
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
	d.scroll = core.NewVScroll(body)
	d.body = container.NewStack(d.scroll, core.NewWheel(d.scroll.Scrolled))
}

// SetScrolled sets an object as the body, which scrolls if there is not enough room.
func (d *Dialog) SetScrolled(content fyne.CanvasObject) {
	d.scroll = core.NewVScroll(container.New(&formMargin{}, content))
	d.body = container.NewStack(d.scroll, core.NewWheel(d.scroll.Scrolled))
}

// SetText sets a text as the body.
func (d *Dialog) SetText(text *reading.View) { d.text, d.body = text, text }

// SetHead sets an object between the title and the body.
func (d *Dialog) SetHead(head fyne.CanvasObject) { d.head = head }

// headHeight returns the height of the head, with some space below it.
func (d *Dialog) headHeight() float32 {
	if d.head == nil {
		return 0
	}
	return d.head.MinSize().Height + dialogFoot
}

// SetContent sets an object as the body, which handles its own scrolling.
func (d *Dialog) SetContent(content fyne.CanvasObject) { d.body = content }

// SetButtons sets the buttons at the foot, in the order of Linux and macOS, where the default one is the last.
func (d *Dialog) SetButtons(buttons ...*control.PushButton) {
	d.buttons = ordered(buttons, runtime.GOOS)
}

// ordered returns buttons in the order of a system: on Windows the default one is the first.
func ordered(buttons []*control.PushButton, system string) []*control.PushButton {
	if last := len(buttons) - 1; system == "windows" && last > 0 && buttons[last].IsStrong() {
		buttons = slices.Clone(buttons)
		slices.Reverse(buttons)
	}
	return buttons
}

// SetStatus sets the text above the buttons.
func (d *Dialog) SetStatus(words string) {
	d.status.SetText(words)
	d.Refresh()
}

// Status returns the text above the buttons.
func (d *Dialog) Status() string { return d.status.Text }

// Text returns the text in the dialog, nil if there is none.
func (d *Dialog) Text() *reading.View { return d.text }

// Open shows the dialog, in at most a size: as high as its content needs, if that is known. closed is called once, when
// it is closed. It focuses first, or the first control if it is nil.
func (d *Dialog) Open(size fyne.Size, first fyne.Focusable, closed func()) {
	d.size, d.height, d.closed = size, size.Height, closed
	d.Resize(d.on.Size())
	d.on.Overlays().Add(d)
	if first != nil {
		d.on.Focus(first)
		if e, is := first.(*control.Entry); is && !e.MultiLine && e.Text != "" {
			e.Select(len([]rune(e.Text))) // typing replaces it
		}
	} else {
		d.on.FocusNext()
	}
}

// Focus focuses a control of the dialog.
func (d *Dialog) Focus(o fyne.Focusable) { d.on.Focus(o) }

// Close closes the dialog, and all overlays above it.
func (d *Dialog) Close() {
	if d.closed == nil || d.Guard != nil && !d.Guard() {
		return
	}
	d.shut()
}

// Leave closes the dialog, if it is open, without asking its Guard.
func (d *Dialog) Leave() {
	if d.closed != nil {
		d.shut()
	}
}

// shut closes the dialog, after all overlays above it, which the toolkit would remove without notifying them.
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
	d.on.Unfocus() // otherwise the cursor of an entry would continue to blink, invisibly
	d.on.Overlays().Remove(d)
	closed()
}

// Shortcut handles a key with a modifier that no control has handled, and reports whether the dialog used it: Ctrl+W
// closes it, and Ctrl+Enter presses the strong button.
func (d *Dialog) Shortcut(s *desktop.CustomShortcut) bool {
	if d.OwnShortcut != nil && d.OwnShortcut(s) {
		return true
	}
	plain := s.Modifier == fyne.KeyModifierShortcutDefault
	switch {
	case plain && s.KeyName == fyne.KeyW:
		d.Close()
	case plain && (s.KeyName == fyne.KeyReturn || s.KeyName == fyne.KeyEnter):
		d.submit()
	default:
		return false
	}
	return true
}

// Closed reports whether the dialog is closed.
func (d *Dialog) Closed() bool { return d.closed == nil }

// submit presses the strong button, if it is enabled, and reports whether there is one.
func (d *Dialog) submit() bool {
	b := d.strong()
	if b != nil && b.Enabled() {
		b.Tapped(nil)
	}
	return b != nil
}

// strong returns the default button, nil if there is none.
func (d *Dialog) strong() *control.PushButton {
	for _, b := range d.buttons {
		if b.IsStrong() {
			return b
		}
	}
	return nil
}

// key handles a key that no control has handled: it scrolls, or closes the dialog on Escape.
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

// reach scrolls to the focused control.
func (d *Dialog) reach(o fyne.CanvasObject) {
	if d.scroll != nil {
		ShowIn(d.scroll, o)
	}
}

// ShowIn scrolls an object in s into view. It does nothing for other objects.
func ShowIn(s *container.Scroll, o fyne.CanvasObject) {
	const around = 6
	top, inside := topIn(s.Content, o)
	if !inside {
		return
	}
	top -= around
	bottom := top + o.Size().Height + 2*around
	core.ScrollBy(s, max(0, bottom-s.Offset.Y-s.Size().Height))
	core.ScrollBy(s, min(0, top-s.Offset.Y))
}

// topIn returns how far an object is below the top of another that holds it. The toolkit's driver does not know that
// before both were drawn.
func topIn(in, o fyne.CanvasObject) (top float32, inside bool) {
	if in == o {
		return 0, true
	}
	if c, ok := in.(*fyne.Container); ok {
		for _, child := range c.Objects {
			if top, inside := topIn(child, o); inside {
				return child.Position().Y + top, true
			}
		}
	}
	return 0, false
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
