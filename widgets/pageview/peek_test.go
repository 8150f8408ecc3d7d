package pageview

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/testkit/hand"
	"sextant/widgets/core"
	"sextant/widgets/widgettest"
)

// A pointing is a view in virtual time under a moving pointer.
type pointing struct {
	v       *View
	to      calls
	asked   []int // pages whose previews were requested
	intends []int
	posted  chan func()
}

// inPointing runs a test with a view of a sheet.
func inPointing(t *testing.T, s Sheet, width, height float32, f func(t *testing.T, p *pointing)) {
	t.Helper()
	p := &pointing{posted: make(chan func(), 1000)}
	p.v = New(core.NewTips(func(f func()) { p.posted <- f }), newPageView(&p.to).actions)
	p.v.actions.Peek = func(l teletext.Link, _ bool) {
		p.asked = append(p.asked, l.Page)
		p.v.ShowPreview(l, Preview{Grid: testGrid(), Look: testDisplay().Look, Name: fmt.Sprint(l.Page)})
	}
	p.v.actions.Intend = func(l teletext.Link) { p.intends = append(p.intends, l.Page) }
	widgettest.Show(t, p.v, width, height)
	p.v.SetSheet(s)
	p.v.SetDisplay(testDisplay())
	p.v.paint(int(width), int(height))
	p.runPosted()
	synctest.Test(t, func(t *testing.T) {
		f(t, p)
		p.v.EndPreview()
		p.v.intent.Stop()
		p.v.tips.Hide()
	})
}

// pass lets time pass.
func (p *pointing) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
	p.runPosted()
}

func (p *pointing) runPosted() {
	for len(p.posted) > 0 {
		(<-p.posted)()
	}
}

// move moves the pointer.
func (p *pointing) move(to fyne.Position) {
	p.v.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: to}})
}

// over returns the middle of a link.
func (p *pointing) over(link int) fyne.Position {
	l := p.v.sheet.Links[link]
	at, size := p.v.place(l.Row, l.Height, l.From, l.Before)
	return at.AddXY(size.Width/2, size.Height/2)
}

// TestIntend checks that a link is reported if the pointer stays on it for a moment, a button is pressed on it or it is
// focused, but not if the pointer passes over it.
func TestIntend(t *testing.T) {
	inPointing(t, testSheet(), 800, 500, func(t *testing.T, p *pointing) {
		p.move(p.over(0))
		p.pass(core.IntentAfter / 2)
		p.move(p.over(1))
		p.pass(core.IntentAfter / 2)
		p.move(fyne.NewPos(790, 490))
		p.pass(time.Second)
		if len(p.intends) != 0 {
			t.Errorf("%v were expected as the pointer passed", p.intends)
		}
		p.move(p.over(1))
		p.pass(core.IntentAfter)
		p.v.MouseDown(&desktop.MouseEvent{
			PointEvent: fyne.PointEvent{Position: p.over(2)}, Button: desktop.MouseButtonPrimary,
		})
		p.v.walked = 0
		p.v.Walk(true)
		p.pass(core.IntentAfter)
		if want := []int{500, 600, 500}; !slices.Equal(p.intends, want) {
			t.Errorf("%v, want %v", p.intends, want)
		}
	})
}

