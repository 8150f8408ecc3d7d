package app

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/words"
	"sextant/widgets/menus"
)

// How far the keys go.
const (
	stepBack = 10 * time.Second
	stepOn   = 30 * time.Second
)

// speeds are those offered.
func speeds() []float64 { return []float64{0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3} }

func (p *playback) setSpeed(speed float64) {
	p.speed = speed
	if p.player != nil {
		p.player.SetSpeed(speed)
	}
	p.onSound()
}

func (p *playback) setEven(even bool) {
	p.even = even
	if p.player != nil {
		p.player.SetEven(even)
	}
	p.onSound()
}

// step goes some time on, or back.
func (p *playback) step(by time.Duration) {
	if p.current != nil {
		p.seekTo(p.state.Position + by)
	}
}

// finish notes that a recording was heard to its end.
func (p *playback) finish(it media.Item) {
	h := p.heard[it.Key()]
	h.Key, h.Done, h.At = it.Key(), true, p.now()
	p.setHeard(h)
}

// A sleepTimer ends playing by itself.
type sleepTimer struct {
	timer *time.Timer
	at    time.Time // when it ends, zero for never
	atEnd bool      // it ends with the recording
}

// sleepIn ends playing after a time, 0 for never.
func (p *playback) sleepIn(d time.Duration) {
	p.wake()
	if d > 0 {
		p.sleep.at = p.now().Add(d)
		p.sleep.timer = time.AfterFunc(d, func() {
			p.do(func() {
				p.wake()
				p.want(false)
			})
		})
	}
}

// sleepAtEnd ends playing with the present recording.
func (p *playback) sleepAtEnd() {
	p.wake()
	p.sleep.atEnd = true
	p.dropNext()
}

// wake takes the sleep timer back.
func (p *playback) wake() {
	if p.sleep.timer != nil {
		p.sleep.timer.Stop()
	}
	p.sleep = sleepTimer{}
}

// showListening opens the menu of the player bar: speed, loudness, chapters, sleep timer.
func (w *window) showListening(at fyne.CanvasObject) {
	p := w.app.playback
	menu := fyne.NewMenu("", w.speedMenu(), w.sleepMenu())
	if t := p.state.Tags; t != nil && len(t.Chapters) > 0 {
		menu.Items = append(menu.Items, chapterMenu(p, t.Chapters))
	}
	even := fyne.NewMenuItem("Even out the loudness", func() { p.setEven(!p.even) })
	even.Checked = p.even
	menu.Items = append(menu.Items, even,
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem("10 seconds back    J", func() { p.step(-stepBack) }),
		fyne.NewMenuItem("30 seconds on    L", func() { p.step(stepOn) }))
	menus.Open(w.win.Canvas(), menu, menus.Above(at))
}

func (w *window) speedMenu() *fyne.MenuItem {
	p := w.app.playback
	m := fyne.NewMenuItem("Speed", nil)
	m.ChildMenu = fyne.NewMenu("")
	for _, speed := range speeds() {
		item := fyne.NewMenuItem(fmt.Sprintf("%g ×", speed), func() { p.setSpeed(speed) })
		item.Checked = p.speed == speed
		m.ChildMenu.Items = append(m.ChildMenu.Items, item)
	}
	return m
}

func (w *window) sleepMenu() *fyne.MenuItem {
	p := w.app.playback
	title := "Sleep timer"
	if !p.sleep.at.IsZero() {
		title += ": " + words.WaitWords(p.sleep.at.Sub(w.app.now())) + " left"
	}
	m := fyne.NewMenuItem(title, nil)
	off := fyne.NewMenuItem("Off", p.wake)
	off.Checked = p.sleep.at.IsZero() && !p.sleep.atEnd
	m.ChildMenu = fyne.NewMenu("", off)
	for _, minutes := range []int{15, 30, 45, 60, 90} {
		m.ChildMenu.Items = append(m.ChildMenu.Items, fyne.NewMenuItem(fmt.Sprintf("%d minutes", minutes), func() { p.sleepIn(time.Duration(minutes) * time.Minute) }))
	}
	end := fyne.NewMenuItem("At the end of the recording", p.sleepAtEnd)
	end.Checked = p.sleep.atEnd
	m.ChildMenu.Items = append(m.ChildMenu.Items, end)
	return m
}

func chapterMenu(p *playback, chapters []player.Chapter) *fyne.MenuItem {
	const most = 40
	m := fyne.NewMenuItem("Chapters", nil)
	m.ChildMenu = fyne.NewMenu("")
	for _, c := range chapters[:min(most, len(chapters))] {
		item := fyne.NewMenuItem(words.PlayTime(c.Start)+"  "+c.Title, func() { p.seekTo(c.Start) })
		item.Checked = p.state.Position >= c.Start && p.state.Position < c.End
		m.ChildMenu.Items = append(m.ChildMenu.Items, item)
	}
	return m
}
