package player

import "time"

// Status is what a Player is doing.
//
// These are all transitions, by what causes them. "Sounding" is Playing or Buffering, whichever
// the bytes and the device allow; the two change into each other automatically.
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
// Where an item follows, the end of the one before is not Ended: the next is the present one then,
// and sounding, or Opening if it is not there yet.
//
// A source that fails half-way is Failed only after the sound before the failure was heard. After
// a Failed item, Play and Seek return to Opening or sounding and reopen the source. A device
// that was lost while playing gives Paused with an error in State.Err; the Player then looks for a
// device automatically for about a minute, and goes on playing if the user has not done anything else.
type Status int

const (
	// Idle: nothing is loaded.
	Idle Status = iota
	// Opening: the beginning of the source is being read.
	Opening
	// Playing: sound is on its way to the device.
	Playing
	// Buffering: it should play, but bytes or the device are not there yet.
	Buffering
	// Paused: it holds its place.
	Paused
	// Ended: the last sample was heard.
	Ended
	// Failed: State.Err says why.
	Failed
)

// String names the status.
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

// State is a picture of a Player at one moment.
type State struct {
	Status Status
	// ID is what LoadOptions gave for the item to which all that is said here belongs.
	ID string
	// Tags is what the item says about itself, nil as long as that is not known. It must not be
	// changed.
	Tags *Tags

	// Position is what is heard now: sound that was handed to the device but waits in its buffer
	// does not count.
	Position time.Duration
	// Duration is zero while it is not known. It is an estimate until DurationExact.
	Duration      time.Duration
	DurationExact bool

	// Buffered is how much of the source has arrived, 0 to 1, or -1 if that is not known.
	Buffered float64
	// Volume is what SetVolume was given, 0 to 1.
	Volume float64
	// Speed is what SetSpeed was given, 1 as recorded.
	Speed float64
	// Even is what SetEven was given.
	Even bool
	// SkipSilence reports whether long pauses of the item are left out.
	SkipSilence bool
	// Saved is how much of the recording was left out of what was heard of this item since it was loaded, in the
	// recording's own time. What is heard twice counts twice.
	Saved time.Duration
	// Skipped counts the places where damaged sound was left out.
	Skipped int

	// Err is why the Status is Failed, or why it is Paused when the device is missing.
	Err error
	// NextErr is why the item given to SetNext will not be played.
	NextErr error
}

// Wanted reports whether the item plays or is about to: the sign on a play button should then be
// that of a pause.
func (s State) Wanted() bool { return s.Status == Playing || s.Status == Buffering }
