package desktop

import (
	"errors"
	"os"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/dpms"
	"github.com/jezek/xgb/xproto"

	"sextant/app/wayland"
)

var errWayland = errors.New("the window is on Wayland")

// blanking is an X server's setting of when it blanks the screen. It outlives the client that set it.
type blanking struct {
	saver *xproto.GetScreenSaverReply
	power bool // the monitor is switched off too, by DPMS
}

// onX disables the X server's blanking until Release, and then restores it.
func (a *Awake) onX() {
	const way = "the X server"
	if display := os.Getenv("WAYLAND_DISPLAY"); display != "" &&
		answers(display, "unix", wayland.Socket(os.Getenv("XDG_RUNTIME_DIR"), display)) == nil {
		a.record(way, errWayland)
		return
	}
	if os.Getenv("DISPLAY") == "" {
		a.record(way, errNoService)
		return
	}
	held := false
	for {
		if !a.off.Load() {
			err := converseOn(endBlanking)
			held = held || err == nil
			a.record(way, err)
		}
		if !a.sleep() {
			break
		}
	}
	if held {
		_ = converseOn(restoreBlanking) // a server that is gone has nothing to restore
	}
}

// blankingNote is the property of the root window with the setting before it was changed. It outlives a program that is
// killed, but not the server, like the setting.
const blankingNote = "_SEXTANT_BLANKING"

// atomOfNote returns the atom of blankingNote, 0 if it cannot be made.
func atomOfNote(x *xgb.Conn) xproto.Atom {
	r, err := xproto.InternAtom(x, false, uint16(len(blankingNote)), blankingNote).Reply()
	if err != nil {
		return 0
	}
	return r.Atom
}

// noted returns the setting that was noted, nil for none.
func noted(x *xgb.Conn) *blanking {
	atom := atomOfNote(x)
	if atom == 0 {
		return nil
	}
	root := xproto.Setup(x).DefaultScreen(x).Root
	r, err := xproto.GetProperty(x, false, root, atom, xproto.AtomCardinal, 0, 5).Reply()
	if err != nil || len(r.Value) != 5*4 {
		return nil
	}
	at := func(i int) uint32 { return xgb.Get32(r.Value[4*i:]) }
	return &blanking{&xproto.GetScreenSaverReply{
		Timeout: uint16(at(0)), Interval: uint16(at(1)), PreferBlanking: byte(at(2)), AllowExposures: byte(at(3)),
	}, at(4) != 0}
}

// note notes a setting.
func (b blanking) note(x *xgb.Conn) {
	atom, value := atomOfNote(x), make([]byte, 5*4)
	power := uint32(0)
	if b.power {
		power = 1
	}
	for i, v := range []uint32{
		uint32(b.saver.Timeout), uint32(b.saver.Interval),
		uint32(b.saver.PreferBlanking), uint32(b.saver.AllowExposures), power,
	} {
		xgb.Put32(value[4*i:], v)
	}
	if atom != 0 { // otherwise a kill leaves the screen on, as a setting by hand would
		_ = xproto.ChangePropertyChecked(x, xproto.PropModeReplace, xproto.Setup(x).DefaultScreen(x).Root, atom,
			xproto.AtomCardinal, 32, 5, value).Check()
	}
}

// endBlanking disables blanking, and notes the setting before, unless one is noted.
func endBlanking(x *xgb.Conn) (err error) {
	var b blanking
	if b.saver, err = xproto.GetScreenSaver(x).Reply(); err != nil {
		return err
	}
	hasPower := dpms.Init(x) == nil // an extension that not all servers have
	if hasPower {
		info, err := dpms.Info(x).Reply()
		b.power = err == nil && info.State
	}
	if noted(x) == nil {
		b.note(x)
	}
	if b.saver.Timeout != 0 {
		err = errors.Join(setScreenSaver(x, 0, b.saver),
			xproto.ForceScreenSaverChecked(x, xproto.ScreenSaverReset).Check())
	}
	if b.power {
		err = errors.Join(err, dpms.DisableChecked(x).Check()) // also switches the monitor on
	}
	return err
}

// setScreenSaver sets after how many seconds the screen blanks, 0 for never, and nothing else.
func setScreenSaver(x *xgb.Conn, timeout uint16, s *xproto.GetScreenSaverReply) error {
	return xproto.SetScreenSaverChecked(x, int16(timeout),
		int16(s.Interval), s.PreferBlanking, s.AllowExposures).Check()
}

// restoreBlanking restores the setting that was noted, and removes the note.
func restoreBlanking(x *xgb.Conn) (err error) {
	b := noted(x)
	if b == nil {
		return nil // another program has restored it
	}
	if b.saver.Timeout != 0 {
		err = setScreenSaver(x, b.saver.Timeout, b.saver)
	}
	if b.power && dpms.Init(x) == nil {
		err = errors.Join(err, dpms.EnableChecked(x).Check())
	}
	return errors.Join(err,
		xproto.DeletePropertyChecked(x, xproto.Setup(x).DefaultScreen(x).Root, atomOfNote(x)).Check())
}
