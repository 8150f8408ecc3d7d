package pageview

import (
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/teletext"
	"sextant/widgets/core"
)

const (
	// peekAfter is how long the pointer must rest on a link before its card is shown.
	peekAfter = 500 * time.Millisecond
	// pointerRests is how far a resting pointer may move, in the toolkit's units.
	pointerRests = 3
	// A card is a third of the view's width, but at least leastCard, and cardGap away from the link.
	leastCard, cardGap = 160, 10
	// beside is how far the pointer's way to a card may miss it.
	beside = 4
)

// peeking shows the target of a link on a card. It belongs to the UI goroutine.
type peeking struct {
	links   *links
	card    *card
	repaint func() // draws the view again
	rest    core.Delay

	link teletext.Link
	// asked is set while waiting for the link's page, and shown while it is on the card.
	asked, shown bool
	keyed        bool          // requested by a key, so that the pointer does not close it
	resting      bool          // the pointer rests on a link
	from         fyne.Position // where it rests
	shownFrom    fyne.Position // where it rested when the card was shown
	words        string        // the card's text for screen readers, empty for none
}

// canPeek reports whether previews are supported.
func (p *peeking) canPeek() bool { return p.links.actions.Peek != nil }

// pointTo handles a movement of the pointer: it starts the timer for the link below it, or closes the card unless the
// pointer is moving towards it.
func (p *peeking) pointTo(to fyne.Position) {
	switch {
	case p.keyed:
	case p.shown && !p.card.isAhead(p.shownFrom, to):
		p.end()
	case distance(to, p.from) <= pointerRests && (p.resting || p.shown), p.isOnCard(to):
		return
	}
	p.restOn(to)
}

// restOn requests the target of the link below the pointer after it has rested for peekAfter.
func (p *peeking) restOn(at fyne.Position) {
	p.from, p.resting = at, false
	p.rest.Stop()
	if p.links.hovered == core.None || !p.canPeek() {
		return
	}
	link := p.links.page.sheet.Links[p.links.hovered]
	p.resting = true
	p.rest.Start(peekAfter, func() { p.ask(link, false) })
}

// ask requests the target of a link. show is called with the answer.
func (p *peeking) ask(link teletext.Link, keyed bool) {
	if p.canPeek() && link.URL == "" {
		p.link, p.asked, p.keyed = link, true, keyed
		p.links.actions.Peek(link, keyed)
	}
}

// show shows the target of a link on a card beside it, if it is still wanted and there is room.
func (p *peeking) show(link teletext.Link, page Preview) {
	if !p.asked || p.link != link {
		return
	}
	p.asked = false
	p.card.set(page)
	at, size, room := p.cardPlace(link)
	if !room {
		return
	}
	p.shown, p.shownFrom, p.words = true, p.from, ""
	if p.keyed {
		p.words = core.Joined(page.Name, page.Age, page.Text)
	}
	p.links.tips.Hide()
	p.card.Resize(size)
	p.card.Move(at)
	p.card.Show()
	p.repaint()
}

// end closes the card, and reports whether there was one.
func (p *peeking) end() (shown bool) {
	p.rest.Stop()
	shown = p.shown
	p.resting, p.asked, p.shown, p.keyed, p.words = false, false, false, false, ""
	if shown {
		p.card.Hide()
		p.repaint()
	}
	return shown
}

// toggle shows or closes the card of a link, for a key.
func (p *peeking) toggle(link teletext.Link) {
	if !p.end() {
		p.ask(link, true)
	}
}

// isOnCard reports whether a position is on the card.
func (p *peeking) isOnCard(at fyne.Position) bool { return p.shown && p.card.away(at) == 0 }

// ShowPreview shows the target of a link on a card beside it, if it is still wanted and there is room.
func (v *View) ShowPreview(link teletext.Link, page Preview) { v.peek.show(link, page) }

// HasPreview reports whether a card is shown.
func (v *View) HasPreview() bool { return v.peek.shown }

// EndPreview closes the card, and reports whether there was one.
func (v *View) EndPreview() bool { return v.peek.end() }

// cardPlace returns the bounds of a link's card: at the wider side of the pointer or the focused link. It never covers
// the link, its entry, or the way from there to the entries above and below.
func (p *peeking) cardPlace(link teletext.Link) (at fyne.Position, size fyne.Size, room bool) {
	whole := p.links.view.Size()
	left, right := p.freeColumn(link)
	width := min(roomBeside(left, right, whole.Width), max(leastCard, whole.Width/3))
	size = fyne.NewSize(width, p.card.heightFor(width))
	if width < leastCard || size.Height > whole.Height {
		return at, size, false
	}
	at.X = right + cardGap
	if left > whole.Width-right {
		at.X = left - cardGap - width
	}
	entry, entrySize := p.links.entryPlace(link)
	at.Y = max(0, min(entry.Y+(entrySize.Height-size.Height)/2, whole.Height-size.Height))
	if at.X >= entry.X+entrySize.Width || entry.X >= at.X+width {
		return at, size, true
	}
	if at.Y = entry.Y + entrySize.Height + cardGap; at.Y+size.Height > whole.Height { // below the entry, else above
		at.Y = entry.Y - cardGap - size.Height
	}
	return at, size, at.Y >= 0
}

// freeColumn returns the column that the card must not cover: from the link to the pointer, or only the pointer if
// there is no room otherwise.
func (p *peeking) freeColumn(link teletext.Link) (left, right float32) {
	at, size := p.links.page.place(link.Row, link.Height, link.From, link.Before)
	left, right = at.X, at.X+size.Width
	if pointer := p.from.X; !p.keyed {
		left, right = min(left, pointer), max(right, pointer)
		if roomBeside(left, right, p.links.view.Size().Width) < leastCard {
			return pointer, pointer
		}
	}
	return left, right
}

// roomBeside returns the room for a card at the wider side of a column.
func roomBeside(left, right, whole float32) float32 { return max(left, whole-right) - cardGap }
