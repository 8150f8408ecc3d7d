package app

import "time"

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
