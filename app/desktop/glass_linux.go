package desktop

import (
	"errors"
	"fmt"
	"image"
	"os"
	"slices"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/shape"
	"github.com/jezek/xgb/xinerama"
	"github.com/jezek/xgb/xproto"
)

// A Glass checks by the X server what the viewer sees of a window, and mends it. It belongs to one goroutine, which
// must not be the UI's, because the X server may hang.
type Glass struct {
	// Handle is the window's, as Handle returns it; empty for the program's only window.
	Handle string

	x      *xgb.Conn // nil without a connection
	root   xproto.Window
	window xproto.Window // 0 if not known
	atoms  map[string]xproto.Atom
	shape  bool // the server has the shape extension
	// events has an element if the display's windows have changed since it was received.
	events chan struct{}
}

// Events returns a channel that receives when the window may have changed; nil without a connection.
func (g *Glass) Events() <-chan struct{} { return g.events }

// knowShape initialises the shape extension for a connection, and reports whether the server has it. The library's
// shape.Init would write to a map of events, which are not used here, while other connections read it.
func knowShape(x *xgb.Conn) bool {
	const name = "SHAPE"
	r, err := xproto.QueryExtension(x, uint16(len(name)), name).Reply()
	if err != nil || !r.Present {
		return false
	}
	x.ExtLock.Lock()
	defer x.ExtLock.Unlock()
	x.Extensions[name] = r.MajorOpcode
	return true
}

// hear reads the events of a connection until it is closed.
func hear(x *xgb.Conn, events chan<- struct{}) {
	for event, err := x.WaitForEvent(); event != nil || err != nil; event, err = x.WaitForEvent() {
		select {
		case events <- struct{}{}:
		default:
		}
	}
}

// attend subscribes to events of a window, or with the root window of all below it.
func (g *Glass) attend(w xproto.Window, mask uint32) {
	// If that fails, the window is still polled once a second.
	_ = xproto.ChangeWindowAttributesChecked(g.x, w, xproto.CwEventMask, []uint32{mask}).Check()
}

// connect connects to the X server, if there is no connection.
func (g *Glass) connect() error {
	if g.x != nil {
		return nil
	}
	x, err := connectX()
	if err != nil {
		return err
	}
	g.x = x // for Close
	if err := xinerama.Init(x); err != nil {
		g.Close()
		return err
	}
	g.root = xproto.Setup(x).DefaultScreen(x).Root
	g.atoms, g.shape = map[string]xproto.Atom{}, knowShape(x)
	g.events = make(chan struct{}, 1)
	go hear(x, g.events)
	g.attend(g.root, xproto.EventMaskSubstructureNotify)
	return nil
}

// Close closes the connection.
func (g *Glass) Close() {
	if g.x != nil {
		g.x.Close()
		g.x, g.window, g.events = nil, 0, nil
	}
}

// Look returns the view of the window, which is to fill a monitor. An empty monitor is unknown: then the window must
// only be visible. Without a window or an answer of the X server it returns the zero Sight.
func (g *Glass) Look(monitor image.Rectangle) (s Sight) {
	defer g.refuse(func() { s = Sight{} })
	if g.connect() != nil {
		return s
	}
	if err := g.readSight(&s, monitor); err != nil {
		g.Close()
		return Sight{}
	}
	return s
}

// refuse closes the connection after a panic of the library for an invalid answer, and calls undo. It must be deferred.
func (g *Glass) refuse(undo func()) {
	if recover() != nil {
		g.Close()
		undo()
	}
}

