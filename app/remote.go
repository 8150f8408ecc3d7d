package app

import (
	"time"

	"sextant/app/player"
)

// remoteActions are what the desktop's controls, media keys and headphones ask of playback. They may be
// called from any goroutine.
type remoteActions struct {
	play, pause, toggle, stop, next, previous func()
	seekBy, seekTo                            func(time.Duration)
	volume, speed                             func(float64)
	raise, quit                               func()
}

// remoteState is what the desktop shows of playback.
type remoteState struct {
	loaded         bool
	queued         bool // there is something to begin with where nothing is loaded
	playing        bool
	id, title      string
	artist, album  string
	length, at     time.Duration
	volume, speed  float64
	next, previous bool
	seekable       bool
}

func (s *sextant) remoteActions() remoteActions {
	p := s.playback
	ui := func(f func()) func() { return func() { s.do(f) } }
	return remoteActions{
		play:     ui(func() { p.want(true) }),
		pause:    ui(func() { p.want(false) }),
		toggle:   ui(p.toggle),
		stop:     ui(p.stop),
		next:     ui(p.playNext),
		previous: ui(p.playPrevious),
		seekBy:   func(d time.Duration) { s.do(func() { p.seekTo(p.state.Position + d) }) },
		seekTo:   func(d time.Duration) { s.do(func() { p.seekTo(d) }) },
		volume:   func(v float64) { s.do(func() { p.setVolume(max(0, min(1, v))) }) },
		speed: func(v float64) {
			s.do(func() {
				if v >= 0.5 && v <= 3 {
					p.setSpeed(v)
				}
			})
		},
		raise: ui(s.window.win.RequestFocus),
		quit:  ui(s.quit),
	}
}

// remoteState is how playback is now.
func (p *playback) remoteState() remoteState {
	r := remoteState{volume: p.volume, speed: p.speed, next: p.hasNext(), queued: len(p.queue) > 0}
	if p.current == nil {
		return r
	}
	r.loaded = true
	r.playing = p.state.Wanted() || p.state.Status == player.Opening
	r.id, r.title = p.current.Key(), p.current.Name()
	if t := p.state.Tags; t != nil {
		r.artist, r.album = t.Artist, t.Album
	}
	r.length, r.at = p.duration(), p.state.Position
	r.previous = p.hasPrevious()
	r.seekable = r.length > 0 && p.state.Status != player.Failed
	return r
}

// want plays or pauses what is loaded, or begins with the queue.
func (p *playback) want(playing bool) {
	if playing != p.remoteState().playing {
		p.toggle()
	}
}

// seekTo goes to a moment, or to the nearest there is.
func (p *playback) seekTo(to time.Duration) {
	if d := p.duration(); p.current != nil && d > 0 {
		p.player.Seek(max(0, min(d, to)))
	}
}
