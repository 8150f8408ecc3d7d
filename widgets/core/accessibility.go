package core

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sextant/app/access"
	"sextant/app/say"
)

// An Accessible describes itself to those who do not see the window. It is a widget, or the layout of a container.
type Accessible interface {
	// Describe fills in what it is now. It changes nothing else.
	Describe(t *Accessibility)
}

// An Accessibility is what a widget says of itself. One whose role is left Unknown is nothing alone: what is in it
// belongs to what is around it.
type Accessibility struct {
	// Node is the widget. Who asks sees to its ID, Bounds and Children, to whether it is disabled, and to the keyboard.
	access.Node
	// Within are the objects in it, in the order in which they are read, and Parts what is in it and is no object of
	// its own.
	Within []fyne.CanvasObject
	Parts  []Part
	// At and Size are the place of what is described in the widget, where that is not all of it.
	At   fyne.Position
	Size fyne.Size
	// Extents, which may be nil, is where characters of its text stand in the widget. It may be called on any
	// goroutine.
	Extents Extents
	// Stopgap: the name is only there for want of a better, which words beside the widget give.
	Stopgap bool
	// Rests: the keys come here while nothing has the keyboard.
	Rests bool
}

// A Part is something in a widget that is no object of its own, such as a row of a list.
type Part struct {
	Same PartKey
	access.Node
	At    fyne.Position // in the widget
	Size  fyne.Size
	Parts []Part
	// Links are the stretches of the text that the parts are, in their order, where they are links.
	Links []access.Range
	// Extents, which may be nil, is where characters of its text stand in the widget. It may be called on any
	// goroutine.
	Extents Extents
}

// Extents is where a stretch of a text stands in its widget.
type Extents func(access.Range) (fyne.Position, fyne.Size)

// A PartKey names a part among those of its widget for as long as it is the same thing.
type PartKey struct {
	Kind, Name string
	At, Of     int
}

// A Labeler is the layout of a container in which words say what an object beside them is for.
type Labeler interface {
	// Label is what is said of an object of the container, where around is said of the container.
	Label(o fyne.CanvasObject, around Label) Label
}

// A Label is what words beside a control say of it.
type Label struct {
	Name, Description string
	Invalid           bool // what it holds cannot be used
}

// Grouped is a layout whose container says that what is in it belongs together.
func Grouped(l fyne.Layout, role access.Role, name string) fyne.Layout {
	return &grouped{l, role, name}
}

type grouped struct {
	layout fyne.Layout
	role   access.Role
	name   string
}

func (g *grouped) MinSize(o []fyne.CanvasObject) fyne.Size      { return g.layout.MinSize(o) }
func (g *grouped) Layout(o []fyne.CanvasObject, size fyne.Size) { g.layout.Layout(o, size) }

// Describe describes what the objects are together.
func (g *grouped) Describe(t *Accessibility) { t.Role, t.Name = g.role, g.name }

// A Base is what every widget has in common, in the place of the toolkit's: what the widget says about itself goes to
// the toolkit too, which hands it to the screen readers of Windows and macOS.
type Base struct {
	widget.BaseWidget
	self fyne.Widget
}

var _ fyne.Accessible = (*Base)(nil)

// ExtendBaseWidget makes this a part of a widget.
func (b *Base) ExtendBaseWidget(w fyne.Widget) {
	b.self = w
	b.BaseWidget.ExtendBaseWidget(w)
}

// AccessibilityLabel is what the widget says of itself in words.
func (b *Base) AccessibilityLabel() string { return AccessibilityLabel(b.self) }

// AccessibilityRole is what the widget is, as far as the toolkit can distinguish things.
func (b *Base) AccessibilityRole() fyne.AccessibleRole { return AccessibilityRole(b.self) }

// AccessibilityLabel is what a widget says of itself in words, "" for nothing.
func AccessibilityLabel(w fyne.Widget) string {
	var t Accessibility
	if a, is := w.(Accessible); is {
		a.Describe(&t)
	}
	words := []string{t.Name, t.Description}
	if t.Value != nil {
		words = append(words, t.Value.Words)
	}
	left := t.Role == access.PasswordEntry || t.Role == access.Page // whose description is the page as it is read aloud
	if t.Text != nil && t.Text.Content != t.Name && !left {
		words = append(words, t.Text.Content)
	}
	for _, p := range t.Parts {
		if p.States.Has(access.Selected) || t.Role == access.ToolBar {
			words = append(words, p.Name)
		}
	}
	return Joined(words...)
}

// AccessibilityRole is what a widget is, as far as the toolkit can distinguish things.
func AccessibilityRole(w fyne.Widget) fyne.AccessibleRole {
	var t Accessibility
	if a, is := w.(Accessible); is {
		a.Describe(&t)
	}
	switch t.Role {
	case access.Button, access.ToggleButton, access.CheckBox, access.RadioButton,
		access.ComboBox, access.Slider, access.Tab, access.MenuItem:
		return fyne.AccessibleRoleButton
	case access.Link:
		return fyne.AccessibleRoleLink
	case access.Page, access.Label, access.Status, access.Notice, access.Entry, access.PasswordEntry,
		access.Progress, access.List, access.Heading, access.Paragraph, access.Picture,
		access.ToolBar, access.Dialog: // what is in widgets the toolkit (v2.8.1) does not look for
		return fyne.AccessibleRoleText
	}
	return fyne.AccessibleRoleContainer
}

// Joined are the texts that are not empty, with commas between them but behind sentences.
func Joined(texts ...string) string {
	said := ""
	for _, text := range texts {
		switch {
		case text == "":
			continue
		case said == "":
		case strings.ContainsAny(said[len(said)-1:], ".:?!"):
			said += " "
		default:
			said += ", "
		}
		said += text
	}
	return said
}

// An Action is something to be done with a name.
func Action(name string, do func()) []access.Action { return []access.Action{{Name: name, Do: do}} }

// describeWords describes words that are seen.
func describeWords(t *Accessibility, words string) {
	if words != "" {
		t.Role, t.Name = access.Label, words
		t.Text = &access.Text{Content: words, Caret: -1}
	}
}

// Describe describes the line in full.
func (l *Line) Describe(t *Accessibility) { describeWords(t, l.text) }

// Describe describes the whole text.
func (l *Lines) Describe(t *Accessibility) { describeWords(t, l.text) }

// Describe describes the line in full.
func (l *MarkedLine) Describe(t *Accessibility) { describeWords(t, l.text) }

// Describe describes how much is full.
func (p *Progress) Describe(t *Accessibility) {
	t.Role, t.Name = access.Progress, say.Text("access.progress")
	t.Value = &access.Value{Now: p.share, Most: 1, Words: Percent(p.share)}
}

// Percent is a share of the whole in words.
func Percent(share float64) string { return say.Text("measure.percent", "Number", int(share*100+0.5)) }

// SplitTip separates a tip from the key in brackets behind it, "" for none. Longer words in brackets are no key.
func SplitTip(tip string) (words, key string) {
	const longest = 24 // bytes
	i := strings.LastIndex(tip, " (")
	if i < 0 || !strings.HasSuffix(tip, ")") || len(tip)-i > longest+len(" ()") {
		return tip, ""
	}
	return tip[:i], tip[i+2 : len(tip)-1]
}
