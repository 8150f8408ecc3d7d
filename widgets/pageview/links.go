package pageview

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/teletext"
	"sextant/widgets/core"
)

// links are the links of a drawing. One may be below the pointer, and one focused.
type links struct {
	page    *drawing
	view    fyne.CanvasObject // for tips
	tips    *core.Tips
	actions *Actions
	changed func() // called when the highlighting of links changes

	entries   []teletext.Link // the clickable area of each link
	hovered   int             // index of the link below the pointer, or none
	walked    int             // index of the focused link, or none
	hidePoint bool
	pointer   fyne.Position
	large     bool // the pointer over a link is large
	pointed   bool // the pointer is over the view
	intent    core.Delay
}

// HidePointer hides the mouse pointer over the view, for full screen. A hidden pointer highlights no link.
func (l *links) HidePointer(hide bool) {
	l.hidePoint = hide
	if hide {
		l.setHovered(core.None)
	}
}

// SetLargePointer sets whether the pointer over a link is a large one.
func (l *links) SetLargePointer(large bool) { l.large = large }

// Cursor returns the pointer's shape: a hand over a link.
func (l *links) Cursor() desktop.Cursor {
	switch {
	case l.hidePoint:
		return desktop.HiddenCursor
	case l.hovered != core.None:
		return core.LinkPointer(l.large)
	}
	return desktop.DefaultCursor
}

// PointedRow returns the row under the pointer; ok is false if that is not over the page.
func (l *links) PointedRow() (row int, ok bool) {
	row, _, inside := l.page.cellAt(l.pointer)
	return row, inside && l.pointed
}

func (l *links) hover(p fyne.Position) {
	l.pointer, l.pointed = p, true
	if !l.hidePoint {
		l.setHovered(l.linkAt(p))
	}
}

// linkAt returns the index of the link at a position, or none.
func (l *links) linkAt(p fyne.Position) int {
	row, col, inside := l.page.cellAt(p)
	if !inside {
		return core.None
	}
	contains := func(link teletext.Link) bool { return link.Contains(row, col) }
	if i := slices.IndexFunc(l.page.sheet.Links, contains); i >= 0 {
		return i
	}
	if i := slices.IndexFunc(l.entries, contains); i >= 0 {
		return i
	}
	return core.None
}

// entryPlace returns the bounds of a link's entry in an index.
func (l *links) entryPlace(link teletext.Link) (fyne.Position, fyne.Size) {
	entry := link
	if i := slices.Index(l.page.sheet.Links, link); i >= 0 && i < len(l.entries) {
		entry = l.entries[i]
	}
	return l.page.place(entry.Row, entry.Height, entry.From, entry.Before)
}

func (l *links) setHovered(link int) {
	if l.hovered == link {
		return
	}
	l.hovered = link
	l.changed()
	l.intend(l.page.sheet.Links, link)
	if link == core.None {
		l.tips.Hide()
		return
	}
	to := l.entries[link]
	pos, size := l.page.place(to.Row, to.Height, to.From, to.Before)
	l.tips.OfferAt(l.view, pos, size, l.actions.Name(to))
}

func (l *links) follow(link int) {
	l.tips.Hide()
	l.actions.Follow(l.page.sheet.Links[link])
}

// wash returns the overlay on the link below the pointer: dark on a light background, and light on a dark one.
func (l *links) wash() color.Color {
	if g := l.page.sheet.Grid; g != nil && l.hovered != core.None && l.hovered < len(l.page.sheet.Links) {
		link := l.page.sheet.Links[l.hovered]
		switch g[link.Row][link.From].Bg {
		case teletext.Green, teletext.Yellow, teletext.Cyan, teletext.White:
			return darkWash
		}
	}
	return lightWash
}

// step moves to the next link or the one before, and reports whether there is one. Links outside of the zoom are
// skipped.
func (l *links) step(forward bool) bool {
	by, all := 1, l.page.sheet.Links
	if !forward {
		by = -1
	}
	next := l.walked + by
	if l.walked == core.None && !forward {
		next = len(all) - 1
	}
	for ; next >= 0 && next < len(all); next += by {
		if _, size := l.page.place(all[next].Row, all[next].Height, all[next].From, all[next].Before); size.Height > 0 {
			l.walked = next
			l.intend(all, next)
			return true
		}
	}
	l.walked = core.None
	l.intent.Stop()
	return false
}

// keep finds the hovered and the focused link in the next version of their sheet.
func (l *links) keep(before, now Sheet) {
	l.walked, l.hovered = keptLink(before, l.walked, now), keptLink(before, l.hovered, now)
	if l.entries = nil; now.Grid != nil {
		l.entries = teletext.Entries(now.Grid, now.Links)
	}
	if l.hovered == core.None {
		l.tips.Hide()
	}
}

// keptLink returns the index of a link in the next sheet of the same place, or none.
func keptLink(before Sheet, link int, s Sheet) int {
	if link == core.None || s.Place == "" || s.Place != before.Place {
		return core.None
	}
	return slices.Index(s.Links, before.Links[link])
}
