package endtoend

import (
	"bufio"
	"fmt"
	"image"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/testkit"
)

// A reader is an SSIP server that records the texts that it gets, and reports each as spoken at once, except the one
// with stay.
type reader struct {
	mu   sync.Mutex
	said []string
	stay string // a text that contains this is spoken until it is cancelled
	cut  time.Time
}

// newReader starts a reader on a socket in a folder, and returns the environment that leads to it.
func newReader(t *testing.T, dir, stay string) (r *reader, env []string) {
	t.Helper()
	r = &reader{stay: stay}
	path := filepath.Join(dir, "ssip")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go r.serve(c)
		}
	}()
	return r, []string{"SPEECHD_ADDRESS=unix_socket:" + path}
}

func (r *reader) serve(c net.Conn) {
	defer c.Close()
	id := 0
	for in := bufio.NewScanner(c); in.Scan(); {
		switch in.Text() {
		case "SPEAK":
			fmt.Fprint(c, "230 OK RECEIVING DATA\r\n")
			var text string
			for in.Scan() && in.Text() != "." {
				text += in.Text()
			}
			id++
			r.note(func() { r.said = append(r.said, text) })
			fmt.Fprintf(c, "225-%d\r\n225 OK MESSAGE QUEUED\r\n", id)
			if !strings.Contains(text, r.stay) {
				fmt.Fprintf(c, "702-%d\r\n702-1\r\n702 END\r\n", id)
			}
		case "CANCEL SELF":
			r.note(func() { r.cut = time.Now() })
			fmt.Fprintf(c, "210 OK CANCELLED\r\n703-%d\r\n703-1\r\n703 CANCELED\r\n", id)
		default:
			fmt.Fprint(c, "208 OK DONE\r\n")
		}
	}
}

func (r *reader) note(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// all returns the texts so far, and when the last one was cancelled.
func (r *reader) all() (said []string, cut time.Time) {
	r.note(func() { said, cut = slices.Clone(r.said), r.cut })
	return said, cut
}

// The colours of the edge of the line that is read aloud, and of a selection on black: red, green and blue.
const ofRead, ofSelection = "\x3D\xDC\x84", "\x64\x4F\x21"

// TestReadAloud reads a page of three subpages aloud: its sentences come in order, the line that is read is marked, and
// Escape, another key, a click or the end of the program stops it. Shift+V reads from the pointer on, or the selection.
func TestReadAloud(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	need(t, "xclip")
	d := newDisplay(t)
	service, _ := serveDemo(t)
	withSettings(t, d, map[string]any{"drawing": "sharp", "voiceLanguage": "en", "knowsDemo": true})
	r, env := newReader(t, d.dir, "Ferry captains")
	s := d.start(t, env, append(service.options(), "102")...)
	s.untilTitle("102")
	s.pointAway()
	saidOfIt := func(before int) (said []string) {
		s.until("the text at which it stays", func() bool {
			said, _ = r.all()
			return len(said) > before && strings.Contains(said[len(said)-1], "Ferry captains")
		})
		return said
	}
	silent := func(how string, do func()) {
		_, last := r.all()
		pressed := time.Now()
		do()
		s.until("the end of it by "+how, func() bool {
			_, cut := r.all()
			return cut.After(last)
		})
		_, cut := r.all()
		t.Logf("from %s to CANCEL: %v", how, cut.Sub(pressed))
	}
	s.press("v")
	said := saidOfIt(0)
	if said[0] != "Town clock slow since 1911" || len(said) < 5 {
		t.Errorf("said: %q", said)
	}
	s.untilTitle("102/3")
	s.until("the mark", func() bool { return s.hasColour(s.bounds(), ofRead) })
	silent("Escape", func() { s.press("Escape") })
	s.until("no mark", func() bool { return !s.hasColour(s.bounds(), ofRead) })
	s.press("v")
	if again := saidOfIt(len(said)); !slices.Equal(again[len(again)-len(said):], said) {
		t.Errorf("said again: %q", again)
	}
	silent("another key", func() { s.press("z") })
	b := s.bounds()
	s.pointTo(image.Pt(b.Min.X+b.Dx()/3, b.Min.Y+b.Dy()/8))
	s.press("Shift+V")
	here := saidOfIt(2 * len(said))[2*len(said):]
	if len(here) >= len(said) || !slices.Equal(here, said[len(said)-len(here):]) {
		t.Errorf("said from the pointer on: %q", here)
	}
	silent("a click", func() { s.clickAt(30, 60) })

	s.typed("101")
	s.untilTitle("101")
	middle := image.Pt(b.Min.X+b.Dx()/8, b.Min.Y+b.Dy()/3)
	s.sweep(middle, middle.Add(image.Pt(b.Dx()/2, 0)))
	// a key overtakes events that the window manager delays
	s.until("the mark on it", func() bool { return s.hasColour(s.bounds(), ofSelection) })
	before, _ := r.all()
	s.press("Shift+V")
	var selected []string
	s.until("what is selected", func() bool {
		now, _ := r.all()
		selected = now[len(before):]
		return len(selected) > 0
	})
	s.press("Ctrl+C")
	s.until("the same on the clipboard", func() bool { return s.clipboard() == strings.Join(selected, " ") })
	s.press("Escape")
	s.typed("102")
	s.untilTitle("102")
	s.press("v")
	saidOfIt(len(before) + len(selected))
	silent("the end", s.quit)
}
