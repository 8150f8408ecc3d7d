package desktop

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sextant/app/say"
)

// CopyPicture copies a picture, as PNG, to the clipboard, and serves it until something else is copied. On X, the
// program must call KeepPicture at its end. CopyPicture waits for the X server or the compositor, and fails if it does
// not get the clipboard.
func CopyPicture(png []byte) error {
	if len(png) > MaxPicture {
		return errTooLarge
	}
	if os.Getenv(PlatformVariable) == platformWayland {
		return copyOnWayland(png)
	}
	_, err := converse(func() (none struct{}, err error) {
		x, err := connectX()
		if err != nil {
			return none, err
		}
		c, err := newClipboard(x, png)
		if err != nil {
			x.Close()
			return none, err
		}
		served.Store(c)
		go c.serve()
		return none, nil
	})
	return err
}

// served is the picture that was copied last on X, nil if something else was copied since.
var served atomic.Pointer[clipboard]

// KeepPicture gives a picture that is still on the clipboard of an X server to the desktop's clipboard manager, which
// serves it after the end of the program, and waits for that for a second. Without a manager the picture is lost.
func KeepPicture() {
	c := served.Load()
	if c == nil {
		return
	}
	enough := time.NewTimer(managerAnswers)
	defer enough.Stop()
	go c.offer()
	select {
	case <-c.kept:
	case <-c.ended:
	case <-enough.C:
	}
}

// managerAnswers is the timeout for the clipboard manager.
const managerAnswers = time.Second

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
	c.WaitDelay = time.Second // what it has started may keep its input without reading
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
	kept    chan struct{} // closed when the clipboard manager has answered, or there is none
	keep    func()        // closes kept
	ended   chan struct{} // closed with the connection

	selection, targets, multiple, pair, manager, save, null, png xproto.Atom
}

func newClipboard(x *xgb.Conn, picture []byte) (*clipboard, error) {
	c := &clipboard{x: x, picture: picture, kept: make(chan struct{}), ended: make(chan struct{})}
	c.keep = sync.OnceFunc(func() { close(c.kept) })
	for name, atom := range map[string]*xproto.Atom{
		"CLIPBOARD": &c.selection, "TARGETS": &c.targets, "MULTIPLE": &c.multiple, "ATOM_PAIR": &c.pair,
		"CLIPBOARD_MANAGER": &c.manager, "SAVE_TARGETS": &c.save, "NULL": &c.null, "image/png": &c.png,
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
	defer func() {
		served.CompareAndSwap(c, nil)
		c.x.Close()
		close(c.ended)
	}()
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
		case xproto.SelectionNotifyEvent:
			if e.Selection == c.manager {
				c.keep()
			}
		}
	}
}

// offer asks the clipboard manager (freedesktop.org's specification) to save the picture. While it does, serve answers
// its requests.
func (c *clipboard) offer() {
	owner, err := xproto.GetSelectionOwner(c.x, c.manager).Reply()
	if err != nil || owner.Owner == xproto.WindowNone {
		c.keep()
		return
	}
	list := atoms(c.png)
	xproto.ChangeProperty(c.x, xproto.PropModeReplace, c.window, c.save, xproto.AtomAtom, 32,
		uint32(len(list)/4), list)
	xproto.ConvertSelection(c.x, c.window, c.manager, c.save, c.save, xproto.TimeCurrentTime)
}

// atoms encodes a list of atoms.
func atoms(list ...xproto.Atom) (data []byte) {
	for _, atom := range list {
		data = binary.NativeEndian.AppendUint32(data, uint32(atom))
	}
	return data
}

// answer answers a request for the picture.
func (c *clipboard) answer(r xproto.SelectionRequestEvent) {
	property := r.Property
	if property == xproto.AtomNone {
		property = r.Target // obsolete clients (ICCCM, section 2.2)
	}
	if r.Target == c.multiple {
		c.convertAll(r.Requestor, property)
	} else if !c.convert(r.Requestor, r.Target, property) {
		property = xproto.AtomNone
	}
	answer := xproto.SelectionNotifyEvent{
		Time: r.Time, Requestor: r.Requestor, Selection: r.Selection, Target: r.Target, Property: property,
	}
	xproto.SendEvent(c.x, false, r.Requestor, 0, string(answer.Bytes()))
}

// convert stores the picture, or something about it, in a property of a window. It reports false for unknown targets.
func (c *clipboard) convert(to xproto.Window, target, property xproto.Atom) bool {
	set := func(of xproto.Atom, format byte, length int, data []byte) {
		xproto.ChangeProperty(c.x, xproto.PropModeReplace, to, property, of, format, uint32(length), data)
	}
	switch target {
	case c.targets:
		list := atoms(c.targets, c.multiple, c.save, c.png)
		set(xproto.AtomAtom, 32, len(list)/4, list)
	case c.save: // only the request for it means something
		set(c.null, 32, 0, nil)
	case c.png:
		set(c.png, 8, len(c.picture), c.picture)
	default:
		return false
	}
	return true
}

// mostPairs limits the targets of a request for several.
const mostPairs = 64

// convertAll stores several targets, which a property of the requestor lists with a property for each. Those that there
// are not are removed from the list.
func (c *clipboard) convertAll(to xproto.Window, property xproto.Atom) {
	p, err := xproto.GetProperty(c.x, false, to, property, c.pair, 0, 2*mostPairs).Reply()
	if err != nil || p.Format != 32 {
		return
	}
	for pair := p.Value; len(pair) >= 8; pair = pair[8:] {
		target, in := xproto.Atom(xgb.Get32(pair)), xproto.Atom(xgb.Get32(pair[4:]))
		if !c.convert(to, target, in) {
			xgb.Put32(pair[4:], xproto.AtomNone)
		}
	}
	xproto.ChangeProperty(c.x, xproto.PropModeReplace, to, property, c.pair, 32, uint32(len(p.Value)/4), p.Value)
}
