package player

import "time"

// Status is what a Player is doing.
//
// These are all transitions, by cause. "Sounding" is Playing or Buffering, depending on the bytes and the
// device.
//
//	            Idle      Opening     sounding    Paused      Ended            Failed
//	Load        Opening   Opening     Opening     Opening     Opening          Opening
//	Play        -         (will play) -           sounding    sounding, at 0   tries again
//	Pause       -         (will not)  Paused      -           -                -
//	Toggle      as Pause when it plays or will play, as Play otherwise
//	Seek        -         (start)     sounding    Paused      Paused           tries again there
//	Stop        -         Idle        Idle        Idle        Idle             Idle
//	SetVolume, SetSpeed, SetEven, SetNext: no transition
//	SetSkipSilence: no transition, but for a moment of Buffering, as after Seek
//	opened      .         sounding or Paused, as wanted       .                .
//	end heard   .         .           Ended       .           .                .
//	bad source  .         Failed      Failed      .           .                .
//	no device   .         .           Paused      .           .                .
//	device back .         .           .           sounding    .                .
//
// If an item follows, the end of the one before is not Ended: the next becomes the current one, sounding,
// or Opening if it is not ready.
//
// A source that fails halfway is Failed only after the sound before the failure has played. After Failed,
// Play and Seek retry the source. The loss of a device while playing leads to Paused with an error in
// State.Err; the Player then retries the device for about a minute, and resumes unless the user has done
// something else.
type Status int

const (
	// Idle: nothing is loaded.
	Idle Status = iota
	// Opening: the beginning of the source is being read.
	Opening
	// Playing: sound is being written to the device.
	Playing
	// Buffering: it should play, but bytes or the device are missing.
	Buffering
	// Paused: it holds its place.
	Paused
	// Ended: the last sample has played.
	Ended
	// Failed: State.Err says why.
	Failed
)

// String returns the name of the status.
func (s Status) String() string {
	switch s {
	case Idle:
		return "idle"
	case Opening:
		return "opening"
	case Playing:
		return "playing"
	case Buffering:
		return "buffering"
	case Paused:
		return "paused"
	case Ended:
		return "ended"
	case Failed:
		return "failed"
	default:
		return "unknown"
	}
}

// State is a snapshot of a Player.
type State struct {
	Status Status
	// ID is LoadOptions.ID of the current item, to which all other fields belong.
	ID string
	// Tags are the item's metadata, nil while not known. The receiver must not change them.
	Tags *Tags

	// Position is the audible place, behind what was written by what waits in the device's buffer.
	Position time.Duration
	// Duration is 0 while not known, and an estimate until DurationExact is set.
	Duration      time.Duration
	DurationExact bool

	// Arrived is the place up to which everything is there to be played, while Duration is 0.
	Arrived time.Duration
	// Moves counts how often a place that had been estimated was put right, so that Position jumped without a Seek.
	Moves int
	// Buffered is the part of the source that has arrived, 0 to 1, or -1 if not known.
	Buffered float64
	// Volume is the value of SetVolume, 0 to 1.
	Volume float64
	// Speed is the value of SetSpeed; 1 is the recording's own.
	Speed float64
	// Even is the value of SetEven.
	Even bool
	// SkipSilence reports whether long pauses of the item are shortened.
	SkipSilence bool
	// Saved is how much silence was left out of what has played of this item since it was loaded, at speed 1. What
	// plays twice counts twice.
	Saved time.Duration
	// Skipped counts the places where damaged sound was left out.
	Skipped int

	// Err says why the Status is Failed, or Paused for lack of a device.
	Err error
	// Lost: it is Paused since its device was lost, and goes on when there is one again.
	Lost bool
	// Stopped: it is Paused because it has come to the place of PlayUntil.
	Stopped bool
	// NextErr says why the item of SetNext will not be played.
	NextErr error
}

// Wanted reports whether the item plays or is about to, so that a play button should show pause.
func (s State) Wanted() bool { return s.Status == Playing || s.Status == Buffering }
