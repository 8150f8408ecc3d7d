package dialog

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/widgets/core"
)

// Describe describes what the dialog is for, and what is said above its buttons.
func (d *Dialog) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Description = access.Dialog, d.title.Text(), core.Joined(d.status.Text, d.words())
	t.States |= access.Modal
	t.Rests = true
	t.At, t.Size = d.place()
	t.Within = []fyne.CanvasObject{d.body, d.status}
	if d.head != nil {
		t.Within = append([]fyne.CanvasObject{d.head}, t.Within...)
	}
	for _, b := range d.buttons {
		t.Within = append(t.Within, b)
	}
}

// words are what the dialog says besides its controls: its text, of which a long one is left to be read there, or the
// rows that are nothing but words.
func (d *Dialog) words() string {
	const most = 400
	if d.text != nil {
		words := []rune(d.text.Words())
		return string(words[:min(len(words), most)])
	}
	var said []string
	if d.rows != nil {
		for _, r := range d.rows.rows {
			if lines, is := r.layout.control.(*core.Lines); is {
				said = append(said, lines.Text())
			}
		}
	}
	return strings.Join(said, " ")
}

// Describe describes only what is in the pages.
func (p *Pages) Describe(t *core.Accessibility) {
	t.Within = []fyne.CanvasObject{p.search, p.choice, p.index, p.middle}
}

var (
	_ core.Labeler = (*rowsLayout)(nil)
	_ core.Labeler = (*rowLayout)(nil)
	_ core.Labeler = (*formLayout)(nil)
	_ core.Labeler = (*shortLayout)(nil)
)

// Label names the row's control, and says what is wrong with its value and what there is to know of it.
func (l *rowLayout) Label(o fyne.CanvasObject, around core.Label) core.Label {
	switch r := l.row; o {
	case l.control:
		name := r.Name()
		if c, is := o.(*fyne.Container); is && name == "" {
			if _, is := c.Layout.(*shortLayout); is {
				name = around.Name // one of several values
			}
		}
		return core.Label{Name: name, Description: core.Joined(r.Trouble(), r.Why()), Invalid: r.Trouble() != ""}
	case l.reset:
		return core.Label{Description: r.Name()}
	}
	return around
}

// Label names a control with the words that stand beside it.
func (l *formLayout) Label(o fyne.CanvasObject, around core.Label) core.Label {
	for i := 1; i < len(l.content.Objects); i += 2 {
		if l.content.Objects[i] == o {
			return core.Label{Name: l.content.Objects[i-1].(*core.Line).Text()}
		}
	}
	return around
}

// Label has the words behind an entry say what its value means.
func (l *shortLayout) Label(_ fyne.CanvasObject, around core.Label) core.Label {
	around.Name = core.Joined(around.Name, l.words)
	return around
}

// Label hands a row that has no name that of the nearest row above that has one.
func (l *rowsLayout) Label(o fyne.CanvasObject, around core.Label) core.Label {
	for _, r := range l.rows {
		if r == nil {
			continue
		}
		if r.Name() != "" {
			around.Name = r.Name()
		}
		if r.content == o {
			break
		}
	}
	return around
}
