package player

import "errors"

// Kind classifies errors for programs.
type Kind int

const (
	// KindUnknown is the kind of an error that this package did not make.
	KindUnknown Kind = iota
	// KindNoDevice means that no sound device could be opened.
	KindNoDevice
	// KindDeviceLost means that the sound device went away while it played.
	KindDeviceLost
	// KindNotMP3 means that the source is something else: a web page, a text, a picture, nothing.
	KindNotMP3
	// KindUnsupported means MPEG sound of a kind that is not decoded: layers I and II.
	KindUnsupported
	// KindLowRate means an MP3 with 8 kHz sound, which is not decoded either.
	KindLowRate
	// KindDamaged means an MP3 in which no playable sound was found.
	KindDamaged
	// KindSource means that the source could not be read; Err is the source's own error.
	KindSource
)

// sentence returns the error in words for the user.
func (k Kind) sentence() string {
	switch k {
	case KindNoDevice:
		return "no sound device could be opened"
	case KindDeviceLost:
		return "the sound device went away"
	case KindNotMP3:
		return "this is not an MP3 file"
	case KindUnsupported:
		return "this kind of MP3 cannot be played yet"
	case KindLowRate:
		return "this is an MP3 with 8 kHz sound, which cannot be played"
	case KindDamaged:
		return "the MP3 file is damaged"
	case KindSource:
		return "the sound could not be read"
	default:
		return "the sound could not be played"
	}
}

// Error is the type of all errors that a Player reports. Its text is a sentence for users, followed by the cause if
// one is known; Unwrap returns the cause.
type Error struct {
	Kind Kind
	Err  error // may be nil
}

// Error implements error.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Kind.sentence()
	}
	return e.Kind.sentence() + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Sentence returns the sentence for users without the cause.
func (e *Error) Sentence() string { return e.Kind.sentence() }

// KindOf returns the kind of an error, or KindUnknown when it is not one of this package's.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return KindUnknown
}
