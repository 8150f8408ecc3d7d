package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/jezek/xgb/xtest"
)

// A display is a virtual screen with a window manager.
type display struct {
	dir     string
	name    string
	conn    *xgb.Conn
	root    xproto.Window
	codes   map[string]xproto.Keycode
	helpers []*exec.Cmd
}

func openDisplay() (*display, error) {
	dir, err := os.MkdirTemp("", "sextant-measure-*")
	if err != nil {
		return nil, err
	}
	d := &display{dir: dir}
	xvfb := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp")
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	xvfb.ExtraFiles = []*os.File{w}
	if err := xvfb.Start(); err != nil {
		return nil, err
	}
	d.helpers = append(d.helpers, xvfb)
	w.Close()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("waiting for Xvfb: %w", err)
	}
	d.name = ":" + strings.TrimSpace(line)
	wm := d.command("openbox")
	if err := wm.Start(); err != nil {
		return nil, err
	}
	d.helpers = append(d.helpers, wm)
	time.Sleep(time.Second)
	return d, d.connect()
}

func (d *display) connect() (err error) {
	if d.conn, err = xgb.NewConnDisplay(d.name); err != nil {
		return err
	}
	if err := xtest.Init(d.conn); err != nil {
		return err
	}
	setup := xproto.Setup(d.conn)
	d.root = setup.DefaultScreen(d.conn).Root
	count := byte(setup.MaxKeycode - setup.MinKeycode + 1)
	keys, err := xproto.GetKeyboardMapping(d.conn, setup.MinKeycode, count).Reply()
	if err != nil {
		return err
	}
	d.codes = map[string]xproto.Keycode{}
	for i := range int(count) {
		sym := keys.Keysyms[i*int(keys.KeysymsPerKeycode)]
		code := setup.MinKeycode + xproto.Keycode(i)
		switch {
		case sym >= '0' && sym <= '9':
			d.codes[string(rune(sym))] = code
		case sym == 0xFF53:
			d.codes["Right"] = code
		case sym == 0xFF54:
			d.codes["Down"] = code
		}
	}
	return nil
}

func (d *display) close() {
	if d.conn != nil {
		d.conn.Close()
	}
	for _, c := range slices.Backward(d.helpers) {
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait()
	}
	_ = os.RemoveAll(d.dir)
}

func (d *display) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Env = append(os.Environ(), "DISPLAY="+d.name, "LANG=C.UTF-8", "LC_ALL=en_GB.UTF-8",
		"HOME="+d.dir, "XDG_CONFIG_HOME="+filepath.Join(d.dir, "config"),
		"DBUS_SESSION_BUS_ADDRESS=disabled:")
	return c
}

// with starts a program, waits until it shows something, calls f, and ends the program.
func (d *display) with(f func(pid int) error, program string, args ...string) error {
	c := d.command(program, args...)
	if err := c.Start(); err != nil {
		return err
	}
	err := d.waitFor(30*time.Second, d.blueSeen)
	if err == nil {
		err = f(c.Process.Pid)
	}
	_ = c.Process.Signal(syscall.SIGTERM)
	impatient := time.AfterFunc(time.Second, func() { _ = c.Process.Kill() })
	defer impatient.Stop()
	_ = c.Wait()
	return err
}

// starts measures how long a program takes from its start until it shows something.
func (d *display) starts(rounds int, program string, args ...string) (spread, error) {
	return spreadOver(rounds+1, func(int) (took time.Duration, err error) {
		start := time.Now()
		if err = d.with(func(int) error { took = time.Since(start); return nil }, program, args...); err != nil {
			return 0, err
		}
		return took, d.waitFor(5*time.Second, func() bool { return !d.blueSeen() })
	})
}

// The spot is the strip with the page's name, in a window of the first size in the middle of the screen. It is small,
// so that capturing it is cheap.
const spotX, spotY, spotW, spotH = 578, 148, 420, 60

func (d *display) spot() []byte {
	img, err := xproto.GetImage(d.conn, xproto.ImageFormatZPixmap,
		xproto.Drawable(d.root), spotX, spotY, spotW, spotH, ^uint32(0)).Reply()
	if err != nil {
		return nil
	}
	return img.Data
}

// blueSeen reports whether the screen has the pure blue of the demo's first page and of the empty window; nothing else
// has it.
func (d *display) blueSeen() bool {
	n := 0
	data := d.spot()
	for i := 0; i+3 < len(data); i += 4 {
		if data[i] == 0xFF && data[i+1] == 0 && data[i+2] == 0 {
			n++
		}
	}
	return n > 1000
}

func (d *display) waitFor(limit time.Duration, seen func() bool) error {
	for end := time.Now().Add(limit); time.Now().Before(end); {
		if seen() {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return fmt.Errorf("nothing seen within %v", limit)
}

// goTo types a page number and returns the time from the third digit to the change of the picture.
func (d *display) goTo(page int) (time.Duration, error) {
	digits := strconv.Itoa(page)
	d.press(digits[0:1])
	time.Sleep(40 * time.Millisecond)
	d.press(digits[1:2])
	took, err := d.timed(digits[2:3])
	if err != nil {
		return 0, fmt.Errorf("page %d: %w", page, err)
	}
	return took, nil
}

// timed presses a key, at a random point within the program's frame, and returns the time until the picture changed.
func (d *display) timed(key string) (time.Duration, error) {
	time.Sleep(150*time.Millisecond + time.Duration(time.Now().UnixNano()%17)*time.Millisecond)
	before := d.spot()
	start := time.Now()
	d.press(key)
	err := d.waitFor(3*time.Second, func() bool { return !bytes.Equal(d.spot(), before) })
	took := time.Since(start)
	time.Sleep(100 * time.Millisecond)
	return took, err
}

func (d *display) press(key string) {
	for _, kind := range []byte{xproto.KeyPress, xproto.KeyRelease} {
		_ = xtest.FakeInputChecked(d.conn, kind, byte(d.codes[key]), 0, d.root, 0, 0, 0).Check()
	}
}
