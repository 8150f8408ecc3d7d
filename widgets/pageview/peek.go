package pageview

import (
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/teletext"
	"sextant/widgets/core"
)

const (
	// peekAfter is how long the pointer rests on a link until its page is shown on a card.
	peekAfter = 500 * time.Millisecond
	// pointerRests is how far a pointer that rests may move, in units of the toolkit.
	pointerRests = 3
	// A card is a third of the view wide, but at least so much, and lies in a gap from the link.
	leastCard, cardGap = 160, 10
	// beside is how far the pointer's way to a card may lead past it.
	beside = 4
)

// peeking shows the page behind a link on a card.
type peeking struct {
	card *card
	rest core.Delay
	link teletext.Link
	// asked: the link's page is waited for. shown: it is on the card.
	asked, shown bool
	keyed        bool          // it was asked for by a key, so that the pointer does not end it
	resting      bool          // the pointer rests on a link
	from         fyne.Position // where it does
	shownFrom    fyne.Position // where it rested when the card came
	said         string        // for those who do not see the card
}

// pointerMoved waits for the pointer to rest on the link below it, or ends the preview as it goes elsewhere than to the
// card.
func (v *View) pointerMoved(to fyne.Position) {
	p := &v.peek
	switch {
	case p.keyed:
	case p.shown && !v.card().isAhead(p.shownFrom, to):
		v.EndPreview()
	case distance(to, p.from) <= pointerRests && (p.resting || p.shown), v.isOnCard(to):
		return
	}
	v.restOn(to)
}

// restOn asks for the page behind the link below the pointer when that has rested.
func (v *View) restOn(at fyne.Position) {
	p := &v.peek
	p.from, p.resting = at, false
	p.rest.Stop()
	if v.hovered == core.None || v.actions.Peek == nil || v.selection.made {
		return
	}
	link := v.sheet.Links[v.hovered]
	p.resting = true
	p.rest.Start(peekAfter, func() { v.askPreview(link, false) })
}

// askPreview asks for the page behind a link. ShowPreview answers.
func (v *View) askPreview(link teletext.Link, keyed bool) {
	if v.actions.Peek == nil || link.URL != "" {
		return
	}
	p := &v.peek
	p.link, p.asked, p.keyed = link, true, keyed
	v.actions.Peek(link, keyed)
}

// ShowPreview shows the page behind a link on a card beside it, if it is still wanted and there is room for it.
func (v *View) ShowPreview(link teletext.Link, page Preview) {
	p := &v.peek
	if !p.asked || p.link != link {
		return
	}
	p.asked = false
	v.card().set(page)
	at, size, room := v.cardPlace(link)
	if !room {
		return
	}
	p.shown = true
	p.said = ""
	if p.keyed {
		p.said = core.Joined(page.Name, page.Age, page.Text)
	}
	v.tips.Hide()
	v.card().Resize(size)
	v.card().Move(at)
	v.card().Show()
	p.shownFrom = p.from
	v.repaint()
}

// EndPreview takes the card away, and reports whether there was one.
func (v *View) EndPreview() bool {
	p := &v.peek
	p.rest.Stop()
	shown := p.shown
	p.resting = false
	p.asked, p.shown, p.keyed, p.said = false, false, false, ""
	if shown {
		v.card().Hide()
		v.repaint()
	}
	return shown
}

// togglePreview shows the page behind the link that Tab has come to, or takes it away.
func (v *View) togglePreview() {
	if !v.EndPreview() {
		v.askPreview(v.sheet.Links[v.walked], true)
	}
}

// isOnCard reports whether a position is on the card.
func (v *View) isOnCard(p fyne.Position) bool { return v.peek.shown && v.card().away(p) == 0 }

func (v *View) card() *card { return v.peek.card }

// isAhead reports whether a pointer is on its way from a position to the card, or there, or has hardly moved.
func (c *card) isAhead(from, now fyne.Position) bool {
	way := now.Subtract(from)
	if distance(now, from) <= pointerRests || c.away(now) == 0 {
		return true
	}
	// The way leads through the card where, for some part of it, both coordinates are within.
	first, last := float32(0), float32(math.MaxFloat32)
	clip := func(from, way, least, most float32) {
		switch {
		case way > 0:
			first, last = max(first, (least-from)/way), min(last, (most-from)/way)
		case way < 0:
			first, last = max(first, (most-from)/way), min(last, (least-from)/way)
		case from < least || from > most:
			last = -1
		}
	}
	at, size := c.Position(), c.Size()
	clip(from.X, way.X, at.X-beside, at.X+size.Width+beside)
	clip(from.Y, way.Y, at.Y-beside, at.Y+size.Height+beside)
	return first <= last && last >= 1 // and is not behind it
}

// away is how far a position is from the card, 0 on it.
func (c *card) away(p fyne.Position) float32 {
	at, size := c.Position(), c.Size()
	nearest := fyne.NewPos(
		max(at.X, min(p.X, at.X+size.Width)), max(at.Y, min(p.Y, at.Y+size.Height)))
	return distance(p, nearest)
}

// cardPlace is where the card of a link lies: at the side of the pointer, or of the keys, that has more room. It never
// covers the link, the entry that it stands for, or the way from there to those above and below.
func (v *View) cardPlace(link teletext.Link) (at fyne.Position, size fyne.Size, room bool) {
	whole := v.Size()
	left, right := v.freeColumn(link)
	width := min(roomBeside(left, right, whole.Width), max(leastCard, whole.Width/3))
	size = fyne.NewSize(width, v.card().heightFor(width))
	if width < leastCard || size.Height > whole.Height {
		return at, size, false
	}
	at.X = right + cardGap
	if left > whole.Width-right {
		at.X = left - cardGap - width
	}
	entry, entrySize := v.entryPlace(link)
	at.Y = max(0, min(entry.Y+(entrySize.Height-size.Height)/2, whole.Height-size.Height))
	if at.X >= entry.X+entrySize.Width || entry.X >= at.X+width {
		return at, size, true
	}
	if at.Y = entry.Y + entrySize.Height + cardGap; at.Y+size.Height > whole.Height { // below the entry, else above
		at.Y = entry.Y - cardGap - size.Height
	}
	return at, size, at.Y >= 0
}

// freeColumn is what stays free beside a card: from the link to the pointer, or that alone where there is no room.
func (v *View) freeColumn(link teletext.Link) (left, right float32) {
	at, size := v.place(link.Row, link.Height, link.From, link.Before)
	left, right = at.X, at.X+size.Width
	if pointer := v.peek.from.X; !v.peek.keyed {
		left, right = min(left, pointer), max(right, pointer)
		if roomBeside(left, right, v.Size().Width) < leastCard {
			return pointer, pointer
		}
	}
	return left, right
}

// entryPlace is where the entry of an index is that a link stands for.
func (v *View) entryPlace(link teletext.Link) (fyne.Position, fyne.Size) {
	entry := link
	if i := slices.Index(v.sheet.Links, link); i >= 0 && i < len(v.entries) {
		entry = v.entries[i]
	}
	return v.place(entry.Row, entry.Height, entry.From, entry.Before)
}

// roomBeside is how much room there is for a card at the wider side of a column.
func roomBeside(left, right, whole float32) float32 { return max(left, whole-right) - cardGap }
