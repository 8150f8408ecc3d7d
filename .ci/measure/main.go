// Measure runs a built Sextant in a real window on a virtual display and prints what a user would feel
// as one line of JSON: how long until the first page is seen, how long from the third digit to the new
// picture, the memory, and the processor's work. It needs Xvfb and openbox.
//
//	go run ./.ci/measure PATH-TO-SEXTANT [PATH-TO-AN-EMPTY-WINDOW]
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log"
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

// rounds is how often each of the felt times is taken.
const rounds = 20

// figures is the line of JSON. Times are milliseconds, sizes megabytes, work percent of one core.
type figures struct {
	Start     spread  `json:"exec_to_page_ms"`
	Unseen    spread  `json:"third_digit_to_unseen_page_ms"`
	Seen      spread  `json:"third_digit_to_seen_page_ms"`
	RSS       float64 `json:"rss_mb"`
	PSS       float64 `json:"pss_mb"`
	Idle      float64 `json:"idle_cpu_percent"`
	Turning   float64 `json:"cpu_percent_turning_a_subpage_a_second"`
	EmptyTime spread  `json:"empty_window_start_ms,omitzero"`
	EmptyKey  spread  `json:"empty_window_key_ms,omitzero"`
	EmptyPSS  float64 `json:"empty_window_pss_mb,omitzero"`
	EmptyIdle float64 `json:"empty_window_idle_cpu_percent,omitzero"`
}

type spread struct {
	Median float64 `json:"median"`
	P95    float64 `json:"p95"`
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: measure PATH-TO-SEXTANT [PATH-TO-AN-EMPTY-WINDOW]")
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		log.Fatal(err)
	}
}

func run(program string, empty []string) error {
	d, err := openDisplay()
	if err != nil {
		return err
	}
	defer d.close()
	var f figures
	if f.Start, err = d.startTimes(program, "--profile", d.dir); err != nil {
		return err
	}
	if err := d.using(&f, program); err != nil {
		return err
	}
	for _, p := range empty {
		if f.EmptyTime, err = d.startTimes(p); err != nil {
			return err
		}
		if err := d.with(func(pid int) error {
			var times []time.Duration
			for range rounds {
				took, err := d.timed("1")
				if err != nil {
					return err
				}
				times = append(times, took)
			}
			f.EmptyKey = spreadOf(times)
			f.EmptyPSS = memory(pid, "Pss:")
			f.EmptyIdle = work(pid, 20*time.Second, func() {})
			return nil
		}, p); err != nil {
			return err
		}
	}
	return json.NewEncoder(os.Stdout).Encode(f)
}

// using measures a running program while it is used.
func (d *display) using(f *figures, program string) error {
	return d.with(func(pid int) error {
		time.Sleep(time.Second)
		// The first pages let the program learn how quick its service is.
		for _, page := range []int{101, 102, 103, 100, 101, 102} {
			if _, err := d.goTo(page); err != nil {
				return err
			}
		}
		pages := []int{110, 111, 112, 113, 120, 121, 122, 123, 150, 160, 201, 202, 203, 300, 301, 302, 400, 401, 430, 500}
		var err error
		if f.Unseen, err = d.digits(pages); err != nil {
			return err
		}
		if f.Seen, err = d.digits(pages); err != nil {
			return err
		}
		if _, err := d.goTo(100); err != nil {
			return err
		}
		time.Sleep(2 * time.Second)
		f.Idle = work(pid, 20*time.Second, func() {})
		f.Turning = work(pid, 20*time.Second, func() { d.press("Down") })
		f.RSS, f.PSS = memory(pid, "Rss:"), memory(pid, "Pss:")
		return nil
	}, program, "--profile", d.dir)
}

// digits types the pages one after the other and tells how long their pictures took.
func (d *display) digits(pages []int) (spread, error) {
	var times []time.Duration
	for _, p := range pages {
		t, err := d.goTo(p)
		if err != nil {
			return spread{}, err
		}
		times = append(times, t)
	}
	return spreadOf(times), nil
}

func spreadOf(times []time.Duration) spread {
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return spread{ms(times[len(times)/2]), ms(times[len(times)*95/100])}
}

// A display is a virtual screen with a window manager on it.
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
	c.Env = append(os.Environ(), "DISPLAY="+d.name, "LANG=C.UTF-8", "LC_ALL=en_GB.UTF-8", "HOME="+d.dir, "XDG_CONFIG_HOME="+filepath.Join(d.dir, "config"),
		"DBUS_SESSION_BUS_ADDRESS=disabled:")
	return c
}

// with runs a program until it shows something and f is done.
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
	_ = c.Wait()
	return err
}

// startTimes starts a program again and again and times it until it shows something.
func (d *display) startTimes(program string, args ...string) (spread, error) {
	var times []time.Duration
	for range rounds + 1 {
		start := time.Now()
		var took time.Duration
		if err := d.with(func(int) error { took = time.Since(start); return nil }, program, args...); err != nil {
			return spread{}, err
		}
		times = append(times, took)
		if err := d.waitFor(5*time.Second, func() bool { return !d.blueSeen() }); err != nil {
			return spread{}, err
		}
	}
	return spreadOf(times[1:]), nil // the first one filled the disk cache
}

// The spot is a strip of the picture in a window of the first size in the middle of the screen, where
// the demo's pages have their names. It is small, so that looking at it costs next to nothing.
const spotX, spotY, spotW, spotH = 500, 172, 420, 60

func (d *display) spot() []byte {
	img, err := xproto.GetImage(d.conn, xproto.ImageFormatZPixmap, xproto.Drawable(d.root), spotX, spotY, spotW, spotH, ^uint32(0)).Reply()
	if err != nil {
		return nil
	}
	return img.Data
}

// blueSeen tells whether there is the pure blue that the demo's first page and the empty window have,
// and nothing else on the screen.
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

// goTo types a page number and tells how long after the third digit the picture changed.
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

// timed presses a key, at no fixed point of the program's frames, and tells how long after it the
// picture changed.
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

// memory reads a line of the kernel's account of a process, in megabytes.
func memory(pid int, line string) float64 {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	for l := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(l, line); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024
		}
	}
	return 0
}

// work is how much of one core a process used while something is done every second.
func work(pid int, during time.Duration, everySecond func()) float64 {
	before := ticks(pid)
	for range int(during / time.Second) {
		everySecond()
		time.Sleep(time.Second)
	}
	const ticksPerSecond = 100
	return float64(ticks(pid)-before) / ticksPerSecond / during.Seconds() * 100
}

func ticks(pid int) int {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return user + system
}
