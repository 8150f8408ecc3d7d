package endtoend

import (
	"bufio"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
)

// The default size of the virtual screen.
const screenWidth, screenHeight = 1280, 800

// patience is the timeout of everything that only takes a moment on an idle machine.
const patience = 90 * time.Second

// A display is a virtual screen with a keyboard and a mouse, and usually with a window manager.
type display struct {
	name   string
	server *os.Process
	dir    string
	screen image.Rectangle
	conn   *xgb.Conn
	root   xproto.Window
	codes  map[xproto.Keysym]xproto.Keycode
	// stranger is set for a profile of a first start. Otherwise the hint about the demo has already been closed.
	stranger bool
	moved    xproto.Window // by passManager
	passes   int           // of it
	wine     *wine         // nil unless the program is that of Windows
}

// need skips a test if a program is not installed.
func need(t *testing.T, programs ...string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("a virtual display needs Linux")
	}
	if testing.Short() {
		t.Skip("a real window takes its time")
	}
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed", p)
		}
	}
}

// newDisplay starts a virtual screen that ends with the test.
func newDisplay(t *testing.T) *display {
	t.Helper()
	return newDisplayOf(t, screenWidth, screenHeight)
}

// newDisplayOf starts a virtual screen of a size.
func newDisplayOf(t *testing.T, width, height int) *display {
	t.Helper()
	need(t, "openbox")
	d := newBareDisplay(t, width, height)
	if os.Getenv(everywhere) != "" {
		d.wine = newWine(t)
	}
	d.manage(t)
	return d
}

// manage starts a window manager.
func (d *display) manage(t *testing.T) {
	t.Helper()
	launch(t, exec.Command("openbox"), "PATH="+os.Getenv("PATH"), "HOME="+d.dir, "DISPLAY="+d.name, "LANG=C.UTF-8")
	eventually(t, "the window manager", func() bool { return d.property(d.root, "_NET_SUPPORTING_WM_CHECK") != nil })
}

// newBareDisplay starts a virtual screen without a window manager.
func newBareDisplay(t *testing.T, width, height int) *display {
	t.Helper()
	need(t, "Xvfb")
	d := &display{dir: shortDir(t), screen: image.Rect(0, 0, width, height)}
	d.name, d.server = startXvfb(t, d.screen.Size())
	d.begin(t)
	return d
}

// begin connects to the X server, and moves the pointer from the middle, where a link may be.
func (d *display) begin(t *testing.T) {
	t.Helper()
	if err := d.connect(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.conn.Close)
	d.pointTo(d.screen.Max.Sub(image.Pt(1, 1)))
}

// shortDir creates a folder for the test, with a short path because that of a socket is limited.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "sextant")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// startXvfb starts an X server with a screen, on a free display number.
func startXvfb(t *testing.T, screen image.Point, options ...string) (name string, server *os.Process) {
	t.Helper()
	return startX(t, "Xvfb", append(options, "-screen", "0", fmt.Sprintf("%dx%dx24", screen.X, screen.Y))...)
}

// startX starts an X server on a free display number. The test is skipped where it does not start.
func startX(t *testing.T, program string, options ...string) (name string, server *os.Process) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := exec.Command(program, append(options, "-displayfd", "3", "-nolisten", "tcp", "-noreset")...)
	c.ExtraFiles = []*os.File{w}
	launch(t, c, os.Environ()...)
	w.Close()
	_ = r.SetReadDeadline(time.Now().Add(patience))
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Skipf("%s does not start here: %v", program, err)
	}
	return ":" + strings.TrimSpace(line), c.Process
}

// launch starts a process that ends with the test.
func launch(t *testing.T, c *exec.Cmd, env ...string) {
	t.Helper()
	c.Env = env
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait()
	})
}

// eventually waits until something is true, and fails the test after patience.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	if !poll(pollEvery, patience, ok) {
		t.Fatalf("timed out waiting for %s", what)
	}
}

// pollEvery is the interval of eventually.
const pollEvery = 20 * time.Millisecond

