package loop

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses
)

// Hear reports what the toolkit (v2.8.1) does not: any mouse button that is pressed, before widgets get it; the back
// and forward buttons of a mouse; keys that it has no names for, by their scan codes; and when a window gets or loses
// the focus. It also notifies the toolkit when the pointer leaves the window, so that nothing stays highlighted. The
// window must be shown. All functions are called on the UI goroutine; key reports whether it handles a key.
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
			held := on.GetMouseButton(glfw.MouseButtonLeft) == glfw.Press // what is dragged stays where it was left
			if !entered && pointed != nil && !held {
				pointed(on, -1, -1)
			}
		})
		hearFocus(own, focus)
		if own.GetAttrib(glfw.Focused) == glfw.True { // it got the focus before the callback was set
			focus(true)
		}
	})
}

// HearFocus reports whether a window has the focus, and from then on when it gets or loses it. The window must be
// shown. It must be called on the UI goroutine.
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

// DigitOf returns the digit of a key that is pressed without Shift, in the row of digits or on the number pad. The key
// may type another character, or none.
func DigitOf(name fyne.KeyName) (digit rune, is bool) {
	if len(name) != 1 || name[0] < '0' || name[0] > '9' {
		return 0, false
	}
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return rune(name[0]), !ok || d.CurrentKeyModifiers()&fyne.KeyModifierShift == 0
}
