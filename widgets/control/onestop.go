package control

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// A stop is a row of buttons to which Tab comes once (a roving tabindex): to the one that had the keyboard last, or
// else to the first that can be pressed. The arrow keys, Home and End go on from there.
type stop struct {
	row  []*Button
	last *Pressable
}

// OneStop makes one stop for Tab of a row of buttons that it would pass by.
func OneStop(row ...*Button) {
	s := &stop{row: row}
	for _, b := range row {
		b.stop = s
	}
}

// current is the one that Tab comes to, nil for none.
func (s *stop) current() *Pressable {
	if s.last != nil && s.last.isUsable() {
		return s.last
	}
	return s.next(-1, 1)
}

// next is the nearest behind a place that can be pressed, or in front of it, nil for none.
func (s *stop) next(from, by int) *Pressable {
	for i := from + by; i >= 0 && i < len(s.row); i += by {
		if s.row[i].isUsable() {
			return &s.row[i].Pressable
		}
	}
	return nil
}

func (p *Pressable) isUsable() bool { return p.Enabled() && p.Visible() }

// key moves the keyboard from one of the row to another, or back to the page, and reports whether the key is for that.
func (s *stop) key(p *Pressable, k fyne.KeyName) bool {
	at := slices.IndexFunc(s.row, func(b *Button) bool { return &b.Pressable == p })
	var to *Pressable
	switch k {
	case fyne.KeyLeft:
		to = s.next(at, -1)
	case fyne.KeyRight:
		to = s.next(at, 1)
	case fyne.KeyHome:
		to = s.next(-1, 1)
	case fyne.KeyEnd:
		to = s.next(len(s.row), -1)
	case fyne.KeyEscape:
		core.CanvasOf(p.self).Unfocus()
		return true
	default:
		return false
	}
	if to != nil {
		to.takeKeys()
	}
	return true
}

// takeKeys brings the keyboard to one of the row.
func (p *Pressable) takeKeys() {
	p.stop.last = p
	if c := p.canvas(); c != nil {
		c.Focus(p.self.(fyne.Focusable))
	}
}
