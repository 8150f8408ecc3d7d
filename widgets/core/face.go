package core

import "fyne.io/fyne/v2"

// A Face is the objects of a renderer that always draws the same ones and has no other state.
type Face []fyne.CanvasObject

// Destroy does nothing.
func (Face) Destroy() {}

// Objects returns the objects.
func (f Face) Objects() []fyne.CanvasObject { return f }
