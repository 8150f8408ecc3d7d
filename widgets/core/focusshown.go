package core

// focusHidden belongs to the UI goroutine.
var focusHidden bool

// SetFocusShown sets whether focus rings are drawn: while the user works with keys, and not with the mouse. It must be
// called on the UI goroutine, and the focused object be refreshed.
func SetFocusShown(shown bool) { focusHidden = !shown }

// FocusShown reports whether focus rings are drawn.
func FocusShown() bool { return !focusHidden }
