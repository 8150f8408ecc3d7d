package api

import (
	"time"

	"sextant/app/teletext"
)

// NoticeKind distinguishes change notices.
type NoticeKind int

// The kinds.
const (
	// Opened: the stream begins, or continues after the notice that was named, with all since.
	Opened NoticeKind = iota + 1
	// Reset: the notice that was named is not known any more. Any page may have changed since.
	Reset
	// Changed: a page, or a subpage of it, has changed.
	Changed
)

// A Notice announces a change, or a state of the stream of notices.
type Notice struct {
	Kind NoticeKind
	// ID identifies the notice, so that another stream can continue after it.
	ID   string
	Time time.Time
	// Place has changed. Its subpage is 0 where that is not one subpage only.
	teletext.Place
	// Digest is that of the subpage after the change, or of the page where Subpage is 0.
	Digest [32]byte
	// Gone: the page has been removed.
	Gone bool
}
