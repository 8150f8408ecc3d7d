package control

import (
	"runtime"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/core"
)

// An Entry is a text entry of one or more lines that gives up the focus on Escape and passes on function keys.
type Entry struct {
	widget.Entry
	keys core.Keys
	// Own and OwnShortcut, which may be nil, get keys before the entry, but for those with a modifier by which it
	// edits, and report whether they handled them.
	Own         func(fyne.KeyName) bool
	OwnShortcut func(*desktop.CustomShortcut) bool
	// OnLeft, which may be nil, is called when the entry loses the focus.
	OnLeft func()

	focused bool
	name    string
}

// NewEntry makes an empty entry with a placeholder.
func NewEntry(keys core.Keys, placeholder string) *Entry {
	e := &Entry{keys: keys}
	e.ExtendBaseWidget(e)
	e.SetPlaceHolder(placeholder)
	return e
}

// NewArea makes an empty multi-line entry in a monospaced font.
func NewArea(keys core.Keys, placeholder string) *Entry {
	e := NewEntry(keys, placeholder)
	e.MultiLine = true
	e.TextStyle.Monospace = true
	e.Wrapping = fyne.TextWrapOff
	return e
}

// AcceptsTab returns false: Tab moves to the next control.
func (e *Entry) AcceptsTab() bool { return false }

// Select selects the first n characters.
func (e *Entry) Select(n int) {
	e.CursorRow, e.CursorColumn = 0, 0
	e.KeyDown(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
	for range n {
		e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	}
	e.KeyUp(&fyne.KeyEvent{Name: desktop.KeyShiftLeft})
}

// FocusGained is called when the entry gets the focus.
func (e *Entry) FocusGained() {
	e.focused = true
	e.Entry.FocusGained()
	e.keys.NotifyReached(e)
}

// FocusLost is called when the entry loses the focus.
func (e *Entry) FocusLost() {
	e.focused = false
	e.Entry.FocusLost()
	if e.OnLeft != nil {
		e.OnLeft()
	}
}

// TypedKey edits the text, or passes on the key. A single line passes on Up and Down: in a dialog they scroll.
func (e *Entry) TypedKey(k *fyne.KeyEvent) {
	if e.Own != nil && e.Own(k.Name) {
		return
	}
	switch k.Name {
	case fyne.KeyEscape:
		e.keys.Leave()
	case fyne.KeyReturn, fyne.KeyEnter:
		if e.OnSubmitted == nil && !e.MultiLine && e.keys.Submit != nil {
			e.keys.Submit()
			return
		}
		e.keys.NotifyReached(e)
		e.Entry.TypedKey(k)
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		if e.MultiLine {
			e.Entry.TypedKey(k)
		} else if e.keys.Reached != nil {
			e.keys.Key(k.Name)
		}
	case fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6,
		fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10, fyne.KeyF11, fyne.KeyF12:
		e.keys.Key(k.Name)
	default:
		e.keys.NotifyReached(e) // it may have been scrolled away
		e.Entry.TypedKey(k)
	}
}

// TypedRune edits the text, and scrolls the entry into view.
func (e *Entry) TypedRune(r rune) {
	e.keys.NotifyReached(e)
	e.Entry.TypedRune(r)
}

// Dragged selects text.
func (e *Entry) Dragged(ev *fyne.DragEvent) {
	if !core.FingerScrolls() {
		e.Entry.Dragged(ev)
	}
}

// TypedShortcut edits the text, or passes on the shortcut if it is one of the window's.
func (e *Entry) TypedShortcut(s fyne.Shortcut) {
	c, custom := s.(*desktop.CustomShortcut)
	switch {
	case !custom, isOfWords(c, runtime.GOOS):
		e.keys.NotifyReached(e)
		e.Entry.TypedShortcut(s)
	case e.OwnShortcut == nil || !e.OwnShortcut(c):
		e.keys.Shortcut(s)
	}
}

// isOfWords reports whether the toolkit's entry (v2.8.1) edits by a key with a modifier: it moves by words, selects
// them, or deletes one, and on macOS it moves to an end of the line.
func isOfWords(c *desktop.CustomShortcut, system string) bool {
	word, line := fyne.KeyModifierControl, fyne.KeyModifier(0)
	if system == "darwin" {
		word, line = fyne.KeyModifierAlt, fyne.KeyModifierSuper
	}
	switch c.KeyName {
	case fyne.KeyLeft, fyne.KeyRight:
		return c.Modifier&^fyne.KeyModifierShift == word || line != 0 && c.Modifier == line
	case fyne.KeyBackspace, fyne.KeyDelete:
		return c.Modifier == word
	}
	return false
}

// CreateRenderer implements fyne.Widget: the toolkit's entry with the focus ring of all controls.
func (e *Entry) CreateRenderer() fyne.WidgetRenderer {
	r := &entryRenderer{WidgetRenderer: e.Entry.CreateRenderer(), entry: e, ring: newRing().Always()}
	r.Refresh()
	return r
}

type entryRenderer struct {
	fyne.WidgetRenderer
	entry *Entry
	ring  *core.Ring
}

func (r *entryRenderer) Objects() []fyne.CanvasObject {
	return append(slices.Clone(r.WidgetRenderer.Objects()), r.ring.Objects()...)
}

func (r *entryRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Put(fyne.Position{}, size)
}

func (r *entryRenderer) Refresh() {
	r.ring.Show(r.entry.focused)
	r.WidgetRenderer.Refresh()
}
