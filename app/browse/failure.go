package browse

import (
	"time"

	"sextant/app/teletext"
)

// A Failure is that a place cannot be shown, or only in part.
type Failure struct {
	Place teletext.Place
	Kind  FailureKind
	// Err is nil where the page was received without content.
	Err error
	// Retry is the time until it is asked for again, 0 where it is not.
	Retry time.Duration
}

// A FailureKind is what a Failure leaves on the screen.
type FailureKind int

// The kinds of failures.
const (
	// NotShown: what is on the screen stays.
	NotShown FailureKind = iota
	// NoPage: there is no such page, and it is not asked for again. What is on the screen stays.
	NoPage
	// PageRemoved: the page on the screen does not exist any more.
	PageRemoved
	// NoPicture: the page was received, but the subpage has nothing to draw and no picture.
	NoPicture
	// PictureOnly: only the picture was received, and is shown.
	PictureOnly
)
