package kiosk

import (
	"cmp"
	"strings"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
)

// doEffects carries out the effects of an input of the turns. Those of an input that an effect causes are carried out
// after all that are waiting.
func (d *Director) doEffects(effects []effect) {
	d.effects = append(d.effects, effects...)
	if d.busy {
		return
	}
	for d.busy = true; len(d.effects) > 0; {
		e := d.effects[0]
		d.effects = d.effects[1:]
		d.doEffect(e)
	}
	d.busy, d.effects = false, nil
}

func (d *Director) doEffect(e effect) {
	switch e := e.(type) {
	case paint:
		d.draw(e.show)
	case recycle:
		d.easel.give(e.pixels)
	case present:
		d.presentShow(e.show, e.fade)
	case stay:
		d.easel.drawTimeLeft(&d.turns, d.parts.Elapsed())
	case placed:
		d.report.count(e.show)
	case turned:
		d.onTurned(e.show)
	case restartDwell:
		began := e.show.began
		d.dwell.restart(d.postAfter(e.show.dwell, func() { d.doEffects(d.turns.dwellOver(d.now(), began)) }))
	case stopDwell:
		d.dwell.stop()
	case finishSentence:
		d.reading.finishSentence()
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

// draw draws a show with the lines around it.
func (d *Director) draw(s *show) {
	p := d.turns.playlist
	content := d.lines.content(s, p, d.now())
	s.lines, s.labels = content.Lines, d.labelsFor(s)
	content.Corner, content.Reveal = s.labels.corner, s.labels.reveal
	if s.labels.middle != "" {
		content.Middle = strings.Split(s.labels.middle, "\n")
	}
	if d.received != nil && s.hasPage(d.received.Page) {
		s.received = d.received
	}
	d.easel.draw(s, &p.Screen, content, func(ok bool) {
		if ok {
			d.refresher.fetchPictures(&d.turns, s)
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

// onTurned counts a show of the list, and stores its place.
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

// restart replaces the timer.
func (t *dwellTimer) restart(stop func() bool) {
	t.stop()
	t.stopTimer = stop
}

func (t *dwellTimer) stop() {
	if t.stopTimer != nil {
		t.stopTimer()
	}
}

// catchUp draws the lines around the show that are outdated.
func (d *Director) catchUp(s *show) {
	header, ticker := d.lines.outdatedLines(s, d.turns.playlist, d.now())
	if header != nil {
		d.easel.header(s, header)
	}
	if ticker != nil {
		d.easel.drawTicker(s, ticker)
	}
}

// labelsFor returns the labels over a show.
func (d *Director) labelsFor(s *show) labels {
	l := labels{corner: d.visit.corner(), middle: d.visit.leaving.text(), reveal: d.visit.reveal}
	l.corner = cmp.Or(l.corner, d.hint, d.notice)
	if l.corner == "" {
		l.corner = d.turns.index.outdatedLabel(s, d.turns.playlist.Screen.Age, d.parts.Now(), d.parts.Zone)
	}
	return l
}

// relabel draws the show again where its labels have changed.
func (d *Director) relabel() {
	if s := d.turns.latest(); s != nil && s.labels != d.labelsFor(s) {
		d.doEffects(d.turns.labelsChanged(d.now()))
	}
}

// clockJump is the least difference from the time since the boot for which the clock counts as set.
const clockJump = 2 * time.Second

// tick handles the passing of time: it is called each second, or less often while the screen is off.
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

// tickAwake is tick while the screen is on.
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
		d.easel.drawTimeLeft(&d.turns, d.parts.Elapsed())
	}
	d.visit.tick(d.turns.playlist.Screen.Quiet)
}

// watchClock handles that the computer's clock was set. While the computer slept, its pages grew old.
func (d *Director) watchClock(at moment) {
	wall, boot := d.wall, d.boot
	d.wall, d.boot = at.clock.Round(0), d.parts.Boot()
	if wall.IsZero() {
		return
	}
	if by := d.wall.Sub(wall) - (d.boot - boot); by.Abs() > clockJump {
		d.parts.Note("the clock was set by " + by.Round(time.Second).String())
		d.turns.index.move(by, d.wall)
	}
	d.turns.index.settle()
}

// onAnswer handles an answer of the service for a page.
func (d *Director) onAnswer(a acquire.Answer) {
	switch {
	case a.Document != nil:
		d.updateIndex(a.State)
		d.refresher.fetchOnlyPictures(&d.turns, a.State)
		for _, s := range d.turns.drawn() {
			if s.hasPage(a.Page) {
				d.refresher.fetchPictures(&d.turns, s)
			}
		}
	case d.turns.index.miss(a.Page):
		d.onIndexChanged(a.Page)
	}
}

// updateIndex updates the index with the state of a page. What is drawn for its sake is drawn from it.
func (d *Director) updateIndex(s acquire.State) {
	if d.turns.index.update(s) {
		d.received = &s
		d.onIndexChanged(s.Page)
		d.received = nil
	}
}

// onFound updates the index with pages from the store.
func (d *Director) onFound(all []acquire.State) {
	d.turns.index.updateAll(all, d.parts.Elapsed())
	d.onIndexChanged(0)
	for _, s := range all {
		d.refresher.fetchOnlyPictures(&d.turns, s)
	}
}

// onOnlyPicture handles the picture of a subpage without content: it can be shown.
func (d *Director) onOnlyPicture(a acquire.Answer) {
	if d.turns.index.addPicture(a.Place()) {
		d.turns.index.update(a.State)
		d.onIndexChanged(a.Page)
		return
	}
	d.refresher.onPicture(a.Page)
}

// onIndexChanged updates the screen after a change of a page in the index, or of several where page is 0.
func (d *Director) onIndexChanged(page int) {
	d.lines.onIndexChanged(page)
	d.doEffects(d.turns.indexChanged(d.now(), page))
}

// newNavigation makes the navigation of a viewer who looks around.
func (d *Director) newNavigation(on navigate.Screen) *navigate.Navigation {
	return navigate.New(d.parts.Pages, d.parts.Directory, on, navigate.Config{
		Pictures: !d.turns.playlist.Screen.Sharp, Every: time.Minute, Do: d.Post, Now: d.parts.Now,
	})
}
