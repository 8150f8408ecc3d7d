package dialog

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/widgets/core"
)

// Describe describes the dialog's purpose and status.
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

// words returns the dialog's texts besides its controls: its text, unless it is long, or the rows without controls.
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

// Describe makes no node: only the contents of the pages have one.
func (p *Pages) Describe(t *core.Accessibility) {
	t.Within = []fyne.CanvasObject{p.search, p.choice, p.index, p.middle}
}

var (
	_ core.Labeler = (*rowsLayout)(nil)
	_ core.Labeler = (*rowLayout)(nil)
	_ core.Labeler = (*formLayout)(nil)
	_ core.Labeler = (*shortLayout)(nil)
)

// Label returns the name of the row's control, and as a description its error and explanation.
func (l *rowLayout) Label(o fyne.CanvasObject, around core.Label) core.Label {
	switch r := l.row; o {
	case l.control:
		name := r.Name()
		if c, is := o.(*fyne.Container); is && name == "" {
			if _, is := c.Layout.(*shortLayout); is {
				name = around.Name // one of several controls
			}
		}
		return core.Label{Name: name, Description: core.Joined(r.Trouble(), r.Why()), Invalid: r.Trouble() != ""}
	case l.reset:
		return core.Label{Description: r.Name()}
	}
	return around
}

// Label returns the words beside a control as its name.
func (l *formLayout) Label(o fyne.CanvasObject, around core.Label) core.Label {
	for i := 1; i < len(l.content.Objects); i += 2 {
		if l.content.Objects[i] == o {
			return core.Label{Name: l.content.Objects[i-1].(*core.Line).Text()}
		}
	}
	return around
}

// Label returns the words behind an entry as its description.
func (l *shortLayout) Label(_ fyne.CanvasObject, around core.Label) core.Label {
	around.Name = core.Joined(around.Name, l.words)
	return around
}

// Label returns for a row without a name that of the nearest row above with one.
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
