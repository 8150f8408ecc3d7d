package control

import (
	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/core"
)

// describeButton describes a button: its text or, without one, its tip, and the key in the tip.
func (c *Clickable) describeButton(t *core.Accessibility, text string) {
	tip, key := core.SplitTip(c.Tip())
	t.Role, t.Key = access.Button, key
	if t.Name = text; text == "" {
		t.Name, tip = tip, ""
	}
	if tip != t.Name {
		t.Description = tip
	}
	t.Actions = c.action(say.Text("access.press"))
}

// action returns the action of a click, nil if it is disabled.
func (c *Clickable) action(name string) []access.Action {
	if c.disabled {
		return nil
	}
	return core.Action(name, func() { c.self.(fyne.Tappable).Tapped(nil) })
}

// Describe describes the widget as a button.
func (c *Clickable) Describe(t *core.Accessibility) { c.describeButton(t, "") }

// Describe describes the button, and whether it is on.
func (b *Button) Describe(t *core.Accessibility) {
	b.describeButton(t, b.text)
	if b.switches {
		t.Role = access.ToggleButton
	}
	if b.on {
		t.States |= access.Pressed
	}
	if b.stop != nil && b.isUsable() {
		t.Focus = b.takeKeys
	}
}

// Describe describes the button.
func (b *PushButton) Describe(t *core.Accessibility) { b.describeButton(t, b.text) }

// Describe describes the box, and whether it is ticked.
func (c *Check) Describe(t *core.Accessibility) {
	c.describeButton(t, c.text)
	describeChecked(t, c.on)
}

// Describe describes the switch, and whether it is on.
func (s *Switch) Describe(t *core.Accessibility) {
	s.describeButton(t, s.words.Text())
	describeChecked(t, s.Checked)
}

func describeChecked(t *core.Accessibility, on bool) {
	t.Role = access.CheckBox
	t.States |= access.Checkable
	if on {
		t.States |= access.Checked
	}
	for i := range t.Actions {
		t.Actions[i].Name = say.Text("access.switch")
	}
}

// Describe describes the words, and which is chosen. The label beside it has its name.
func (c *Choice) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Stopgap = access.ComboBox, c.Selected, true
	t.States |= access.Expandable
	t.Actions = c.action(say.Text("access.open"))
	for i, word := range c.words {
		n := access.Node{
			Role: access.ListItem, Name: word, Position: i + 1, Count: len(c.words), States: access.Selectable,
		}
		if word == c.Selected {
			n.States |= access.Selected
		} else {
			n.States |= access.Hidden
		}
		if c.Enabled() {
			n.Choose = func() { c.SetSelected(word) }
		}
		t.Parts = append(t.Parts, core.Part{Same: core.PartKey{Name: word}, Node: n, Size: c.Size()})
	}
}

// Describe describes the tab's name, and whether it is the current one.
func (t *Tab) Describe(info *core.Accessibility) {
	t.describeButton(info, t.text)
	info.Role = access.Tab
	info.States |= access.Selectable
	if t.on {
		info.States |= access.Selected
	}
	info.Choose = func() { t.Tapped(nil) }
	for i := range info.Actions {
		info.Actions[i].Name = say.Text("access.choose")
	}
}

// Describe describes the words, and which of them is chosen.
func (x *Index) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Count = access.List, say.Text("access.sections"), len(x.words)
	for i, word := range x.words {
		p := core.Part{
			Same: core.PartKey{Kind: "word", At: i}, At: fyne.NewPos(0, float32(i)*indexRow),
			Size: fyne.NewSize(x.Size().Width, indexRow),
		}
		p.Role, p.Name, p.Position, p.Count = access.ListItem, word, i+1, len(x.words)
		p.States = access.Selectable | access.Focusable
		if i == x.chosen {
			p.States |= access.Selected
			if x.focused {
				p.States |= access.Focused
			}
		}
		choose := func() { x.choose(i) }
		p.Choose, p.Actions = choose, core.Action(say.Text("access.choose"), choose)
		p.Focus = func() {
			if on := core.CanvasOf(x); on != nil {
				on.Focus(x)
			}
			x.choose(i)
		}
		t.Parts = append(t.Parts, p)
	}
}

// Describe describes the current key.
func (c *KeyCatcher) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Stopgap = access.Button, say.Text("access.newKey"), true
	t.Value = &access.Value{Words: c.text}
}

// Named sets the slider's name, and a function that formats its value.
func (s *Slider) Named(name string, words func(share float64) string) *Slider {
	s.name, s.words = name, words
	return s
}

// Describe describes the slider's value.
func (s *Slider) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Stopgap = access.Slider, s.name, true
	words := core.Percent
	if s.words != nil {
		words = s.words
	}
	t.Value = &access.Value{Now: s.value, Most: 1, Step: sliderStep, Words: words(s.value)}
	if s.disabled {
		t.States |= access.Disabled
		return
	}
	t.Value.Set = s.setTo
}

// setTo moves the slider like a click.
func (s *Slider) setTo(value float64) {
	if s.disabled || s.dragging {
		return
	}
	s.set(value)
	if s.OnDone != nil {
		s.OnDone(s.value)
	}
}
