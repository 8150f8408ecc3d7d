package app

import (
	"fmt"
	"image/color"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"sextant/app/acquire"
	"sextant/app/teletext"
	"sextant/app/words"
	"sextant/widgets/pageview"
)

// startKiosk prepares for a public place: full screen for good, no pointer, no screen blanking. The
// subpages turn by their own dwell times, which the browser is told when it is made.
func (s *sextant) startKiosk() {
	fyne.CurrentApp().Driver().SetDisableScreenBlanking(true)
	s.window.setFull(true)
	s.window.watchAge()
}

// A corner is where a public screen says, in a few words, what is not as it should be.
type corner struct {
	back *canvas.Rectangle
	text *canvas.Text
	said string // by a notice
	// forget gives up the page that is not there, nil while there is none.
	forget *time.Timer
}

// settle takes back what a notice said.
func (c *corner) settle() {
	c.said = ""
	if c.forget != nil {
		c.forget.Stop()
		c.forget = nil
	}
}

// build makes the corner. It is never hidden, since the toolkit does not repaint for what it has never drawn.
func (c *corner) build() fyne.CanvasObject {
	c.back, c.text = canvas.NewRectangle(color.Transparent), canvas.NewText("", theme.Color(theme.ColorNameForeground))
	c.text.TextSize = 16
	c.text.FontSource = theme.DefaultTextFont()
	box := container.NewStack(c.back, container.NewPadded(c.text))
	return container.NewBorder(nil, container.NewHBox(box, layout.NewSpacer()), nil, nil)
}

// showCorner says in the corner what there is to say: how old the page on screen is, or why it is not the one
// that should be there.
func (w *window) showCorner() {
	if !w.app.options.Kiosk {
		return
	}
	text := w.corner.said
	if text == "" {
		text = w.ageWords()
	}
	c := &w.corner
	if c.text.Text == text {
		return
	}
	c.text.Text, c.back.FillColor = text, color.Transparent
	if text != "" {
		c.back.FillColor = color.NRGBA{0x16, 0x1A, 0x1F, 0xE0}
	}
	c.back.Refresh()
	c.text.Refresh()
}

// ageWords says how old the page on screen is when that is to be known, and why; empty otherwise.
func (w *window) ageWords() string {
	since, why, again := w.app.nav.Outdated()
	if since.IsZero() {
		return ""
	}
	return words.OutdatedWords(since, why, again, w.app.now())
}

// ageEvery is how often a public screen looks whether its page has become old.
const ageEvery = 30 * time.Second

// watchAge keeps the corner up to date as time passes.
func (w *window) watchAge() {
	time.AfterFunc(ageEvery, func() {
		w.app.do(func() {
			w.showCorner()
			w.watchAge()
		})
	})
}

// StandBy shows a page in the place of one that cannot be shown, or if there is none the service's name and
// the time.
func (w *window) StandBy(a acquire.Answer) {
	w.view.standby = a.Page == 0
	if a.Page != 0 {
		w.put(a)
		return
	}
	w.showView()
}

// showStandby shows the name and the time, as a page.
func (w *window) showStandby() {
	w.page.SetSheet(pageview.Sheet{Place: "standby", Grid: standbyGrid(w.serviceTitle(), w.app.now())})
}

// serviceTitle is what to call the service before any page of it is known: its host.
func (w *window) serviceTitle() string {
	if w.app.station.IsDemo {
		return "Sextant"
	}
	u, err := url.Parse(w.app.access().BaseURL)
	if err != nil || u.Hostname() == "" {
		return "Teletext"
	}
	return u.Hostname()
}

// standbyGrid draws a name, the time and the date in the middle of a page.
func standbyGrid(name string, now time.Time) *teletext.Grid {
	if runes := []rune(name); len(runes) > teletext.Columns-4 {
		name = string(runes[:teletext.Columns-5]) + "…"
	}
	var lines teletext.Lines
	lines[6] = centred("{Cyan}{DH}", name)
	lines[11] = centred("{Yellow}{DS}", " "+strings.Join(strings.Split(now.Format("15:04"), ""), " ")) // two cells a figure
	lines[15] = centred("{White}", fmt.Sprintf("%s %d %s", now.Weekday(), now.Day(), now.Month()))
	s := teletext.Subpage{Number: 1, All: &lines}
	return s.Grid()
}

// centred is a line with a text in its middle, behind codes that take a cell each.
func centred(codes, text string) string {
	before := (teletext.Columns - utf8.RuneCountInString(text)) / 2
	return codes + strings.Repeat(" ", max(0, before-strings.Count(codes, "{"))) + text
}
