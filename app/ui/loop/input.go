package loop

import (
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/go-gl/glfw/v3.4/glfw" // of the version that the toolkit uses

	"sextant/widgets/core"
)

// Heard is what Hear reports. All functions are called on the UI goroutine; those that are nil are not called.
type Heard struct {
	Pressed func()                // any mouse button is pressed, before widgets get it
	Button  func(forward bool)    // the back or the forward button of a mouse
	Key     func(number int) bool // for a key without a name, by its scan code, if it is handled
	Focus   func(front bool)      // the window gets or loses the focus
	// Touch means that there is a touch screen: a finger scrolls.
	Touch bool
}

// Hear reports what the toolkit (v2.8.1) does not. It also notifies the toolkit when the pointer leaves the window, so
// that nothing stays highlighted, and not of a pointer that rests where the window comes. The window must be shown.
func Hear(w fyne.Window, to Heard) {
	inWindow(w, func(own *glfw.Window) {
		hearPointer(w, own, to)
		keys := own.SetKeyCallback(nil)
		own.SetKeyCallback(func(on *glfw.Window, k glfw.Key, number int, action glfw.Action, mods glfw.ModifierKey) {
			if action != glfw.Release {
				showFocus(w.Canvas(), k, mods)
			}
			if k == glfw.KeyUnknown && action != glfw.Release && to.Key(number) || keys == nil {
				return
			}
			keys(on, k, number, action, mods)
		})
		if to.Focus == nil {
			return
		}
		hearFocus(own, to.Focus)
		if own.GetAttrib(glfw.Focused) == glfw.True { // it got the focus before the callback was set
			to.Focus(true)
		}
	})
}

// hearPointer is Hear for the pointer.
func hearPointer(w fyne.Window, own *glfw.Window, to Heard) {
	buttons, pointed, scrolled := own.SetMouseButtonCallback(nil), own.SetCursorPosCallback(nil),
		own.SetScrollCallback(nil)
	pointer := &restingPointer{to: restingEvents{
		move:    func(x, y float64) { pointed(own, x, y) },
		handle:  func() { handleMovementOf(w) },
		where:   own.GetCursorPos,
		isHeld:  func() bool { return own.GetMouseButton(glfw.MouseButtonLeft) == glfw.Press },
		scrolls: func(x, y float64) { scrolled(own, x, y) },
	}}
	press := func(b glfw.MouseButton, action glfw.Action, mods glfw.ModifierKey) {
		pointer.press()
		buttons(own, b, action, mods)
	}
	if to.Touch {
		core.SetTouchScreen(true)
	}
	finger := &toucher{scale: w.Canvas().Scale, now: time.Now, to: pointerEvents{
		move: pointer.moved, press: press,
		scroll: func(by float64) { pointer.scroll(0, by) },
		isBar: func(x, y float64) bool {
			scale := w.Canvas().Scale()
			return core.OnScrollBar(w.Canvas(), fyne.NewPos(float32(x)/scale, float32(y)/scale))
		},
	}}
	own.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, action glfw.Action, mods glfw.ModifierKey) {
		if action == glfw.Press {
			hideFocus(w.Canvas())
			if to.Pressed != nil {
				to.Pressed()
			}
		}
		switch {
		case b == glfw.MouseButton4 || b == glfw.MouseButton5:
			if action == glfw.Press && to.Button != nil {
				to.Button(b == glfw.MouseButton5)
			}
		case to.Touch:
			finger.press(b, action, mods)
		default:
			press(b, action, mods)
		}
	})
	own.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		if to.Touch {
			finger.move(x, y)
		} else {
			pointer.moved(x, y)
		}
	})
	own.SetScrollCallback(func(_ *glfw.Window, x, y float64) { pointer.scroll(x, y) })
	own.SetCursorEnterCallback(func(_ *glfw.Window, entered bool) { pointer.crossed(entered) })
	pointer.begin()
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

// LatinOf returns the letter of a key that was pressed with a Greek, Cyrillic or other layout, on which it has typed r,
// and r where that is a Latin letter or none.
func LatinOf(name fyne.KeyName, r rune) rune {
	if len(name) != 1 || name[0] < 'A' || name[0] > 'Z' || !unicode.IsLetter(r) || unicode.Is(unicode.Latin, r) {
		return r
	}
	return unicode.ToLower(rune(name[0]))
}