// readSight reads the state of the window, and of those above it.
func (g *Glass) readSight(s *Sight, monitor image.Rectangle) (err error) {
	if g.window == 0 {
		if _, err := fmt.Sscanf(g.Handle, handleFormat, &g.window); err != nil {
			g.window = g.findWindow(g.root, deepest)
		}
		if g.window == 0 {
			return nil
		}
		g.attend(g.window, xproto.EventMaskStructureNotify|xproto.EventMaskVisibilityChange)
	}
	w := g.window
	attributes, err := xproto.GetWindowAttributes(g.x, w).Reply()
	if err != nil {
		return err
	}
	if s.Place, err = g.placeOf(w); err != nil {
		return err
	}
	if s.Monitor = s.Place; !monitor.Empty() {
		if s.Monitor, err = g.monitorAt(monitor.Min); err != nil || s.Monitor.Empty() { // it was just switched off
			return err
		}
	}
	top, err := g.topOf(w)
	if err != nil {
		return err
	}
	states := g.list(w, "_NET_WM_STATE")
	s.known, s.framed, s.ignored, s.manager = true, top != w, attributes.OverrideRedirect, g.managed()
	hidden, full := uint32(g.atom("_NET_WM_STATE_HIDDEN")), uint32(g.atom("_NET_WM_STATE_FULLSCREEN"))
	s.viewable = attributes.MapState == xproto.MapStateViewable && !slices.Contains(states, hidden)
	s.fullScreen = slices.Contains(states, full)
	return g.cover(s, top)
}

// deepest is the greatest number of nested frames around a window.
const deepest = 3

// findWindow finds the program's window below another one, 0 if there is none. The toolkit cannot be asked for it while
// it waits for the window to be shown, which it may do forever (glfw 3.4 on X11).
func (g *Glass) findWindow(in xproto.Window, deep int) xproto.Window {
	tree, err := xproto.QueryTree(g.x, in).Reply()
	if err != nil {
		return 0
	}
	for _, w := range tree.Children {
		if slices.Equal(g.list(w, "_NET_WM_PID"), []uint32{uint32(os.Getpid())}) {
			return w
		}
	}
	for _, w := range tree.Children {
		if deep > 0 {
			if found := g.findWindow(w, deep-1); found != 0 {
				return found
			}
		}
	}
	return 0
}

// monitorAt returns the bounds of the monitor whose upper left corner is at a point, empty if there is none. Unlike the
// window library, the X server counts in the window's pixels there, also if the monitor's picture is scaled.
func (g *Glass) monitorAt(at image.Point) (image.Rectangle, error) {
	screens, err := xinerama.QueryScreens(g.x).Reply()
	if err != nil {
		return image.Rectangle{}, err
	}
	for _, m := range screens.ScreenInfo {
		if image.Pt(int(m.XOrg), int(m.YOrg)) == at {
			return image.Rect(0, 0, int(m.Width), int(m.Height)).Add(at), nil
		}
	}
	return image.Rectangle{}, nil
}

// placeOf returns the bounds of a window on the display, without its border.
func (g *Glass) placeOf(w xproto.Window) (image.Rectangle, error) {
	size, err := xproto.GetGeometry(g.x, xproto.Drawable(w)).Reply()
	if err != nil {
		return image.Rectangle{}, err
	}
	at, err := xproto.TranslateCoordinates(g.x, w, g.root, 0, 0).Reply()
	if err != nil {
		return image.Rectangle{}, err
	}
	return image.Rect(0, 0, int(size.Width), int(size.Height)).Add(image.Pt(int(at.DstX), int(at.DstY))), nil
}

// mostParents bounds the search for a top-level window, because windows move while it lasts.
const mostParents = 64

// topOf returns the top-level window that a window is, or is in.
func (g *Glass) topOf(w xproto.Window) (xproto.Window, error) {
	for range mostParents {
		tree, err := xproto.QueryTree(g.x, w).Reply()
		if err != nil || tree.Parent == g.root || tree.Parent == 0 {
			return w, err
		}
		w = tree.Parent
	}
	return 0, errors.New("the windows' parents have no end")
}

