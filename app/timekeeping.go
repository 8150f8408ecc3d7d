package app

import (
	"fmt"
	"strings"
	"time"

	"sextant/app/desktop"
	"sextant/app/settings"
	"sextant/app/teletext"
)

// flashPhase is half of the flash clock's period of a second.
const flashPhase = 500 * time.Millisecond

// keepTime lets the flash clock and the clock in row 0 run while something on screen follows them.
func (w *window) keepTime() {
	v := &w.view
	if flashes := v.grid != nil && !w.reads() && v.grid.Flashes() && w.mayFlash(); flashes != (v.flash != nil) {
		v.dark = false
		if !flashes {
			v.flash.Stop()
			v.flash = nil
		} else {
			v.flash = time.AfterFunc(flashPhase, func() { w.app.do(w.flashTick) })
		}
	}
	if shows := w.app.settings.Header && v.answer.Page != 0; shows || v.standby {
		w.tellTime()
		if v.clock == nil {
			v.clock = time.AfterFunc(untilSecond(w.app.now()), func() { w.app.do(w.clockTick) })
		}
	} else if v.clock != nil {
		v.clock.Stop()
		v.clock = nil
	}
}

func (w *window) flashTick() {
	v := &w.view
	if v.flash == nil {
		return // stopped between the timer and now
	}
	v.dark = !v.dark
	v.flash.Reset(flashPhase)
	w.page.SetDisplay(w.display())
}

func (w *window) clockTick() {
	v := &w.view
	if v.clock == nil {
		return
	}
	w.tellTime()
	v.clock.Reset(untilSecond(w.app.now()))
	w.page.SetDisplay(w.display())
}

// tellTime brings what shows the time up to date.
func (w *window) tellTime() {
	w.view.header = w.headerRow()
	if w.view.standby {
		w.showStandby()
	}
}

// untilSecond is the time until the clock's next second.
func untilSecond(now time.Time) time.Duration {
	return time.Second - time.Duration(now.Nanosecond())
}

// mayFlash tells whether text may flash, by the settings or by what the desktop asks for, which is looked
// up when it matters for the first time.
func (w *window) mayFlash() bool {
	switch w.app.settings.Flash {
	case settings.FlashAlways:
		return true
	case settings.FlashNever:
		return false
	}
	v := &w.view
	if v.motion == motionUnknown {
		v.motion = motionAsked
		go func() {
			found := motionFull
			if desktop.ReducedMotion() {
				found = motionReduced
			}
			w.app.do(func() {
				v.motion = found
				w.showView()
			})
		}()
	}
	return v.motion == motionFull
}

// motion is what is known of how much motion the desktop wants.
type motion int

const (
	motionUnknown motion = iota
	motionAsked
	motionFull
	motionReduced
)

// headerRow is row 0 as televisions have it: the page, the network, the date and the clock.
func (w *window) headerRow() (row teletext.Row) {
	now := w.app.now()
	network := ""
	if doc := w.view.answer.Document; doc != nil {
		network = strings.TrimSpace(doc.Network)
	}
	return headerCells(w.view.answer.Page, network, now)
}

func headerCells(page int, network string, now time.Time) (row teletext.Row) {
	const dateAt, clockAt = 19, 32
	for col := range row {
		row[col] = teletext.Cell{Rune: ' ', Fg: teletext.White}
	}
	put := func(at, before int, c teletext.Colour, text string) {
		for _, r := range text {
			if at == before {
				return
			}
			row[at].Rune, row[at].Fg = r, c
			at++
		}
	}
	put(1, 6, teletext.White, fmt.Sprintf("P%d", page))
	put(6, dateAt-1, teletext.Green, network)
	put(dateAt, clockAt-1, teletext.Cyan, now.Format("Mon 2 Jan"))
	put(clockAt-1, teletext.Columns, teletext.Yellow, now.Format("15:04:05"))
	return row
}
