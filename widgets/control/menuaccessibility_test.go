package control

import (
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/access"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// TestDescribeMenu checks the description of a menu and its submenu, and chooses an item as a screen reader does.
func TestDescribeMenu(t *testing.T) {
	var chosen []string
	w := widgettest.Show(t, canvas.NewRectangle(nil), 400, 300)
	items := testMenu(func(s string) { chosen = append(chosen, s) })
	items.Items[1].Checked = true
	items.Items[1].Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyF, Modifier: fyne.KeyModifierControl}
	m := Open(w.Canvas(), items, At(fyne.NewPos(10, 10)))
	m.ActivateFirst()
	describe := func(l *menuList) []core.Part {
		var described core.Accessibility
		l.rows.Describe(&described)
		return described.Parts
	}
	parts := describe(m.lists[0])
	if off := parts[0]; off.Name != "Off" || !off.States.Has(access.Disabled) ||
		off.Actions != nil || off.Position != 1 || off.Count != 4 {
		t.Errorf("an item is %+v", off)
	}
	if first := parts[1]; first.Key != "Ctrl+F" ||
		!first.States.Has(access.Checked|access.Focused) || first.Position != 2 {
		t.Errorf("an item is %+v", first)
	}
	if parts[2].Role != access.Separator || parts[4].Position != 4 {
		t.Errorf("a line is %+v, the last item %+v", parts[2], parts[4])
	}
	below := parts[3]
	if !below.States.Has(access.Expandable) || below.States.Has(access.Expanded) {
		t.Errorf("an item is %+v", below)
	}
	below.Focus()
	below.Actions[0].Do()
	var described core.Accessibility
	if m.lists[1].Describe(&described); described.Role != access.Menu || described.Name != "Below" || !described.Rests {
		t.Errorf("the menu below is %+v", described)
	}
	if now := describe(m.lists[0])[3]; !now.States.Has(access.Expanded) || now.States.Has(access.Focused) {
		t.Errorf("an item is %+v", now)
	}
	describe(m.lists[1])[1].Actions[0].Do()
	if !reflect.DeepEqual(chosen, []string{"Green"}) || w.Canvas().Overlays().Top() != nil {
		t.Errorf("chose %q", chosen)
	}
}
