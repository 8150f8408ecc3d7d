package page

import (
	"strings"
	"time"

	"sextant/app/settings"
	"sextant/app/teletext"
)

// flashPhase is half of the flash clock's period of a second.
const flashPhase = 500 * time.Millisecond

// motion says whether the desktop asks for reduced motion, as far as is known.
type motion int

const (
	motionUnknown motion = iota
	motionAsked
	motionFull
	motionReduced
)

// A clock makes text flash, and shows the time in row 0. It runs while something on screen needs it.
type clock struct {
	page    *Presenter
	flash   *time.Timer
	second  *time.Timer
	motion  motion
	stopped bool // the window is closed
}

// keep starts or stops the clock as needed.
func (c *clock) keep() {
	s := c.page.sheet
	if flashes := !c.stopped && s.scene.Grid != nil && !s.reads() &&
		s.scene.Grid.Flashes() && c.mayFlash(); flashes != (c.flash != nil) {
		s.dark = false
		if !flashes {
			c.flash.Stop()
			c.flash = nil
		} else {
			c.flash = time.AfterFunc(flashPhase, func() { c.page.host.Do(c.flashTick) })
		}
	}
	if !c.stopped && s.showsHeader() {
		c.notify()
		if c.second == nil {
			c.second = time.AfterFunc(untilSecond(c.page.host.Now()), func() { c.page.host.Do(c.secondTick) })
		}
	} else if c.second != nil {
		c.second.Stop()
		c.second = nil
	}
}

// stop stops the clock permanently.
func (c *clock) stop() {
	c.stopped = true
	c.keep()
}

func (c *clock) flashTick() {
	if c.flash == nil {
		return // stopped after the timer had fired
	}
	c.page.sheet.dark = !c.page.sheet.dark
	c.flash.Reset(flashPhase)
	c.page.sheet.draw()
}

func (c *clock) secondTick() {
	if c.second == nil {
		return
	}
	c.notify()
	c.second.Reset(untilSecond(c.page.host.Now()))
	c.page.sheet.draw()
}

// notify updates what shows the time.
func (c *clock) notify() {
	s, now, network := c.page.sheet, c.page.host.Now(), ""
	if doc := s.scene.Document; doc != nil {
		network = strings.TrimSpace(doc.Network)
	}
	times, date := c.page.calendar(), "header.date"
	if times.Mark(now) != "" {
		date = "header.dateShort" // leaves room for the zone
	}
	s.header = teletext.HeaderRow(s.scene.Page, network, times.Day(now, date), times.Seconds(now))
}

// untilSecond returns the time until the clock's next second.
func untilSecond(now time.Time) time.Duration {
	return time.Second - time.Duration(now.Nanosecond())
}

// mayFlash reports whether text may flash, by the settings or by the desktop's wish for reduced motion.
func (c *clock) mayFlash() bool {
	switch c.page.look().Flash {
	case settings.FlashAlways:
		return true
	case settings.FlashNever:
		return false
	}
	return c.mayMove()
}

// mayMove reports whether the desktop is known not to ask for reduced motion. The first call starts the query.
func (c *clock) mayMove() bool {
	if c.motion == motionUnknown {
		c.motion = motionAsked
		go func() {
			found := motionFull
			if c.page.parts.Reduced() {
				found = motionReduced
			}
			c.page.host.Do(func() {
				c.motion = found
				c.page.sheet.update()
			})
		}()
	}
	return c.motion == motionFull
}
