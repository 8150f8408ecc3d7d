package sound

import (
	"time"

	"sextant/app/desktop"
	"sextant/app/player"
	"sextant/app/sound/listen"
)

// Controls returns the actions of the desktop's media controls.
func Controls(l *listen.Controller, raise, quit func(), post func(func())) desktop.RemoteActions {
	on := func(f func()) func() { return func() { post(f) } }
	return desktop.RemoteActions{
		Play:     on(func() { l.Want(true) }),
		Pause:    on(func() { l.Want(false) }),
		Toggle:   on(l.Toggle),
		Stop:     on(l.Stop),
		Next:     on(l.PlayNext),
		Previous: on(l.PlayPrevious),
		SeekBy:   func(d time.Duration) { post(func() { l.Step(d) }) },
		SeekTo: func(id string, to time.Duration) {
			post(func() {
				if l.Playing() == id { // it may have ended meanwhile
					l.SeekTo(to)
				}
			})
		},
		Volume: func(v float64) { post(func() { l.Sound.SetVolume(v) }) },
		Speed:  func(v float64) { post(func() { l.Sound.SetSpeed(v) }) },
		Raise:  on(raise),
		Quit:   on(quit),
	}
}

// Playing returns the state of playback for the desktop.
func Playing(l *listen.Controller) desktop.RemoteState {
	s := l.State()
	r := desktop.RemoteState{Volume: l.Sound.Volume(), Speed: l.Sound.Speed(), Next: s.Next, Queued: s.Queued}
	if s.Item == nil {
		return r
	}
	r.Loaded, r.Playing = true, s.IsPlaying()
	r.ID, r.Title = s.Key(), s.Item.Name()
	if t := s.Player.Tags; t != nil {
		r.Artist, r.Album = t.Artist, t.Album
	}
	r.Length, r.Exact, r.At, r.Seeks = s.Length, s.Player.DurationExact, s.Player.Position, s.Seeks
	r.Previous = s.Previous
	r.Seekable = s.Reach > 0 && s.Player.Status != player.Failed
	return r
}
