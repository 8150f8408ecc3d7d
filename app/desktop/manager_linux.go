package desktop

import (
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// atomNamed returns the atom of a name, 0 if the server does not have it.
func atomNamed(x *xgb.Conn, name string) xproto.Atom {
	r, err := xproto.InternAtom(x, true, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	return r.Atom
}

// startPatience bounds how long the window takes to open.
const startPatience = time.Minute

// forgetDeadManager removes the mark of a window manager that has died without removing it: the window library (glfw
// 3.4, detectEWMH) would end the program at the start. By the EWMH the mark names a window that has the same mark.
// The connection stays until the window's is there: a server without a window manager starts over when its last client
// leaves, and refuses others meanwhile.
func forgetDeadManager(display string) {
	_, _ = converse(func() (none struct{}, err error) { // opening the window will say why it failed
		x, err := connectXTo(display)
		if err != nil {
			return none, err
		}
		time.AfterFunc(startPatience, x.Close)
		removeDeadMark(x)
		return none, nil
	})
}

// removeDeadMark removes the marks of window managers that have died.
func removeDeadMark(x *xgb.Conn) {
	mark := atomNamed(x, "_NET_SUPPORTING_WM_CHECK")
	if mark == 0 {
		return
	}
	markOf := func(w xproto.Window) xproto.Window {
		r, err := xproto.GetProperty(x, false, w, mark, xproto.AtomWindow, 0, 1).Reply()
		if err != nil || len(r.Value) < 4 {
			return 0
		}
		return xproto.Window(xgb.Get32(r.Value))
	}
	for _, screen := range xproto.Setup(x).Roots {
		if manager := markOf(screen.Root); manager != 0 && markOf(manager) != manager {
			_ = xproto.DeletePropertyChecked(x, screen.Root, mark).Check()
		}
	}
}
