package dialog

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sextant/app/access"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestDialogDescribesItselfToReaders checks the description and the bounds of a dialog.
func TestDialogDescribesItselfToReaders(t *testing.T) {
	w := widgettest.Show(t, canvas.NewRectangle(nil), 480, 360)
	d := New(w.Canvas(), "Quit?", func(fyne.Shortcut) {})
	d.SetRows(NewText("Settings would be lost."))
	d.SetButtons(control.NewPushButton(d.Keys(), "Leave", d.Close))
	d.Open(fyne.NewSize(300, 200), nil, func() {})
	d.SetStatus("The disk is full.")
	var described core.Accessibility
	d.Describe(&described)
	if described.Role != access.Dialog || described.Name != "Quit?" ||
		described.Description != "The disk is full. Settings would be lost." ||
		!described.States.Has(access.Modal) || !described.Rests {
		t.Errorf("described as %+v", described.Node)
	}
	foot := described.At.Y + described.Size.Height
	if described.Size.Width != 300 || described.Size.Height >= 200 ||
		described.At.X != 90 || described.At.Y < dialogMargin || foot > 360-dialogMargin {
		t.Errorf("it is at %v, %v", described.At, described.Size)
	}
}

// TestLabels checks the labels that rows and forms give their controls.
func TestLabels(t *testing.T) {
	entry := control.NewEntry(core.Keys{}, "")
	r := NewRow(core.Keys{}, "Address", "Where the service is.", entry, func() {})
	r.SetTrouble("It has no host.")
	want := core.Label{Name: "Address", Description: "It has no host. Where the service is.", Invalid: true}
	if got := r.layout.Label(entry, core.Label{}); got != want {
		t.Errorf("said %+v", got)
	}
	if got := r.layout.Label(r.layout.reset, core.Label{}); got != (core.Label{Description: "Address"}) {
		t.Errorf("said %+v of the button", got)
	}
	first, second := NewShort(control.NewEntry(core.Keys{}, ""),
		"a second"), NewShort(control.NewEntry(core.Keys{}, ""), "an hour")
	rows := &rowsLayout{
		rows: []*Row{r, nil, NewRow(core.Keys{}, "Requests", "", first, nil), NewRow(core.Keys{}, "", "", second, nil)},
	}
	for i, want := range map[int]string{2: "Requests, a second", 3: "Requests, an hour"} {
		row := rows.rows[i]
		short := row.layout.control.(*fyne.Container)
		label := row.layout.Label(short, rows.Label(row.content, core.Label{}))
		if got := short.Layout.(core.Labeler).Label(short.Objects[0], label); got.Name != want {
			t.Errorf("said %+v of row %d", got, i)
		}
	}
	form, choice := NewForm(), control.NewChoice(core.Keys{}, []string{"PNG"}, nil)
	form.Add("Write as", choice)
	if got := form.layout.Label(choice, core.Label{}); got != (core.Label{Name: "Write as"}) {
		t.Errorf("said %+v", got)
	}
}