// poll calls ok in an interval until it is true or a time is over, and reports whether it was.
func poll(every, within time.Duration, ok func() bool) bool {
	for end := time.Now().Add(within); !ok(); time.Sleep(every) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// isClosed reports whether a channel is closed on which nothing is sent.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// addExtension initialises an extension for a connection. The library's Init would also add its events to a map that
// the goroutines of all connections read without a lock (xgb v1.1.1); decodeDamage adds the necessary ones.
func addExtension(conn *xgb.Conn, name string) error {
	reply, err := xproto.QueryExtension(conn, uint16(len(name)), name).Reply()
	if err != nil {
		return err
	}
	if !reply.Present {
		return fmt.Errorf("the X server has no extension %s", name)
	}
	conn.ExtLock.Lock()
	defer conn.ExtLock.Unlock()
	conn.Extensions[name] = reply.MajorOpcode
	return nil
}

// decodeDamage registers the events of the extension DAMAGE, the only extension whose events are used. Servers number
// them from 64 on. It must be called before there is a connection.
func decodeDamage() {
	for n := 64; n < 128; n++ {
		xgb.NewEventFuncs[n] = damage.NotifyEventNew
	}
}

func (d *display) connect() (err error) {
	xgb.Logger.SetOutput(io.Discard) // it logs a missing cookie, which this server does not need
	if d.conn, err = xgb.NewConnDisplay(d.name); err != nil {
		return err
	}
	if err := addExtension(d.conn, "XTEST"); err != nil {
		return err
	}
	setup := xproto.Setup(d.conn)
	d.root = setup.DefaultScreen(d.conn).Root
	if d.moved, err = d.newMoved(); err != nil {
		return err
	}
	count := byte(setup.MaxKeycode - setup.MinKeycode + 1)
	keys, err := xproto.GetKeyboardMapping(d.conn, setup.MinKeycode, count).Reply()
	if err != nil {
		return err
	}
	d.codes = map[xproto.Keysym]xproto.Keycode{}
	for i := range int(count) {
		// The first symbol of a key is the one without Shift.
		if sym := keys.Keysyms[i*int(keys.KeysymsPerKeycode)]; d.codes[sym] == 0 {
			d.codes[sym] = setup.MinKeycode + xproto.Keycode(i)
		}
	}
	return nil
}

// atom returns the X server's number for a name, 0 if it has none.
func (d *display) atom(name string) xproto.Atom {
	atom, err := xproto.InternAtom(d.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0
	}
	return atom.Atom
}

// message sends the window manager a client message about a window.
func (d *display) message(w xproto.Window, kind string, data ...uint32) error {
	event := xproto.ClientMessageEvent{
		Format: 32, Window: w, Type: d.atom(kind),
		Data: xproto.ClientMessageDataUnionData32New(append(data, make([]uint32, 5)...)[:5]),
	}
	const mask = xproto.EventMaskSubstructureNotify | xproto.EventMaskSubstructureRedirect
	return xproto.SendEventChecked(d.conn, false, d.root, mask, string(event.Bytes())).Check()
}

// property returns a property of a window, nil if it has none.
func (d *display) property(w xproto.Window, name string) []byte {
	p, err := xproto.GetProperty(d.conn, false, w, d.atom(name), xproto.GetPropertyTypeAny, 0, 1<<16).Reply()
	if err != nil || len(p.Value) == 0 {
		return nil
	}
	return p.Value
}

// windows returns a property of the root window that is a list of windows.
func (d *display) windows(name string) []xproto.Window {
	var list []xproto.Window
	for v := d.property(d.root, name); len(v) >= 4; v = v[4:] {
		list = append(list, xproto.Window(xgb.Get32(v)))
	}
	return list
}

// keysyms has the names of keys that type nothing.
var keysyms = map[string]xproto.Keysym{
	"Ctrl": 0xFFE3, "Alt": 0xFFE9, "Shift": 0xFFE1,
	"Home": 0xFF50, "Left": 0xFF51, "Up": 0xFF52, "Right": 0xFF53, "Down": 0xFF54,
	"Page_Up": 0xFF55, "Page_Down": 0xFF56, "End": 0xFF57, "Delete": 0xFFFF,
	"Escape": 0xFF1B, "Esc": 0xFF1B, "BackSpace": 0xFF08, "Tab": 0xFF09, "Return": 0xFF0D, "Space": ' ',
	"F1": 0xFFBE, "F2": 0xFFBF, "F3": 0xFFC0, "F4": 0xFFC1, "F5": 0xFFC2, "F6": 0xFFC3, "F10": 0xFFC7, "F11": 0xFFC8,
	"Menu": 0xFF67, "KP_Add": 0xFFAB, "KP_Page_Up": 0xFF9A,
}

func (d *display) code(key string) byte {
	sym, ok := keysyms[key]
	if !ok {
		sym = xproto.Keysym(strings.ToLower(key)[0]) // the symbols of Latin letters and digits are their codes
	}
	return byte(d.codes[sym])
}

// press presses and releases keys: "Ctrl+K" is both at once.
func (d *display) press(keys ...string) {
	for _, chord := range keys {
		parts := strings.Split(chord, "+")
		for _, k := range parts {
			d.fake(xproto.KeyPress, d.code(k), 0, 0)
		}
		for i := range parts {
			d.fake(xproto.KeyRelease, d.code(parts[len(parts)-1-i]), 0, 0)
		}
	}
}

// typed presses the keys of a text one after the other.
func (d *display) typed(text string) { d.press(strings.Split(text, "")...) }

// pointTo moves the pointer to a place.
func (d *display) pointTo(at image.Point) {
	beside := at.Add(image.Pt(1, 0)) // a hand moves on after entering the window, which alone is no movement
	if beside.X >= d.screen.Max.X {
		beside.X = at.X - 1
	}
	d.jumpTo(beside)
	if d.wine != nil {
		time.Sleep(pollEvery) // it reports only the last of several movements
	}
	d.jumpTo(at)
}

// jumpTo moves the pointer in one step.
func (d *display) jumpTo(at image.Point) {
	d.fake(xproto.MotionNotify, 0, int16(at.X), int16(at.Y))
}

// click clicks at a place.
func (d *display) click(at image.Point) {
	d.pointTo(at)
	d.fake(xproto.ButtonPress, 1, 0, 0)
	d.fake(xproto.ButtonRelease, 1, 0, 0)
}

// sweep presses the button at one place and releases it at another.
func (d *display) sweep(from, to image.Point) {
	d.pointTo(from)
	d.fake(xproto.ButtonPress, 1, 0, 0)
	for i := range 9 {
		d.pointTo(from.Add(to.Sub(from).Mul(i + 1).Div(9)))
	}
	d.fake(xproto.ButtonRelease, 1, 0, 0)
}

func (d *display) fake(kind, detail byte, x, y int16) {
	_ = xtest.FakeInputChecked(d.conn, kind, detail, 0, d.root, x, y, 0).Check() // a failure is found by a later wait
	if kind == xproto.ButtonPress {
		d.passManager()
	}
}

// shot captures a part of the screen.
func (d *display) shot(r image.Rectangle) *image.RGBA {
	r = r.Intersect(d.screen)
	img := image.NewRGBA(image.Rectangle{Max: r.Size()})
	if r.Empty() {
		return img
	}
	reply, err := xproto.GetImage(d.conn, xproto.ImageFormatZPixmap, xproto.Drawable(d.root),
		int16(r.Min.X), int16(r.Min.Y), uint16(r.Dx()), uint16(r.Dy()), ^uint32(0)).Reply()
	if err != nil {
		return img
	}
	for i := 0; i+3 < len(reply.Data) && i+3 < len(img.Pix); i += 4 {
		from, to := reply.Data[i:i+4], img.Pix[i:i+4]
		to[0], to[1], to[2], to[3] = from[2], from[1], from[0], 0xFF
	}
	return img
}