// cover finds the windows above top that cover the monitor.
func (g *Glass) cover(s *Sight, top xproto.Window) error {
	tree, err := xproto.QueryTree(g.x, g.root).Reply()
	if err != nil {
		return err
	}
	at := slices.Index(tree.Children, top)
	if at < 0 {
		return nil // it was given another parent meanwhile: the next look sees it
	}
	own := ^xproto.Setup(g.x).ResourceIdMask // the bits of a window's ID that identify its client
	for _, w := range tree.Children[at+1:] {
		if uint32(w)&own == 0 {
			continue // the server's overlay window, on which a compositor draws the others
		}
		if covers, ignored := g.covers(w, s.Monitor); covers {
			s.covered = true
			if ignored {
				s.above = append(s.above, uint32(w))
			}
		}
	}
	return nil
}

// covers reports whether a window is visible in a rectangle, and whether window managers ignore it. A window that has
// been closed meanwhile covers nothing.
func (g *Glass) covers(w xproto.Window, at image.Rectangle) (covers, ignored bool) {
	a, err := xproto.GetWindowAttributes(g.x, w).Reply()
	if err != nil || a.MapState != xproto.MapStateViewable || a.Class != xproto.WindowClassInputOutput {
		return false, false
	}
	size, err := xproto.GetGeometry(g.x, xproto.Drawable(w)).Reply()
	if err != nil {
		return false, false
	}
	border := 2 * int(size.BorderWidth)
	inside := image.Rect(0, 0, int(size.Width)+border, int(size.Height)+border)
	if g.shape {
		if e, err := shape.QueryExtents(g.x, w).Reply(); err == nil && e.BoundingShaped {
			x, y := int(e.BoundingShapeExtentsX), int(e.BoundingShapeExtentsY)
			inside = image.Rect(x, y, x+int(e.BoundingShapeExtentsWidth), y+int(e.BoundingShapeExtentsHeight))
		}
	}
	return inside.Add(image.Pt(int(size.X), int(size.Y))).Overlaps(at), a.OverrideRedirect
}

// managed reports whether a window manager with full-screen support is running. The properties of one that was killed
// do not count.
func (g *Glass) managed() bool {
	const name = "_NET_SUPPORTING_WM_CHECK"
	at := g.list(g.root, name)
	if len(at) != 1 || !slices.Equal(g.list(xproto.Window(at[0]), name), at) {
		return false
	}
	return slices.Contains(g.list(g.root, "_NET_SUPPORTED"), uint32(g.atom("_NET_WM_STATE_FULLSCREEN")))
}

// list returns a property of numbers, nil if the window has none.
func (g *Glass) list(w xproto.Window, name string) (numbers []uint32) {
	const most = 1024
	p, err := xproto.GetProperty(g.x, false, w, g.atom(name), xproto.GetPropertyTypeAny, 0, most).Reply()
	if err != nil || p.Format != 32 {
		return nil
	}
	for v := p.Value; len(v) >= 4; v = v[4:] {
		numbers = append(numbers, xgb.Get32(v))
	}
	return numbers
}

