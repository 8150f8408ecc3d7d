package desktop

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sextant/app/say"
)

// CopyPicture copies a picture, as PNG, to the clipboard, and serves it until something else is copied or, on X, the
// program ends. It waits for the X server or the compositor, and fails if it does not get the clipboard.
func CopyPicture(png []byte) error {
	if len(png) > MaxPicture {
		return errTooLarge
	}
	if os.Getenv(PlatformVariable) == platformWayland {
		return copyOnWayland(png)
	}
	x, err := connectX()
	if err != nil {
		return err
	}
	c, err := newClipboard(x, png)
	if err != nil {
		x.Close()
		return err
	}
	go c.serve()
	return nil
}

// errNoWlCopy is the error on Wayland without wl-clipboard: the toolkit (v2.8.1) copies only text.
var errNoWlCopy = say.Error("picture.noWlCopy")

// copyOnWayland starts wl-copy, which serves the picture in the background.
func copyOnWayland(png []byte) error {
	program, err := exec.LookPath("wl-copy")
	if err != nil {
		return errNoWlCopy
	}
	ctx, cancel := context.WithTimeout(context.Background(), displayPatience)
	defer cancel()
	c := exec.CommandContext(ctx, program, "--type", "image/png")
	c.Stdin = bytes.NewReader(png)
	if err := c.Run(); err != nil {
		return fmt.Errorf("wl-copy: %w", err)
	}
	return nil
}

// A clipboard owns the selection CLIPBOARD (ICCCM, section 2) for a picture.
type clipboard struct {
	x       *xgb.Conn
	window  xproto.Window
	picture []byte

	selection, targets, png xproto.Atom
}

func newClipboard(x *xgb.Conn, picture []byte) (*clipboard, error) {
	c := &clipboard{x: x, picture: picture}
	for name, atom := range map[string]*xproto.Atom{
		"CLIPBOARD": &c.selection, "TARGETS": &c.targets, "image/png": &c.png,
	} {
		r, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
		if err != nil {
			return nil, err
		}
		*atom = r.Atom
	}
	var err error
	if c.window, err = xproto.NewWindowId(x); err != nil {
		return nil, err
	}
	root := xproto.Setup(x).DefaultScreen(x)
	if err := xproto.CreateWindowChecked(x, root.RootDepth, c.window, root.Root, 0, 0, 1,
		1, 0, xproto.WindowClassInputOutput, root.RootVisual, 0, nil).Check(); err != nil {
		return nil, err
	}
	if err := xproto.SetSelectionOwnerChecked(x, c.window, c.selection, xproto.TimeCurrentTime).Check(); err != nil {
		return nil, err
	}
	if owner, err := xproto.GetSelectionOwner(x, c.selection).Reply(); err != nil || owner.Owner != c.window {
		return nil, errors.Join(errors.New("the clipboard is not to be had"), err)
	}
	return c, nil
}

// serve answers requests for the picture until another client owns the clipboard.
func (c *clipboard) serve() {
	defer c.x.Close()
	for {
		event, err := c.x.WaitForEvent()
		if event == nil && err == nil {
			return // the connection is closed
		}
		switch e := event.(type) {
		case xproto.SelectionClearEvent:
			return
		case xproto.SelectionRequestEvent:
			c.answer(e)
		}
	}
}

// answer answers a request for the targets or for the picture.
func (c *clipboard) answer(r xproto.SelectionRequestEvent) {
	property := r.Property
	if property == xproto.AtomNone {
		property = r.Target // obsolete clients (ICCCM, section 2.2)
	}
	switch r.Target {
	case c.targets:
		var data []byte
		for _, atom := range []xproto.Atom{c.targets, c.png} {
			data = binary.NativeEndian.AppendUint32(data, uint32(atom))
		}
		xproto.ChangeProperty(c.x, xproto.PropModeReplace, r.Requestor, property, xproto.AtomAtom, 32, 2, data)
	case c.png:
		xproto.ChangeProperty(c.x, xproto.PropModeReplace, r.Requestor,
			property, c.png, 8, uint32(len(c.picture)), c.picture)
	default:
		property = xproto.AtomNone
	}
	answer := xproto.SelectionNotifyEvent{
		Time: r.Time, Requestor: r.Requestor, Selection: r.Selection, Target: r.Target, Property: property,
	}
	xproto.SendEvent(c.x, false, r.Requestor, 0, string(answer.Bytes()))
}
