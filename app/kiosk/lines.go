package kiosk

import (
	"image"
	"strings"
	"time"
	"unicode"

	"sextant/app/acquire"
	"sextant/app/budget"
	"sextant/app/kiosk/frame"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/teletext"
)

// lines are what stands around and over the pages and changes while they stay.
type lines struct {
	director *Director
	minute   time.Time // that the line above the pages tells
	ticker   []teletext.Row
	at       int           // the row of the ticker that is shown
	stepped  time.Duration // when it was shown first
	reading  bool
	empty    bool // the ticker's page was read and says nothing; it is not read again before something else is known of it
	drift    int
}

// content is what is drawn around a show just now.
func (l *lines) content(s *show) frame.Content {
	d := l.director
	c := frame.Content{Left: l.left(s), Shift: l.shift()}
	if d.parts.Playlist.Screen.Clock {
		header := l.header(s)
		c.Lines.Header = &header
	}
	if d.parts.Playlist.Ticker.Page != 0 {
		row := l.tickerRow()
		c.Lines.Ticker = &row
	}
	return c
}

// header is the line above the pages: with the number where there is one page.
func (l *lines) header(s *show) teletext.Row {
	page, network, now := 0, l.director.parts.Title, l.director.parts.Now()
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
func (l *lines) left(s *show) float64 {
	switch {
	case s.dwell == 0:
		return 0
	case s.began == 0:
		return 1
	}
	return 1 - (l.director.parts.Elapsed()-s.began).Seconds()/s.dwell.Seconds()
}

// shift is by how much everything is moved: by one more pixel each minute, round a square.
func (l *lines) shift() image.Point {
	n := l.director.parts.Playlist.Screen.Drift
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

// catchUp brings what was drawn ahead of its time up to date.
func (l *lines) catchUp(s *show) {
	now := l.content(s).Lines
	if now.Header != nil && (s.lines.Header == nil || *now.Header != *s.lines.Header) {
		l.director.easel.header(now.Header)
	}
	if now.Ticker != nil && (s.lines.Ticker == nil || *now.Ticker != *s.lines.Ticker) {
		l.director.easel.ticker(now.Ticker)
	}
	s.lines = now
}

// begun takes in that what is on the screen stays for another while.
func (l *lines) begun() { l.bar() }

func (l *lines) bar() {
	if now := l.director.running.now; now != nil && now.dwell > 0 && !l.director.visit.suspends() {
		l.director.easel.bar(l.left(now))
	}
}

// beat does what time brings about.
func (l *lines) beat(now time.Time) {
	d := l.director
	if minute := now.Truncate(time.Minute); !minute.Equal(l.minute) {
		l.minute = minute
		l.drift++
		d.running.rearrange()
		if d.running.now != nil && d.running.now.cause == Waiting {
			d.running.standBy()
		}
	}
	l.step()
	if d.running.now != nil {
		l.catchUp(d.running.now)
		d.running.relabel()
	}
	if d.parts.Playlist.Screen.Countdown {
		l.bar()
	}
}

// playlistChanged begins with another ticker.
func (l *lines) playlistChanged() { l.ticker, l.at, l.empty = nil, 0, false }

// stockChanged has the ticker's page read again where that is the page that changed, or where several did, which 0
// stands for.
func (l *lines) stockChanged(page int) {
	if page == 0 || page == l.director.parts.Playlist.Ticker.Page {
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

// step goes on to the ticker's next row when it is time to, and reads its page anew behind the last one.
func (l *lines) step() {
	t, now := l.director.parts.Playlist.Ticker, l.director.parts.Elapsed()
	if t.Page == 0 || l.reading || l.empty || len(l.ticker) > 0 && now-l.stepped < t.Each {
		return
	}
	l.stepped = now
	if l.at++; l.at < len(l.ticker) {
		return
	}
	l.reading = true
	d := l.director
	d.background.Go(func() {
		rows := tickerRows(d.parts.Pages, t.Page, t.Subpage)
		d.Post(func() {
			l.reading, l.at = false, 0
			if t != d.parts.Playlist.Ticker {
				return
			}
			if l.empty = len(rows) == 0; !l.empty {
				l.ticker = rows
			}
		})
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
			if text := strings.Join(strings.Fields(g.Row(row)), " "); strings.ContainsFunc(text, unicode.IsLetter) && !g.Covered(row) {
				rows = append(rows, newTickerRow(text))
			}
		}
	}
	return rows
}
