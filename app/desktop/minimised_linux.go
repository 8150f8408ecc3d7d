package desktop

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// IsMinimised reports whether the window is minimised, by the X server. Wayland does not report that to programs.
func IsMinimised(win fyne.Window) (is bool) {
	native, ok := win.(driver.NativeWindow)
	if !ok {
		return false
	}
	native.RunNative(func(context any) {
		if x, ok := context.(driver.X11WindowContext); ok {
			is = hasState(xproto.Window(x.WindowHandle), "_NET_WM_STATE_HIDDEN")
		}
	})
	return is
}

// hasState reports whether a window manager has set a state of a window.
func hasState(w xproto.Window, state string) bool {
	x, err := connectX()
	if err != nil {
		return false
	}
	defer x.Close()
	list, err := xproto.GetProperty(x, false, w, atomNamed(x, "_NET_WM_STATE"), xproto.AtomAtom, 0, 32).Reply()
	if err != nil {
		return false
	}
	wanted := atomNamed(x, state)
	for v := list.Value; len(v) >= 4; v = v[4:] {
		if xproto.Atom(xgb.Get32(v)) == wanted {
			return true
		}
	}
	return false
}

// atomNamed returns the atom of a name, 0 if the server does not have it.
func atomNamed(x *xgb.Conn, name string) xproto.Atom {
	r, err := xproto.InternAtom(x, true, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	return r.Atom
}
