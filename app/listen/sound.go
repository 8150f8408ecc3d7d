package listen

import (
	"math"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/settings"
)

// Bounds of the speed, 1 being as it was recorded.
const (
	Slowest = 0.5
	Fastest = 3.0
)

// ducked is the share of the volume that is left while a page is read aloud.
const ducked = 0.25

// Sound is how recordings are heard. What it is set to is kept in the settings.
type Sound struct {
	controller *Controller
	duck       bool
}

func (s *Sound) settings() settings.Sound { return s.controller.cfg.Box.Get().Sound }

// Volume is from 0 to 1.
func (s *Sound) Volume() float64 { return s.settings().Volume }

// Speed is from Slowest to Fastest.
func (s *Sound) Speed() float64 { return s.settings().Speed }

// Even reports whether the loudness is evened out.
func (s *Sound) Even() bool { return s.settings().Even }

// SetVolume changes the volume, to the nearest from 0 to 1. What is no number changes nothing.
func (s *Sound) SetVolume(v float64) {
	if !math.IsNaN(v) {
		s.change(func(set *settings.Sound) { set.Volume = max(0, min(1, v)) })
	}
}

// ChangeVolume makes what plays louder or softer; nothing happens where nothing plays.
func (s *Sound) ChangeVolume(by float64) {
	if s.controller.track != nil {
		s.SetVolume(s.Volume() + by)
	}
}

// SetSpeed changes the speed. One that is out of bounds changes nothing.
func (s *Sound) SetSpeed(v float64) {
	if v >= Slowest && v <= Fastest {
		s.change(func(set *settings.Sound) { set.Speed = v })
	}
}

// SetEven evens out the loudness, or does not.
func (s *Sound) SetEven(even bool) { s.change(func(set *settings.Sound) { set.Even = even }) }

// PlayOn reports whether playing goes on through the list.
func (s *Sound) PlayOn() bool { return s.settings().PlayOn }

// SetPlayOn lets playing go on through the list, or only through the queue.
func (s *Sound) SetPlayOn(on bool) {
	s.change(func(set *settings.Sound) { set.PlayOn = on })
	s.controller.lineup.replan()
}

// SkipsSilence reports whether long pauses of what plays are skipped.
func (s *Sound) SkipsSilence() bool {
	t := s.controller.track
	return t != nil && s.controller.skipsSilence(t.source, t.item)
}

// SetSkipsSilence has long pauses skipped in what plays, and in all of its series.
func (s *Sound) SetSkipsSilence(skip bool) {
	c := s.controller
	if c.track == nil {
		return
	}
	c.listsOf(c.track.source).SetSkipsSilence(c.track.item.Series(), skip)
	if c.player != nil {
		c.player.SetSkipSilence(skip)
	}
	c.lineup.replan() // what follows may be of the series
}

// skipsSilence reports whether long pauses of a recording are skipped.
func (c *Controller) skipsSilence(from *Source, it media.Item) bool {
	return c.listsOf(from).SkipsSilence(it.Series())
}

// listsOf are a source's lists: where the same service has been tuned in again since, those of now.
func (c *Controller) listsOf(s *Source) *kept.Lists {
	if s.isOf(c.source) {
		return c.source.Lists
	}
	return s.Lists
}

// Duck lowers what plays, or lets it be as loud again as it is set to.
func (s *Sound) Duck(on bool) {
	if s.duck = on; s.controller.player != nil {
		s.apply(s.controller.player)
	}
}

func (s *Sound) change(change func(*settings.Sound)) {
	s.controller.cfg.Box.Change(func(all *settings.Settings) { change(&all.Sound) })
}

// onSettings applies a change of the settings, wherever it was made.
func (s *Sound) onSettings() {
	if s.controller.player != nil {
		s.apply(s.controller.player)
	}
	s.controller.Catalogue.reorder()
	s.controller.notify()
}

// activePlayer is the player, which is made when it is needed for the first time.
func (s *Sound) activePlayer() *player.Player {
	c := s.controller
	if c.player == nil {
		c.player = c.cfg.NewPlayer(func(state player.State) { c.cfg.Post(func() { c.onState(state) }) })
		s.apply(c.player)
	}
	return c.player
}

func (s *Sound) apply(p *player.Player) {
	set := s.settings()
	volume := set.Volume
	if s.duck {
		volume *= ducked
	}
	p.SetVolume(volume)
	p.SetSpeed(set.Speed)
	p.SetEven(set.Even)
}