// atom returns the atom of a name, 0 if the server does not answer.
func (g *Glass) atom(name string) xproto.Atom {
	if a, known := g.atoms[name]; known {
		return a
	}
	r, err := xproto.InternAtom(g.x, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	g.atoms[name] = r.Atom
	return r.Atom
}

// Mend applies the remedy for a fault. The next Look shows whether it helped.
func (g *Glass) Mend(s Sight) {
	defer g.refuse(func() {})
	_, do := s.judge()
	if do == doNothing || g.connect() != nil {
		return
	}
	w := g.window
	switch do {
	case doShow:
		g.showWindow(w, &s)
	case doPlace:
		g.readPlace(w, &s)
	case doRaise:
		g.raise(w, &s)
	case doManage:
		g.ignore(w, false)
		g.withdraw(w)
		g.showWindow(w, &s)
	case doRelease:
		g.ignore(w, true)
		g.withdraw(w)
		_ = xproto.ReparentWindowChecked(g.x, w, g.root, int16(s.Monitor.Min.X), int16(s.Monitor.Min.Y)).Check()
		g.showWindow(w, &s)
		g.readPlace(w, &s)
	}
}

// asPager is the source indication of a pager: window managers obey its requests, where those of an application may
// only demand attention.
const asPager = 2

// The requests are checked so that their errors do not accumulate: a window or a manager may be gone at any time, which
// the next Look handles.

func (g *Glass) showWindow(w xproto.Window, s *Sight) {
	if s.manager {
		const everywhere = ^uint32(0)
		g.askManager(w, "_NET_WM_DESKTOP", everywhere, asPager, 0, 0, 0)
		state := make([]byte, 4) // the window manager reads it when the window is mapped
		xgb.Put32(state, uint32(g.atom("_NET_WM_STATE_FULLSCREEN")))
		name := g.atom("_NET_WM_STATE")
		_ = xproto.ChangePropertyChecked(g.x, xproto.PropModeReplace, w, name, xproto.AtomAtom, 32, 1, state).Check()
	}
	_ = xproto.MapWindowChecked(g.x, w).Check()
	g.raise(w, s)
}

func (g *Glass) readPlace(w xproto.Window, s *Sight) {
	if s.fullScreen { // on another monitor, or in a frame that no longer exists
		g.state(w, false, "_NET_WM_STATE_FULLSCREEN")
	}
	const place = xproto.ConfigWindowX | xproto.ConfigWindowY | xproto.ConfigWindowWidth | xproto.ConfigWindowHeight |
		xproto.ConfigWindowBorderWidth
	m := s.Monitor
	to := []uint32{uint32(m.Min.X), uint32(m.Min.Y), uint32(m.Dx()), uint32(m.Dy()), 0}
	_ = xproto.ConfigureWindowChecked(g.x, w, place, to).Check()
	if s.manager {
		g.state(w, true, "_NET_WM_STATE_FULLSCREEN")
	}
}

func (g *Glass) raise(w xproto.Window, s *Sight) {
	stack := func(w xproto.Window, mode uint32) {
		_ = xproto.ConfigureWindowChecked(g.x, w, xproto.ConfigWindowStackMode, []uint32{mode}).Check()
	}
	if s.manager {
		g.state(w, true, "_NET_WM_STATE_FULLSCREEN")
		g.state(w, true, "_NET_WM_STATE_ABOVE")
		g.askManager(w, "_NET_ACTIVE_WINDOW", asPager, 0, 0, 0, 0)
	}
	stack(w, xproto.StackModeAbove)
	for _, other := range s.above {
		stack(xproto.Window(other), xproto.StackModeBelow)
	}
}

// ignore sets whether window managers ignore a window from when it is mapped next.
func (g *Glass) ignore(w xproto.Window, is bool) {
	value := uint32(0)
	if is {
		value = 1
	}
	_ = xproto.ChangeWindowAttributesChecked(g.x, w, xproto.CwOverrideRedirect, []uint32{value}).Check()
}

// withdraw unmaps a window, and waits for a moment until the window manager has removed its frame.
func (g *Glass) withdraw(w xproto.Window) {
	const times, each = 25, 20 * time.Millisecond
	_ = xproto.UnmapWindowChecked(g.x, w).Check()
	for range times {
		if top, err := g.topOf(w); err != nil || top == w {
			return
		}
		time.Sleep(each)
	}
}

// state asks the window manager to set or clear a state of a window.
func (g *Glass) state(w xproto.Window, is bool, name string) {
	action := uint32(0)
	if is {
		action = 1
	}
	g.askManager(w, "_NET_WM_STATE", action, uint32(g.atom(name)), 0, asPager, 0)
}

// askManager sends a request to the window manager.
func (g *Glass) askManager(w xproto.Window, what string, data ...uint32) {
	values := xproto.ClientMessageDataUnionData32New(data)
	e := xproto.ClientMessageEvent{Format: 32, Window: w, Type: g.atom(what), Data: values}
	const mask = xproto.EventMaskSubstructureRedirect | xproto.EventMaskSubstructureNotify
	_ = xproto.SendEventChecked(g.x, false, g.root, mask, string(e.Bytes())).Check()
}
