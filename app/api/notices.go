package api

import "time"

// NoticeKind distinguishes change notices.
type NoticeKind int

// The kinds.
const (
	// Opened: the notices begin, or go on behind the one that was named, with all that came since.
	Opened NoticeKind = iota + 1
	// Reset: the one that was named is not known any more. Whatever is known may have changed since.
	Reset
	// Changed: a page, or a subpage of it, is another than before.
	Changed
)

// A Notice announces a change, or a state of the stream of notices.
type Notice struct {
	Kind NoticeKind
	// ID names the notice, so that another stream can go on behind it.
	ID   string
	Time time.Time
	// Page and Subpage are what has changed. Subpage is 0 where that is not one subpage only.
	Page, Subpage int
	// Digest is that of the subpage as it is now, or of the page where Subpage is 0.
	Digest [32]byte
	// Gone: there is no such page any more.
	Gone bool
}
