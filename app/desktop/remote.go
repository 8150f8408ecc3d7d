package desktop

import "time"

// RemoteActions are what the desktop's controls, media keys and headphones ask of playback. They may be
// called from any goroutine.
type RemoteActions struct {
	Play, Pause, Toggle, Stop, Next, Previous func()
	SeekBy, SeekTo                            func(time.Duration)
	Volume, Speed                             func(float64)
	Raise, Quit                               func()
}

// RemoteState is what the desktop shows of playback.
type RemoteState struct {
	Loaded         bool
	Queued         bool // there is something to begin with where nothing is loaded
	Playing        bool
	ID, Title      string
	Artist, Album  string
	Length, At     time.Duration
	Volume, Speed  float64
	Next, Previous bool
	Seekable       bool
}
