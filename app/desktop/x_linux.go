package desktop

import (
	"io"

	"github.com/jezek/xgb"
)

// connectX connects to the X server of the display. The library's messages are in its error and not on standard error.
func connectX() (*xgb.Conn, error) { return connectXTo("") }

// connectXTo connects to a display, "" for that of the environment.
func connectXTo(display string) (*xgb.Conn, error) {
	xgb.Logger.SetOutput(io.Discard)
	return xgb.NewConnDisplay(display)
}
