package desktop

import "time"

// RemoteActions are the actions of the desktop's media controls, media keys and headphones. They may be called on any
// goroutine.
type RemoteActions struct {
	Play, Pause, Toggle, Stop, Next, Previous func()
	SeekBy                                    func(time.Duration)
	SeekTo                                    func(id string, to time.Duration) // in the recording with an ID
	Volume, Speed                             func(float64)
	Raise, Quit                               func()
}

// RemoteState is the state of playback for the desktop.
type RemoteState struct {
	Loaded         bool
	Queued         bool // there is something to play if nothing is loaded
	Playing        bool
	ID, Title      string
	Artist, Album  string
	Length, At     time.Duration // Length is 0 while not known
	Exact          bool          // Length is no estimate
	Seeks          int           // changes with each change of At by an action
	Volume, Speed  float64
	Next, Previous bool
	Seekable       bool
}
