package loop

import (
	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

	"sextant/widgets/core"
)

// showFocus shows the focus ring if a key moves the focus, or may: not for digits and letters, which go to the page.
func showFocus(c fyne.Canvas, k glfw.Key, mods glfw.ModifierKey) {
	if movesFocus(k, mods) {
		setFocusShown(c, true)
	}
}

// hideFocus hides the focus ring, for a press of the pointer.
func hideFocus(c fyne.Canvas) { setFocusShown(c, false) }

func setFocusShown(c fyne.Canvas, shown bool) {
	if core.FocusShown() == shown {
		return
	}
	core.SetFocusShown(shown)
	if focused, is := c.Focused().(fyne.CanvasObject); is {
		focused.Refresh()
	}
}

// movesFocus reports whether a key moves the focus or opens something that gets it.
func movesFocus(k glfw.Key, mods glfw.ModifierKey) bool {
	switch {
	case k == glfw.KeyTab, k == glfw.KeyMenu,
		k >= glfw.KeyRight && k <= glfw.KeyEnd, // arrows, Page Up and Down, Home and End
		k >= glfw.KeyF1 && k <= glfw.KeyF25:
		return true
	case k >= glfw.KeyLeftShift && k <= glfw.KeyRightSuper, k == glfw.KeyUnknown:
		return false
	}
	return mods&(glfw.ModControl|glfw.ModAlt|glfw.ModSuper) != 0
}
