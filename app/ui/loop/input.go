package loop

import (
	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// Hear reports what the toolkit (v2.8.1) does not: any button of the mouse that is pressed, before anybody takes it;
// the buttons of a mouse that lead back and forward, and keys that it has no names for, by the numbers that the system
// gives them; and when a window comes to the front and leaves it. And it has the toolkit know when the pointer leaves
// the window, so that nothing stays marked. The window must be shown. All are called on the UI goroutine; key reports
// whether it has a use for a key.
func Hear(w fyne.Window, pressed func(), button func(forward bool), key func(number int) bool, focus func(front bool)) {
	inWindow(w, func(own *glfw.Window) {
		buttons := own.SetMouseButtonCallback(nil)
		own.SetMouseButtonCallback(func(on *glfw.Window, b glfw.MouseButton,
			action glfw.Action, mods glfw.ModifierKey,
		) {
			if action == glfw.Press {
				pressed()
			}
			switch {
			case b == glfw.MouseButton4 || b == glfw.MouseButton5:
				if action == glfw.Press {
					button(b == glfw.MouseButton5)
				}
			case buttons != nil:
				buttons(on, b, action, mods)
			}
		})
		keys := own.SetKeyCallback(nil)
		own.SetKeyCallback(func(on *glfw.Window, k glfw.Key, number int, action glfw.Action, mods glfw.ModifierKey) {
			if k == glfw.KeyUnknown && action != glfw.Release && key(number) || keys == nil {
				return
			}
			keys(on, k, number, action, mods)
		})
		pointed := own.SetCursorPosCallback(nil)
		own.SetCursorPosCallback(pointed)
		own.SetCursorEnterCallback(func(on *glfw.Window, entered bool) {
			if !entered && pointed != nil {
				pointed(on, -1, -1)
			}
		})
		hearFocus(own, focus)
		if own.GetAttrib(glfw.Focused) == glfw.True { // it came to the front before anybody could hear of that
			focus(true)
		}
	})
}

// HearFocus reports whether a window is in front, and from then on when it comes there and leaves it. The window must
// be shown. It is called on the UI goroutine.
func HearFocus(w fyne.Window, focus func(front bool)) {
	inWindow(w, func(own *glfw.Window) {
		hearFocus(own, focus)
		focus(own.GetAttrib(glfw.Focused) == glfw.True)
	})
}

func hearFocus(own *glfw.Window, focus func(front bool)) {
	focused := own.SetFocusCallback(nil)
	own.SetFocusCallback(func(on *glfw.Window, front bool) {
		if focused != nil {
			focused(on, front)
		}
		focus(front)
	})
}
