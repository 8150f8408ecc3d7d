package kiosk

import (
	"image"
	"strings"
	"time"
	"unicode"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/kiosk/frame"
	"sextant/app/kiosk/playlist"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/teletext"
)

// lines are what stands around and over the pages and changes while they stay.
type lines struct {
	title      string // what to call the service before anything of it is known
	pages      *acquire.Pages
	background background

	minute  time.Time // in the line above the pages
	of      playlist.Ticker
	ticker  []teletext.Row // of its page
	at      int            // the row of the ticker that is shown
	stepped time.Duration  // when it was shown first
	reading bool
	// the ticker's page was read and says nothing; it is not read again before something else is known of it
	empty bool
	drift int
}

// content is what is drawn around a show just now.
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

// header is the line above the pages: with the number where there is one page.
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

// left is how much of a show's time is left, from 0 to 1.
func left(s *show, elapsed time.Duration) float64 {
	switch {
	case s.dwell == 0:
		return 0
	case s.began == 0:
		return 1
	}
	return 1 - (elapsed-s.began).Seconds()/s.dwell.Seconds()
}

// shift is by how much everything is moved: by one more pixel each minute, round a square of n pixels to each side.
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

// outdatedLines returns the lines of a show that are not as they were drawn, nil for those that are, and notes them as
// drawn.
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

// tick reports whether another minute has begun, with which everything moves on.
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

// onIndexChanged has the ticker's page read again where that is the page that changed, or where several did, which 0
// stands for.
func (l *lines) onIndexChanged(page int) {
	if page == 0 || page == l.of.Page {
		l.empty = false
	}
}

// tickerRow is the row of the ticker that is shown.
func (l *lines) tickerRow() (row teletext.Row) {
	if l.at < len(l.ticker) {
		return l.ticker[l.at]
	}
	return newTickerRow("")
}

// newTickerRow is a text as the ticker shows it. As on most pages, the first column is black.
func newTickerRow(text string) teletext.Row {
	row := teletext.TextRow(text, teletext.White, teletext.Blue)
	row[0].Bg = teletext.Black
	return row
}

// step goes on to the ticker's next row when it is time to, and reads its page again behind the last one.
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

// tickerRows are the rows of a page, or of one of its subpages, that say something.
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
