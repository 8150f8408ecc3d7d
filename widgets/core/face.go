package core

import "fyne.io/fyne/v2"

// A Face is the objects of a renderer that always draws the same ones and holds nothing else.
type Face []fyne.CanvasObject

// Destroy has nothing to do.
func (Face) Destroy() {}

// Objects lists what is drawn.
func (f Face) Objects() []fyne.CanvasObject { return f }