// TestCard checks that the card with a link's page is shown when the pointer has rested on the link, and which events
// hide it.
func TestCard(t *testing.T) {
	for name, tt := range map[string]struct {
		do    func(p *pointing)
		shown bool
	}{
		"stays":         {func(*pointing) {}, true},
		"trembles":      {func(p *pointing) { p.move(p.over(0).AddXY(2, 1)) }, true},
		"to the card":   {func(p *pointing) { p.approach(10) }, true},
		"another link":  {func(p *pointing) { p.move(p.over(2)) }, false},
		"up and down":   {func(p *pointing) { p.move(p.over(0).AddXY(0, 60)) }, false},
		"away":          {func(p *pointing) { p.move(p.over(0).AddXY(-8, 0)) }, false},
		"out":           {func(p *pointing) { p.v.MouseOut() }, false},
		"a click":       {func(p *pointing) { p.down(p.over(1)) }, false},
		"a key":         {func(p *pointing) { p.v.TypedRune('r') }, false},
		"Escape":        {func(p *pointing) { p.v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) }, false},
		"the wheel":     {func(p *pointing) { p.v.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 30)}) }, false},
		"another page":  {func(p *pointing) { p.v.SetSheet(Sheet{Place: "200/1", Grid: testGrid()}) }, false},
		"another shape": {func(p *pointing) { p.v.paint(600, 500) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			inPointing(t, testSheet(), 800, 500, func(t *testing.T, p *pointing) {
				p.move(p.over(0))
				p.pass(peekAfter - time.Millisecond)
				if p.v.peek.shown {
					t.Error("the card is there before its time")
				}
				p.pass(time.Millisecond)
				if !p.v.peek.shown || !p.v.peek.card.Visible() || len(p.asked) != 1 || p.asked[0] != 345 {
					t.Fatalf("no card: %v were asked for", p.asked)
				}
				tt.do(p)
				p.runPosted()
				if p.v.peek.card.Visible() != tt.shown {
					t.Errorf("the card is there: %v", !tt.shown)
				}
			})
		})
	}
}

// approach moves the pointer to the card in steps.
func (p *pointing) approach(steps int) {
	from, card := p.over(0), p.v.peek.card
	to := card.Position().AddXY(card.Size().Width/2, card.Size().Height/2)
	for i := range steps {
		part := float32(i+1) / float32(steps)
		p.move(from.AddXY((to.X-from.X)*part, (to.Y-from.Y)*part))
	}
}

func (p *pointing) down(at fyne.Position) {
	p.v.MouseDown(&desktop.MouseEvent{
		PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary,
	})
}

// TestCardIsClicked clicks the card, which follows its link.
func TestCardIsClicked(t *testing.T) {
	inPointing(t, testSheet(), 800, 500, func(t *testing.T, p *pointing) {
		p.move(p.over(0))
		p.pass(peekAfter)
		p.approach(5)
		if p.v.Cursor() != desktop.PointerCursor || p.v.hovered >= 0 {
			t.Errorf("on the card the pointer is %v, over link %d", p.v.Cursor(), p.v.hovered)
		}
		at := p.v.pointer
		p.down(at)
		p.v.Tapped(&fyne.PointEvent{Position: at})
		if len(p.to.followed) != 1 || p.to.followed[0].Page != 345 || p.v.peek.card.Visible() {
			t.Errorf("%v were followed", p.to.followed)
		}
	})
}

// TestCardByKeys shows and hides the card of the focused link by keys.
func TestCardByKeys(t *testing.T) {
	inPointing(t, testSheet(), 800, 500, func(t *testing.T, p *pointing) {
		space := func() {
			p.v.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
			p.v.TypedRune(' ')
		}
		p.v.FocusGained()
		space()
		if !p.v.peek.card.Visible() || p.v.peek.words == "" {
			t.Error("the space bar shows no card, or says nothing of it")
		}
		p.move(fyne.NewPos(700, 400))
		if !p.v.peek.card.Visible() {
			t.Error("the pointer took the card away that a key asked for")
		}
		space()
		if p.v.peek.card.Visible() {
			t.Error("the space bar does not take the card away")
		}
		space()
		p.v.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if p.v.peek.card.Visible() || p.v.walked != 0 {
			t.Errorf("Escape does not take the card away alone: the keys are at %d", p.v.walked)
		}
		if len(p.to.keys) > 0 || len(p.to.runes) > 0 {
			t.Errorf("%v and %q were handed on", p.to.keys, p.to.runes)
		}
	})
}

// TestNoCard checks that there is no card for a link to another address, without enough room, or after the pointer has
// left.
func TestNoCard(t *testing.T) {
	s := testSheet()
	s.Links[1].Page, s.Links[1].URL = 0, "https://example.org"
	for name, tt := range map[string]struct {
		width float32
		do    func(p *pointing)
		link  int
	}{
		"elsewhere":   {800, func(*pointing) {}, 1},
		"no room":     {190, func(*pointing) {}, 0},
		"left behind": {800, func(p *pointing) { p.move(p.over(0)); p.v.MouseOut() }, -1},
	} {
		t.Run(name, func(t *testing.T) {
			inPointing(t, s, tt.width, tt.width*0.6, func(t *testing.T, p *pointing) {
				if tt.do(p); tt.link >= 0 {
					p.move(p.over(tt.link))
				}
				p.pass(time.Minute)
				if p.v.peek.card.Visible() {
					t.Error("there is a card")
				}
			})
		})
	}
}

