package page

import (
	"strings"
	"time"

	"sextant/app/settings"
	"sextant/app/teletext"
)

// flashPhase is half of the flash clock's period of a second.
const flashPhase = 500 * time.Millisecond

// motion is what is known of how much motion the desktop wants.
type motion int

const (
	motionUnknown motion = iota
	motionAsked
	motionFull
	motionReduced
)

// A clock lets letters flash, and shows the time in row 0, while something on screen follows it.
type clock struct {
	page    *Presenter
	flash   *time.Timer
	second  *time.Timer
	motion  motion
	stopped bool // the window is closed
}

// keep lets the clock run while it is needed.
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

// stop stops the clock for good.
func (c *clock) stop() {
	c.stopped = true
	c.keep()
}

func (c *clock) flashTick() {
	if c.flash == nil {
		return // stopped between the timer and now
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

// notify brings what shows the time up to date.
func (c *clock) notify() {
	s, now, network := c.page.sheet, c.page.host.Now(), ""
	if doc := s.scene.Document; doc != nil {
		network = strings.TrimSpace(doc.Network)
	}
	times, date := c.page.calendar(), "header.date"
	if times.Mark(now) != "" {
		date = "header.dateShort" // which leaves room for the zone
	}
	s.header = teletext.HeaderRow(s.scene.Page, network, times.Day(now, date), times.Seconds(now))
}

// untilSecond is the time until the clock's next second.
func untilSecond(now time.Time) time.Duration {
	return time.Second - time.Duration(now.Nanosecond())
}

// mayFlash reports whether text may flash, by the settings or by what the desktop asks for.
func (c *clock) mayFlash() bool {
	switch c.page.look().Flash {
	case settings.FlashAlways:
		return true
	case settings.FlashNever:
		return false
	}
	return c.mayMove()
}

// mayMove reports whether the desktop is known to ask for no reduced motion. The first call begins to look that up.
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
