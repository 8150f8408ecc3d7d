package control

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// describe returns the description of a widget.
func describe(w core.Accessible) *core.Accessibility {
	var t core.Accessibility
	w.Describe(&t)
	return &t
}

// TestControlsDescribeThemselvesToReaders checks the description of each control, and runs its actions.
func TestControlsDescribeThemselvesToReaders(t *testing.T) {
	asked := &widgettest.Asked{}
	tips := core.NewTips(func(func()) {})
	tapped := func() { asked.Add("tapped") }
	off := NewTextButton(tips, "Off", "", tapped)
	off.SetEnabled(false)
	on := NewButton(tips, theme.HomeIcon(), "Find (Ctrl+F)", tapped).Switching()
	on.SetOn(true)
	checked := NewSwitch(core.Keys{}, "Even", nil)
	checked.SetChecked(true)
	tab := NewTab(tips, "Queue", "What is next (Ctrl+2)", tapped)
	tab.SetOn(true)
	slider := NewSlider(100).Named("Place", func(float64) string { return "0:12 of 5:50" })
	slider.OnDone = func(v float64) { asked.Add("at %.1f", v) }
	for _, c := range []struct {
		described        core.Accessible
		role             access.Role
		name, more, key  string
		states           access.State
		value, does      string
		holds            string // the name of the selected part
		actions, stopgap bool
	}{
		{
			described: NewButton(tips, theme.HomeIcon(), "Home (Home)", tapped),
			role:      access.Button, name: "Home", key: "Home", actions: true, does: "tapped",
		},
		{
			described: NewSmallButton(tips, "Import …", "Read a file (Ctrl+I)", tapped), role: access.Button,
			name: "Import …", more: "Read a file", key: "Ctrl+I", actions: true, does: "tapped",
		},
		{described: off, role: access.Button, name: "Off"},
		{
			described: on, role: access.ToggleButton, name: "Find", key: "Ctrl+F",
			states: access.Pressed, actions: true, does: "tapped",
		},
		{
			described: NewPushButton(core.Keys{}, "Close", tapped),
			role:      access.Button, name: "Close", actions: true, does: "tapped",
		},
		{
			described: NewCheck(tips, core.Keys{}, "Exact", "Tell ä from a", func(bool) { tapped() }),
			role:      access.CheckBox,
			name:      "Exact", more: "Tell ä from a", states: access.Checkable, actions: true, does: "tapped",
		},
		{
			described: checked, role: access.CheckBox, name: "Even",
			states: access.Checkable | access.Checked, actions: true,
		},
		{
			described: NewChoice(core.Keys{}, []string{"one", "two"}, nil), role: access.ComboBox,
			name: "one", states: access.Expandable, holds: "one", actions: true, stopgap: true,
		},
		{
			described: tab, role: access.Tab, name: "Queue", more: "What is next", key: "Ctrl+2",
			states: access.Selectable | access.Selected, actions: true, does: "tapped",
		},
		{described: slider, role: access.Slider, name: "Place", value: "0:12 of 5:50", stopgap: true},
		{described: NewKeyCatcher("F5"), role: access.Button, name: "New shortcut", value: "F5", stopgap: true},
	} {
		o := describe(c.described)
		value := ""
		if o.Value != nil {
			value = o.Value.Words
		}
		held := ""
		for _, p := range o.Parts {
			if p.States.Has(access.Selected) {
				held += p.Name
			}
		}
		if o.Role != c.role || held != c.holds || o.Name != c.name || o.Description != c.more || o.Key != c.key ||
			o.States != c.states || value != c.value || o.Stopgap != c.stopgap || (len(o.Actions) > 0) != c.actions {
			t.Errorf("%T %q is described as %+v", c.described, c.name, o)
		}
		if heard := c.described.(fyne.Accessible); heard.AccessibilityLabel() == "" ||
			heard.AccessibilityRole() == fyne.AccessibleRoleContainer {
			t.Errorf("the toolkit hears %q of %T as %s",
				heard.AccessibilityLabel(), c.described, heard.AccessibilityRole())
		}
		if c.does != "" {
			o.Actions[0].Do()
			asked.Expect(t, c.does)
		}
	}
	describe(slider).Value.Set(0.5)
	asked.Expect(t, "at 0.5")
	if slider.Value() != 0.5 {
		t.Errorf("the slider stands at %v", slider.Value())
	}
	slider.SetEnabled(false)
	if describe(slider).Value.Set != nil {
		t.Error("a slider that is off can be set")
	}
}

// TestDescribeIndex selects a word as a screen reader does.
func TestDescribeIndex(t *testing.T) {
	asked := &widgettest.Asked{}
	x := NewIndex(core.Keys{}, []string{"one", "two", "three"}, func(at int) { asked.Add("%d", at) })
	w := widgettest.Show(t, x, 200, 200)
	w.Canvas().Focus(x)
	parts := describe(x).Parts
	if len(parts) != 3 || parts[1].Name != "two" || parts[1].Position != 2 ||
		parts[1].Count != 3 || !parts[0].States.Has(access.Selected|access.Focused) {
		t.Fatalf("described as %+v", parts)
	}
	parts[2].Choose()
	asked.Expect(t, "2")
	if now := describe(x).Parts; now[0].States.Has(access.Selected) ||
		!now[2].States.Has(access.Selected|access.Focused) || now[2].Same != parts[2].Same {
		t.Errorf("described as %+v", now)
	}
}

// TestDescribeEntry checks the text, the cursor and the selection of entries, and changes them.
func TestDescribeEntry(t *testing.T) {
	e := NewEntry(core.Keys{}, "Filter")
	widgettest.Show(t, e, 200, 40)
	if o := describe(e); o.Role != access.Entry || o.Name != "Filter" || !o.Stopgap ||
		!o.States.Has(access.Editable) || o.Text.Content != "" || o.Text.Caret != 0 {
		t.Errorf("described as %+v", o)
	}
	o := describe(e)
	o.Text.Set("äiti ja isä")
	o.Text.SetCaret(4)
	if o := describe(e); o.Text.Content != "äiti ja isä" || o.Text.Caret != 4 {
		t.Errorf("described as %+v", o.Text)
	}
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	if got := describe(e).Text.Selected; got != (access.Range{Before: 11}) {
		t.Errorf("selected %v", got)
	}
	e.Password = true
	if o := describe(e); o.Role != access.PasswordEntry ||
		o.Text.Content != "•••••••••••" || e.AccessibilityLabel() != "Filter" {
		t.Errorf("the password is exposed as %q, %q", o.Text.Content, e.AccessibilityLabel())
	}
	area := NewArea(core.Keys{}, "like this").Named("Playlist")
	area.SetText("one\ntwo\nthree")
	described := describe(area)
	described.Text.SetCaret(6)
	if described.Name != "Playlist" || described.Description != "like this" ||
		!described.States.Has(access.MultiLine) ||
		area.CursorRow != 1 || area.CursorColumn != 2 || describe(area).Text.Caret != 6 {
		t.Errorf("described as %+v, the cursor is at %d, %d", described, area.CursorRow, area.CursorColumn)
	}
	area.Disable()
	if describe(area).Text.Set != nil {
		t.Error("an entry that is off can be changed")
	}
}
