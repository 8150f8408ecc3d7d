package navigate

import (
	"context"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/teletext"
)

// A Source is the part of acquire.Pages that navigation needs. Its methods are called on any goroutine but the UI's.
type Source interface {
	Recall(w acquire.Want) (a acquire.Answer, fresh, ok bool)
	Stored(w acquire.Want) (a acquire.Answer, fresh, ok bool)
	Fetch(ctx context.Context, w acquire.Want) acquire.Answer
}

// A Scene is an answer with its subpage decoded.
type Scene struct {
	acquire.Answer
	Grid      *teletext.Grid // nil where the document has nothing to draw
	Conflicts []teletext.Conflict
}

// Decode decodes the subpage of an answer. It may be called from any goroutine, and should not be from the UI's.
func Decode(a acquire.Answer) Scene {
	scene := Scene{Answer: a}
	if s := cellsOf(a); s != nil {
		scene.Grid, scene.Conflicts = s.Decode()
	}
	return scene
}

// A Screen shows scenes and messages. Its methods are called on the UI goroutine.
type Screen interface {
	// Show shows a subpage.
	Show(s Scene)
	// Changed is called when the state around the picture may have changed.
	Changed()
	// Fail shows why a place is not shown. But for NoPage, that stays until Settle.
	Fail(f browse.Failure)
	// Reject shows for a moment why a key did nothing.
	Reject(r browse.Reason)
	// Settle removes messages about a page, since they no longer apply.
	Settle()
	// Arrived is called when the user has come to a place from a page.
	Arrived(s Scene, from int)
	// Attention returns how much of the window can be seen.
	Attention() Attention
}

// Attention is how much of the window can be seen.
type Attention int

// From all of it to nothing.
const (
	InFront   Attention = iota // the user works with it
	Behind                     // another window has the keyboard
	Minimised                  // it cannot be seen at all
)

// cellsOf returns the subpage of an answer, nil where its document has nothing to draw.
func cellsOf(a acquire.Answer) *teletext.Subpage {
	if a.Document == nil {
		return nil
	}
	s, _ := a.Document.Subpage(a.Subpage)
	if s == nil || s.Empty() {
		return nil
	}
	return s
}
