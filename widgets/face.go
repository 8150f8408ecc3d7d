package widgets

import "fyne.io/fyne/v2"

// A face is the objects of a renderer that always draws the same ones and holds nothing else.
type face []fyne.CanvasObject

// Destroy has nothing to do.
func (face) Destroy() {}

// Objects lists what is drawn.
func (f face) Objects() []fyne.CanvasObject { return f }
