package control

import (
	"slices"

	"fyne.io/fyne/v2"

	"sextant/widgets/core"
)

// A stop is a row of buttons with one stop for Tab (a roving tabindex): at the last focused one, or else at the first
// enabled one. The arrow keys, Home and End move within the row.
type stop struct {
	row  []*Button
	last *Pressable
}

// OneStop makes a row of buttons one stop for Tab, which would skip them otherwise.
func OneStop(row ...*Button) {
	s := &stop{row: row}
	for _, b := range row {
		b.stop = s
	}
}

// current returns the button for Tab, nil for none.
func (s *stop) current() *Pressable {
	if s.last != nil && s.last.isUsable() {
		return s.last
	}
	return s.next(-1, 1)
}

// next returns the nearest enabled button from an index on in a direction, nil for none.
func (s *stop) next(from, by int) *Pressable {
	for i := from + by; i >= 0 && i < len(s.row); i += by {
		if s.row[i].isUsable() {
			return &s.row[i].Pressable
		}
	}
	return nil
}

func (p *Pressable) isUsable() bool { return p.Enabled() && p.Visible() }

// key moves the focus within the row, or back to the page, and reports whether it handled the key.
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

// takeKeys focuses a button of the row.
func (p *Pressable) takeKeys() {
	p.stop.last = p
	if c := p.canvas(); c != nil {
		c.Focus(p.self.(fyne.Focusable))
	}
}
