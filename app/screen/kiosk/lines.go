package kiosk

import (
	"image"
	"strings"
	"time"
	"unicode"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/screen/frame"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
)

// lines are the texts around and over the pages that change while these stay.
type lines struct {
	title      string // the service's name until a page has one
	pages      *acquire.Pages
	background background

	minute  time.Time // in the line above the pages
	of      playlist.Ticker
	ticker  []teletext.Row // of its page
	at      int            // the row of the ticker that is shown
	stepped time.Duration  // when it was shown first
	reading bool
	// empty: the ticker's page has no text. It is not read again before it changes.
	empty bool
	drift int
}

// content returns what to draw around a show.
func (l *lines) content(s *show, p *playlist.Playlist, at moment) frame.Content {
	c := frame.Content{Left: left(s, at.elapsed), Shift: l.shift(p.Screen.Drift)}
	if p.Screen.Clock {
		header := l.header(s, at.clock)
		c.Lines.Header = &header
	}
	if p.Ticker.Page != 0 {
		row := l.tickerRow()
		c.Lines.Ticker = &row
	}
	return c
}

// header returns the line above the pages, with the number where there is one page.
func (l *lines) header(s *show, now time.Time) teletext.Row {
	page, network := 0, l.title
	if len(s.entries) == 1 {
		page = s.entries[0].Page
	}
	for _, scene := range s.scenes {
		if scene.Document != nil && strings.TrimSpace(scene.Document.Network) != "" {
			network = strings.TrimSpace(scene.Document.Network)
		}
	}
	return teletext.HeaderRow(page, network, say.Time("header.date", now), say.Time("time.clock", now))
}

// left returns how much of a show's dwell is left, from 0 to 1.
func left(s *show, elapsed time.Duration) float64 {
	switch {
	case s.dwell == 0:
		return 0
	case s.began == 0:
		return 1
	}
	return 1 - (elapsed-s.began).Seconds()/s.dwell.Seconds()
}

// shift returns by how much everything is moved, against burn-in: one pixel further each minute, round a square of n
// pixels to each side.
func (l *lines) shift(n int) image.Point {
	if n == 0 {
		return image.Point{}
	}
	side := 2 * n
	at := l.drift % (4 * side)
	switch at / side {
	case 0:
		return image.Pt(at-n, -n)
	case 1:
		return image.Pt(n, at-side-n)
	case 2:
		return image.Pt(n-(at-2*side), n)
	}
	return image.Pt(-n, n-(at-3*side))
}

// outdatedLines returns the lines of a show that have changed since they were drawn, nil for the others, and records
// them as drawn.
func (l *lines) outdatedLines(s *show, p *playlist.Playlist, at moment) (header, ticker *teletext.Row) {
	now := l.content(s, p, at).Lines
	if now.Header != nil && (s.lines.Header == nil || *now.Header != *s.lines.Header) {
		header = now.Header
	}
	if now.Ticker != nil && (s.lines.Ticker == nil || *now.Ticker != *s.lines.Ticker) {
		ticker = now.Ticker
	}
	s.lines = now
	return header, ticker
}

// tick reports whether a new minute has started.
func (l *lines) tick(now time.Time) (minute bool) {
	at := now.Truncate(time.Minute)
	if at.Equal(l.minute) {
		return false
	}
	l.minute = at
	l.drift++
	return true
}

// setTicker starts with another ticker.
func (l *lines) setTicker(t playlist.Ticker) { l.of, l.ticker, l.at, l.empty = t, nil, 0, false }

// onIndexChanged lets the ticker read its page again where that has changed, or several have, for which page is 0.
func (l *lines) onIndexChanged(page int) {
	if page == 0 || page == l.of.Page {
		l.empty = false
	}
}

// tickerRow returns the ticker's current row.
func (l *lines) tickerRow() (row teletext.Row) {
	if l.at < len(l.ticker) {
		return l.ticker[l.at]
	}
	return newTickerRow("")
}

// newTickerRow returns a ticker's row with a text. As on most pages, the first column is black.
func newTickerRow(text string) teletext.Row {
	row := teletext.TextRow(text, teletext.White, teletext.Blue)
	row[0].Bg = teletext.Black
	return row
}

// step moves to the ticker's next row when that is due, and reads its page again after the last one.
func (l *lines) step(elapsed time.Duration) {
	t := l.of
	if t.Page == 0 || l.reading || l.empty || len(l.ticker) > 0 && elapsed-l.stepped < t.Each {
		return
	}
	l.stepped = elapsed
	if l.at++; l.at < len(l.ticker) {
		return
	}
	l.reading = true
	var rows []teletext.Row
	l.background(func() { rows = tickerRows(l.pages, t.Page, t.Subpage) }, func() {
		l.reading, l.at = false, 0
		if t != l.of {
			return
		}
		if l.empty = len(rows) == 0; !l.empty {
			l.ticker = rows
		}
	})
}

// tickerRows returns the rows with text of a page, or of one of its subpages.
func tickerRows(pages *acquire.Pages, page, subpage int) (rows []teletext.Row) {
	a, _, ok := pages.Stored(acquire.Want{Page: page, Class: budget.Kiosk})
	if !ok {
		return nil
	}
	for i := range a.Document.Subpages {
		if a.Subpage = a.Document.Subpages[i].Number; subpage != 0 && a.Subpage != subpage {
			continue
		}
		g := navigate.Decode(a).Grid
		for row := 0; g != nil && row < len(g); row++ {
			if text := strings.Join(strings.Fields(g.Row(row)), " "); strings.ContainsFunc(text, unicode.IsLetter) &&
				!g.Covered(row) {
				rows = append(rows, newTickerRow(text))
			}
		}
	}
	return rows
}
