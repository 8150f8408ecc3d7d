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
	var before *blanking
	for {
		if !a.off.Load() {
			b, err := endBlanking()
			if err == nil && before == nil {
				before = &b
			}
			a.record(way, err)
		}
		if !a.sleep() {
			break
		}
	}
	if before != nil {
		_ = before.restore() // a server that is gone has nothing to restore
	}
}

// endBlanking disables blanking, and returns the setting before.
func endBlanking() (b blanking, err error) {
	x, err := connectX()
	if err != nil {
		return b, err
	}
	defer x.Close()
	if b.saver, err = xproto.GetScreenSaver(x).Reply(); err != nil {
		return b, err
	}
	if b.saver.Timeout != 0 {
		err = errors.Join(setScreenSaver(x, 0, b.saver),
			xproto.ForceScreenSaverChecked(x, xproto.ScreenSaverReset).Check())
	}
	if dpms.Init(x) != nil {
		return b, err // it has no such extension
	}
	if info, e := dpms.Info(x).Reply(); e == nil && info.State {
		b.power = true
		err = errors.Join(err, dpms.DisableChecked(x).Check()) // also switches the monitor on
	}
	return b, err
}

// setScreenSaver sets after how many seconds the screen blanks, 0 for never, and nothing else.
func setScreenSaver(x *xgb.Conn, timeout uint16, s *xproto.GetScreenSaverReply) error {
	return xproto.SetScreenSaverChecked(x, int16(timeout),
		int16(s.Interval), s.PreferBlanking, s.AllowExposures).Check()
}

// restore restores the setting.
func (b blanking) restore() error {
	x, err := connectX()
	if err != nil {
		return err
	}
	defer x.Close()
	if b.saver.Timeout != 0 {
		err = setScreenSaver(x, b.saver.Timeout, b.saver)
	}
	if b.power && dpms.Init(x) == nil {
		err = errors.Join(err, dpms.EnableChecked(x).Check())
	}
	return err
}
