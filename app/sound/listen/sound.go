package listen

import (
	"math"

	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/player"
	"sextant/app/settings"
)

// Bounds of the speed. 1 is the recorded speed.
const (
	Slowest = 0.5
	Fastest = 3.0
)

// ducked is the share of the volume that is left while a page is read aloud.
const ducked = 0.25

// Sound has the settings of the sound.
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

// SetVolume sets the volume, clamped to 0 and 1. NaN is ignored.
func (s *Sound) SetVolume(v float64) {
	if !math.IsNaN(v) {
		s.change(func(set *settings.Sound) { set.Volume = max(0, min(1, v)) })
	}
}

// ChangeVolume changes the volume by a difference. It does nothing where nothing plays.
func (s *Sound) ChangeVolume(by float64) {
	if s.controller.track != nil {
		s.SetVolume(s.Volume() + by)
	}
}

// SetSpeed sets the speed. One that is out of bounds is ignored.
func (s *Sound) SetSpeed(v float64) {
	if v >= Slowest && v <= Fastest {
		s.change(func(set *settings.Sound) { set.Speed = v })
	}
}

// SetEven sets whether the loudness is evened out.
func (s *Sound) SetEven(even bool) { s.change(func(set *settings.Sound) { set.Even = even }) }

// PlayOn reports whether playing continues through the list.
func (s *Sound) PlayOn() bool { return s.settings().PlayOn }

// SetPlayOn sets whether playing continues through the list, or only through the queue.
func (s *Sound) SetPlayOn(on bool) {
	s.change(func(set *settings.Sound) { set.PlayOn = on })
	s.controller.lineup.replan()
}

// SkipsSilence reports whether long pauses of what plays are skipped.
func (s *Sound) SkipsSilence() bool {
	t := s.controller.track
	return t != nil && s.controller.skipsSilence(t.source, t.item)
}

// SetSkipsSilence sets whether long pauses are skipped in the recording that plays, and in its series.
func (s *Sound) SetSkipsSilence(skip bool) {
	c := s.controller
	if c.track == nil {
		return
	}
	c.listsOf(c.track.source).SetSkipsSilence(c.track.item.Series(), skip)
	if c.player != nil {
		c.player.SetSkipSilence(skip)
	}
	c.lineup.replan() // the next one may be of the series
}

// skipsSilence reports whether long pauses of a recording are skipped.
func (c *Controller) skipsSilence(from *Source, it media.Item) bool {
	return c.listsOf(from).SkipsSilence(it.Series())
}

// listsOf returns a source's lists, or the current ones where the same service has been tuned in again since.
func (c *Controller) listsOf(s *Source) *kept.Lists {
	if s.isOf(c.source) {
		return c.source.Lists
	}
	return s.Lists
}

// Duck lowers the volume to ducked, or restores it.
func (s *Sound) Duck(on bool) {
	if s.duck = on; s.controller.player != nil {
		s.apply(s.controller.player)
	}
}

func (s *Sound) change(change func(*settings.Sound)) {
	s.controller.cfg.Box.Change(func(all *settings.Settings) { change(&all.Sound) })
}

// onSettings applies a change of the settings, by any window or program.
func (s *Sound) onSettings() {
	if s.controller.player != nil {
		s.apply(s.controller.player)
	}
	s.controller.Catalogue.reorder()
	s.controller.notify()
}

// activePlayer returns the player, which is made on first use.
func (s *Sound) activePlayer() *player.Player {
	c := s.controller
	if c.player == nil {
		// The state is asked for again when it is handled: the one that is reported may be from before a seek.
		c.player = c.cfg.NewPlayer(func(player.State) { c.cfg.Post(c.update) })
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
