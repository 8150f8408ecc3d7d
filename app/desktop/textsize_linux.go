package desktop

import (
	"strconv"
	"strings"
	"sync"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// FollowTextSize calls changed with the size of the desktop's text, Xft.dpi in dots an inch, whenever it is set, on
// another goroutine, until stop is called. Without an X server it does nothing.
func FollowTextSize(changed func(dpi float64)) (stop func()) {
	stopped := make(chan struct{})
	go func() {
		x, err := converse(hearRoot)
		if err != nil {
			return
		}
		go func() {
			<-stopped
			x.Close()
		}()
		for {
			e, err := x.WaitForEvent()
			if e == nil && err == nil {
				return // it is closed
			}
			if p, is := e.(xproto.PropertyNotifyEvent); is && p.Atom == xproto.AtomResourceManager {
				if dpi, ok := textSizeOf(resources(x, p.Window)); ok {
					changed(dpi)
				}
			}
		}
	}()
	return sync.OnceFunc(func() { close(stopped) })
}

// hearRoot returns a connection with the changes of the root window's properties.
func hearRoot() (*xgb.Conn, error) {
	x, err := connectX()
	if err != nil {
		return nil, err
	}
	root := xproto.Setup(x).DefaultScreen(x).Root
	err = xproto.ChangeWindowAttributesChecked(x, root, xproto.CwEventMask,
		[]uint32{xproto.EventMaskPropertyChange}).Check()
	if err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// resources returns the resources of an X server, empty if it does not answer.
func resources(x *xgb.Conn, root xproto.Window) string {
	const most = 1 << 16 // in units of four bytes
	text, _ := converse(func() (string, error) {
		r, err := xproto.GetProperty(x, false, root, xproto.AtomResourceManager, xproto.AtomString, 0, most).Reply()
		if err != nil {
			return "", err
		}
		return string(r.Value), nil
	})
	return text
}

// textSizeOf finds Xft.dpi in the resources of an X server, a line each.
func textSizeOf(resources string) (dpi float64, ok bool) {
	for line := range strings.Lines(resources) {
		name, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) == "Xft.dpi" {
			dpi, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return dpi, err == nil && dpi >= 24 && dpi <= 960
		}
	}
	return 0, false
}