// TestCardPlace places cards for random links in windows of random sizes. A card must be in the view, and cover neither
// the entry of its link nor the pointer's way up and down.
func TestCardPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	shown := 0
	for range 300 {
		width, height := 300+r.Float32()*2000, 200+r.Float32()*1200
		col, row := r.IntN(teletext.Columns-3), r.IntN(teletext.Rows)
		link := teletext.Link{Row: row, Height: 1, From: col, Before: col + 3, Page: 234}
		s := Sheet{Grid: testGrid(), Links: []teletext.Link{link}}
		v := newPageView(&calls{})
		widgettest.Show(t, v, width, height)
		v.SetSheet(s)
		v.entries = []teletext.Link{{Row: row, Height: 1, From: r.IntN(col + 1), Before: col + 3, Page: 234}}
		v.paint(int(width), int(height))
		entry, entrySize := v.links.entryPlace(s.Links[0])
		v.peek.from = entry.AddXY(r.Float32()*entrySize.Width, entrySize.Height/2)
		v.peek.keyed = r.IntN(2) == 0
		at, size, room := v.peek.cardPlace(s.Links[0])
		if !room {
			continue
		}
		shown++
		x := v.peek.from.X
		if v.peek.keyed {
			x = entry.X + entrySize.Width - 1
		}
		switch {
		case at.X < 0 || at.Y < 0 || at.X+size.Width > width || at.Y+size.Height > height:
			t.Errorf("%v %v is not in %v x %v", at, size, width, height)
		case at.X < entry.X+entrySize.Width && entry.X < at.X+size.Width &&
			at.Y < entry.Y+entrySize.Height && entry.Y < at.Y+size.Height:
			t.Errorf("%v %v covers the entry at %v %v", at, size, entry, entrySize)
		case at.X <= x && x < at.X+size.Width:
			t.Errorf("%v %v covers the way of a pointer at %v", at, size, x)
		}
	}
	if shown < 200 {
		t.Errorf("only %d of 300 links have a card", shown)
	}
}

// TestAccidentalCards moves the pointer 200 times over a page full of links as a hand does, each time with a click at
// the end. No card may be shown.
func TestAccidentalCards(t *testing.T) {
	s := Sheet{Grid: testGrid()}
	for row := range teletext.Rows {
		s.Links = append(s.Links, teletext.Link{Row: row, Height: 1, From: 2, Before: 5, Page: 200 + row},
			teletext.Link{Row: row, Height: 1, From: 35, Before: 38, Page: 300 + row})
	}
	inPointing(t, s, 800, 500, func(t *testing.T, p *pointing) {
		h := hand.New(1)
		at, over := fyne.NewPos(10, 10), 0
		for range 200 {
			to := p.over(h.Rand.IntN(len(s.Links)))
			m, last := h.To(at.X, at.Y, to.X, to.Y), time.Duration(0)
			for _, sample := range m.Samples {
				p.pass(sample.At - last)
				last = sample.At
				p.move(fyne.NewPos(sample.X, sample.Y))
			}
			p.pass(m.Down - last)
			p.down(to)
			p.pass(m.Up - m.Down)
			p.v.Tapped(&fyne.PointEvent{Position: to})
			p.pass(100 * time.Millisecond)
			if at = to; p.v.hovered >= 0 {
				over++
			}
		}
		if len(p.asked) != 0 {
			t.Errorf("cards of %v were to be shown", p.asked)
		}
		if len(p.to.followed) != 200 || over != 200 {
			t.Errorf("%d links were followed, and the pointer was over %d", len(p.to.followed), over)
		}
	})
}

// BenchmarkCard draws a page on a new card, a third of a window wide.
func BenchmarkCard(b *testing.B) {
	for _, width := range []int{426, 1280} {
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			c := newCard()
			for b.Loop() {
				c.set(Preview{Grid: testGrid(), Look: testDisplay().Look})
				c.drawing.canvas.forget()
				c.paint(width, width*render.PictureHeight/render.PictureWidth)
			}
		})
	}
}
