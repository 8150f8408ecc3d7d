package power

import (
	"errors"
	"io"
	"os"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/dpms"
	"github.com/jezek/xgb/xproto"
)

// monitors are the monitors of an X server, by its extension DPMS.
type monitors struct{}

func (monitors) name() string { return "DPMS" }

// connect connects to an X server that can switch its monitors off.
func (monitors) connect() (*xgb.Conn, error) {
	if os.Getenv("DISPLAY") == "" {
		return nil, errNone
	}
	xgb.Logger.SetOutput(io.Discard) // it also returns what it logs as an error
	x, err := xgb.NewConn()
	if err != nil {
		return nil, errNone
	}
	if err = dpms.Init(x); err == nil {
		var c *dpms.CapableReply
		if c, err = dpms.Capable(x).Reply(); err == nil && c.Capable {
			return x, nil
		}
	}
	x.Close()
	return nil, errNone
}

func (m monitors) turn(on bool) error {
	x, err := m.connect()
	if err != nil {
		return err
	}
	defer x.Close()
	if on { // as before, since a public screen that is on does not blank
		return errors.Join(dpms.ForceLevelChecked(x, dpms.DPMSModeOn).Check(), dpms.DisableChecked(x).Check(),
			xproto.ForceScreenSaverChecked(x, xproto.ScreenSaverReset).Check())
	}
	return errors.Join(dpms.EnableChecked(x).Check(), dpms.ForceLevelChecked(x, dpms.DPMSModeOff).Check())
}

func (m monitors) isOn() (bool, error) {
	x, err := m.connect()
	if err != nil {
		return false, err
	}
	defer x.Close()
	info, err := dpms.Info(x).Reply()
	if err != nil {
		return false, err
	}
	return !info.State || info.PowerLevel == dpms.DPMSModeOn, nil
}
