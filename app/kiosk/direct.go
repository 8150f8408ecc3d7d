package kiosk

import (
	"cmp"
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
)

// doEffects does what the turns want.
func (d *Director) doEffects(effects []effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case paint:
			d.draw(e.show)
		case recycle:
			d.easel.give(e.pixels)
		case present:
			d.presentShow(e.show, e.fade)
		case stay:
			d.bar()
		case placed:
			d.report.count(e.show)
		case turned:
			d.onTurned(e.show)
		case restartDwell:
			began := e.show.began
			d.dwell.restart(d.postAfter(e.show.dwell, func() { d.doEffects(d.turns.dwellOver(d.now(), began)) }))
		case stopDwell:
			d.dwell.stop()
		case load:
			d.search.start(d.turns.index.missing(e.pages, d.parts.Elapsed()), d.onFound)
		case findChanged:
			d.search.change(d.parts.Now(), d.turns.index.changed, func(pages []int) {
				d.turns.index.changed = pages
				d.onIndexChanged(0)
			})
		case collect:
			if d.parts.Collector != nil {
				d.parts.Collector.Start()
			}
		case pauseCollecting:
			if d.parts.Collector != nil {
				d.parts.Collector.Pause()
			}
		case wakeIn:
			d.postAfter(e.wait, func() { d.doEffects(d.turns.wake(d.now())) })
		case eventLogged:
			d.parts.Note(e.event)
		}
	}
}

// draw draws a show with what is around it.
func (d *Director) draw(s *show) {
	p := d.turns.playlist
	content := d.lines.content(s, p, d.now())
	s.lines, s.labels = content.Lines, d.labelsFor(s)
	content.Corner, content.Reveal = s.labels.corner, s.labels.reveal
	if s.labels.middle != "" {
		content.Middle = strings.Split(s.labels.middle, "\n")
	}
	d.easel.draw(s, &p.Screen, content, func(ok bool) {
		if ok && !p.Screen.Sharp {
			d.refresher.fetchPictures(s.scenes, func(page int) time.Duration {
				return d.turns.index.sinceAsked(page, d.parts.Now())
			})
		}
		d.doEffects(d.turns.onDrawn(d.now(), s, ok))
	})
}

// presentShow puts a drawn show on the screen, and reads it aloud.
func (d *Director) presentShow(s *show, fade time.Duration) {
	screen := &d.turns.playlist.Screen
	f := d.easel.drawShow(s, fade, screen.Rotate)
	d.report.gave(f.ID, d.parts.Elapsed())
	d.catchUp(s)
	d.relabel()
	d.reading.readShow(s, screen.Aloud)
}

// onTurned counts a show that has come to its turn, and keeps its place.
func (d *Director) onTurned(s *show) {
	d.report.count(s)
	d.parts.Status(line(s, d.turns.current().Name, d.parts.Budget.Left(), d.refresher.last))
	if s.cause == Listed {
		d.memory.remember(place{d.turns.playlist.Digest(), d.turns.list, s.behind})
	}
}

// A dwellTimer is that of what is on the screen.
type dwellTimer struct {
	stopTimer func() bool // nil before there was one
}

// restart has another timer take the place of the one before.
func (t *dwellTimer) restart(stop func() bool) {
	t.stop()
	t.stopTimer = stop
}

func (t *dwellTimer) stop() {
	if t.stopTimer != nil {
		t.stopTimer()
	}
}

// catchUp draws the lines around what is on the screen that are not up to date.
func (d *Director) catchUp(s *show) {
	header, ticker := d.lines.outdatedLines(s, d.turns.playlist, d.now())
	if header != nil {
		d.easel.header(s, header)
	}
	if ticker != nil {
		d.easel.drawTicker(s, ticker)
	}
}

// bar draws how much is left of the time of what is on the screen.
func (d *Director) bar() {
	if now := d.turns.now; now != nil && now.dwell > 0 && !d.turns.suspended {
		d.easel.drawBar(now, left(now, d.parts.Elapsed()))
	}
}

// labelsFor are what is to lie over a show now.
func (d *Director) labelsFor(s *show) labels {
	l := labels{corner: d.visit.corner(), middle: d.visit.leaving.text(), reveal: d.visit.reveal}
	l.corner = cmp.Or(l.corner, d.hint, d.notice)
	if l.corner == "" {
		l.corner = d.turns.index.outdatedLabel(s, d.turns.playlist.Screen.Age, d.parts.Now(), d.parts.Zone)
	}
	return l
}

// relabel draws what is on the screen again where something else is to lie over it.
func (d *Director) relabel() {
	if s := d.turns.latest(); s != nil && s.labels != d.labelsFor(s) {
		d.doEffects(d.turns.labelsChanged(d.now()))
	}
}

// jump is by how much the clock must differ from the monotonic clock to have been set.
const jump = 2 * time.Second

// tick does each second, or now and then while the screen is off, what time alone brings about.
func (d *Director) tick() {
	at := d.now()
	at.clock = at.clock.Round(0)
	d.watchClock(at)
	if d.keepAsleep(); !d.sleep.asleep {
		d.tickAwake(at)
	}
	d.refresher.wish(&d.turns, d.sleep.readies(at))
	d.ticker = d.postAfter(d.sleep.nextTick(at), d.tick)
}

// tickAwake does that where the screen is on.
func (d *Director) tickAwake(at moment) {
	d.doEffects(d.turns.tick(at))
	if d.lines.tick(at.clock) {
		d.doEffects(d.turns.tickMinute(at))
	}
	d.lines.step(at.elapsed)
	if now := d.turns.now; now != nil {
		d.catchUp(now)
		d.relabel()
	}
	if d.turns.playlist.Screen.Countdown {
		d.bar()
	}
	d.visit.tick(d.turns.playlist.Screen.Quiet)
}

// watchClock notices that the computer's clock was set, or the computer slept.
func (d *Director) watchClock(at moment) {
	before := d.clock
	d.clock = at
	if before.clock.IsZero() {
		return
	}
	if by := at.clock.Sub(before.clock) - (at.elapsed - before.elapsed); by.Abs() > jump {
		d.parts.Note("the clock was set by " + by.Round(time.Second).String())
		if by < 0 { // otherwise the computer may have slept, and its pages are as old as they seem
			d.turns.index.move(by)
		}
	}
}

// onAnswer notes what the service says of a page.
func (d *Director) onAnswer(a acquire.Answer) {
	switch {
	case a.Document != nil:
		d.parts.Directory.Record(a.Document)
		d.indexAnswer(a)
	case d.turns.index.miss(a.Page):
		d.onIndexChanged(a.Page)
	}
}

// indexAnswer notes what is known of a page.
func (d *Director) indexAnswer(a acquire.Answer) {
	if d.turns.index.update(a) {
		d.onIndexChanged(a.Page)
	}
}

// onFound notes what the store has of pages.
func (d *Director) onFound(all []acquire.Answer) {
	d.turns.index.updateAll(all, d.parts.Elapsed())
	d.onIndexChanged(0)
}

// onIndexChanged shows what is known now of a page, or of several where it is 0.
func (d *Director) onIndexChanged(page int) {
	d.lines.onIndexChanged(page)
	d.doEffects(d.turns.indexChanged(d.now(), page))
}

// newNavigation is a way round the service for a viewer.
func (d *Director) newNavigation(on navigate.Screen) *navigate.Navigation {
	return navigate.New(d.parts.Pages, d.parts.Directory, on, navigate.Config{
		Pictures: !d.turns.playlist.Screen.Sharp, Every: time.Minute, Do: d.Post, Now: d.parts.Now,
	})
}
