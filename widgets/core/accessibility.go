package core

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sextant/app/access"
	"sextant/app/say"
)

// An Accessible is a widget, or the layout of a container, with an accessible description.
type Accessible interface {
	// Describe fills in the current description, and changes nothing else.
	Describe(t *Accessibility)
}

// An Accessibility is the description of a widget. If its role is left Unknown the widget has no node, and its children
// belong to its parent's.
type Accessibility struct {
	// Node is the widget's node. The caller sets its ID, Bounds and Children, whether it is disabled, and the focus.
	access.Node
	// Within are the objects in it, in reading order, and Parts its parts that are no objects.
	Within []fyne.CanvasObject
	Parts  []Part
	// At and Size are the described area within the widget, if it is not all of it.
	At   fyne.Position
	Size fyne.Size
	// Extents, which may be nil, is where characters of its text stand in the widget. It may be called on any
	// goroutine.
	Extents Extents
	// Stopgap is set if a label beside the widget takes precedence over its name.
	Stopgap bool
	// Rests is set if the widget gets the keys while nothing is focused.
	Rests bool
}

// A Part is a part of a widget that is no object, such as a row of a list.
type Part struct {
	Same PartKey
	access.Node
	At    fyne.Position // in the widget
	Size  fyne.Size
	Parts []Part
	// Links are the ranges of the text of those parts that are links, in their order.
	Links []access.Range
	// Extents, which may be nil, is where characters of its text stand in the widget. It may be called on any
	// goroutine.
	Extents Extents
}

// Extents returns the bounds of a range of a text in its widget.
type Extents func(access.Range) (fyne.Position, fyne.Size)

// A PartKey identifies a part of a widget, for as long as it stands for the same object.
type PartKey struct {
	Kind, Name string
	At, Of     int
}

// A Labeler is the layout of a container with labels beside objects.
type Labeler interface {
	// Label returns the label of an object of the container; around is the container's.
	Label(o fyne.CanvasObject, around Label) Label
}

// A Label is the description of a control by the words beside it.
type Label struct {
	Name, Description string
	Invalid           bool // its value is invalid
}

// Grouped returns a layout that describes its container as a group.
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

// Describe describes the group.
func (g *grouped) Describe(t *Accessibility) { t.Role, t.Name = g.role, g.name }

// A Base is the base of every widget, in place of the toolkit's: it passes the widget's description to the toolkit too,
// for the screen readers of Windows and macOS.
type Base struct {
	widget.BaseWidget
	self fyne.Widget
}

var _ fyne.Accessible = (*Base)(nil)

// ExtendBaseWidget initialises it for the widget that embeds it.
func (b *Base) ExtendBaseWidget(w fyne.Widget) {
	b.self = w
	b.BaseWidget.ExtendBaseWidget(w)
}

// AccessibilityLabel implements the toolkit's accessibility.
func (b *Base) AccessibilityLabel() string { return AccessibilityLabel(b.self) }

// AccessibilityRole implements the toolkit's accessibility.
func (b *Base) AccessibilityRole() fyne.AccessibleRole { return AccessibilityRole(b.self) }

// AccessibilityLabel returns a widget's description in words, "" for none.
func AccessibilityLabel(w fyne.Widget) string {
	var t Accessibility
	if a, is := w.(Accessible); is {
		a.Describe(&t)
	}
	words := []string{t.Name, t.Description}
	if t.Value != nil {
		words = append(words, t.Value.Words)
	}
	left := t.Role == access.PasswordEntry || t.Role == access.Page // the page's description is its whole text
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

// AccessibilityRole returns the toolkit's role that is closest to a widget's.
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
		access.ToolBar, access.Dialog: // the toolkit (v2.8.1) does not visit the objects in widgets
		return fyne.AccessibleRoleText
	}
	return fyne.AccessibleRoleContainer
}

// Joined joins the texts that are not empty, with commas, except after sentences.
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

// Action returns an action with a name.
func Action(name string, do func()) []access.Action { return []access.Action{{Name: name, Do: do}} }

// describeWords describes a visible text.
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

// Describe describes the progress.
func (p *Progress) Describe(t *Accessibility) {
	t.Role, t.Name = access.Progress, say.Text("access.progress")
	t.Value = &access.Value{Now: p.share, Most: 1, Words: Percent(p.share)}
}

// Percent returns a share of the whole in words.
func Percent(share float64) string { return say.Text("measure.percent", "Number", int(share*100+0.5)) }

// SplitTip splits a tip into its text and the key in brackets at its end, "" for none. A longer text in brackets is no
// key.
func SplitTip(tip string) (words, key string) {
	const longest = 24 // bytes
	i := strings.LastIndex(tip, " (")
	if i < 0 || !strings.HasSuffix(tip, ")") || len(tip)-i > longest+len(" ()") {
		return tip, ""
	}
	return tip[:i], tip[i+2 : len(tip)-1]
}
