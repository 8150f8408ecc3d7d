package endtoend

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/endtoend/probe"
	"sextant/app/testkit"
	"sextant/app/testkit/servicetest"
)

// settled waits until the program is settled: earlier input is handled, and its result is drawn.
func (s *session) settled() {
	s.t.Helper()
	s.await(probe.Settled)
}

// drawn waits until the window shows the result of earlier input, while requests and goroutines may continue.
func (s *session) drawn() {
	s.t.Helper()
	s.await(probe.Drawn)
}

// advance moves the clock of a public screen.
func (s *session) advance(by time.Duration) {
	s.t.Helper()
	asked := probe.Advance + by.String()
	if said, err := s.askProbe(asked); said != asked {
		s.t.Fatalf("the clock is not moved: %s, %v", said, err)
	}
}

func (s *session) await(wanted string) {
	s.t.Helper()
	s.passManager()
	var said string
	var err error
	if !poll(pollEvery, patience, func() bool {
		said, err = s.askProbe(wanted)
		return said == wanted || isClosed(s.ended) // the input may have ended the program
	}) {
		s.t.Fatalf("not %s: %s, %v%s\n%s", wanted, said, err, s.keepShot(), &s.out)
	}
}

// askProbe sends the probe a request, and returns its last answer.
func (s *session) askProbe(wanted string) (said string, err error) {
	network, at := "unix", s.probe
	if s.wine != nil {
		address, _ := os.ReadFile(s.probe) // it may be created later
		network, at = "tcp", string(address)
	}
	c, err := net.Dial(network, at)
	if err != nil {
		return "", err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err = fmt.Fprintln(c, wanted); err != nil {
		return "", err
	}
	r := bufio.NewScanner(c)
	for said != wanted && r.Scan() {
		said = r.Text()
	}
	return said, r.Err()
}

// passManager waits until the window manager has handled all earlier events. It grabs button presses, and events only
// reach the program after it has handled the press. Requests to move a window are redirected to it too, after earlier
// events; without a window manager the X server moves the window itself.
func (d *display) passManager() {
	d.passes++
	at := d.passes % screenWidth
	_ = xproto.ConfigureWindowChecked(d.conn, d.moved, xproto.ConfigWindowX, []uint32{uint32(at)}).Check()
	poll(time.Millisecond, patience, func() bool {
		g, err := xproto.GetGeometry(d.conn, xproto.Drawable(d.moved)).Reply()
		return err != nil || int(g.X) == at // after an error the display has ended
	})
}

// newMoved creates a window for passManager, which is never mapped.
func (d *display) newMoved() (w xproto.Window, err error) {
	if w, err = xproto.NewWindowId(d.conn); err != nil {
		return 0, err
	}
	const kind = xproto.WindowClassInputOnly
	return w, xproto.CreateWindowChecked(d.conn, 0, w, d.root, 0, 0, 1, 1, 0, kind, 0, 0, nil).Check()
}

// untilPrefetched waits until the colour keys of the demo's page 100 show the names of their pages, which are
// prefetched once it has been on the screen for a while.
func (s *session) untilPrefetched(of *service) {
	s.t.Helper()
	s.until("the names at the colour keys", func() bool {
		answered := of.Answered()
		return !slices.ContainsFunc([]int{100, 101, 201, 300, 400}, func(page int) bool {
			return !slices.Contains(answered, servicetest.DocumentPath(page))
		})
	})
	s.settled()
}

// inside returns the pixels of the window.
func (s *session) inside() []byte { return s.shot(s.bounds()).Pix }

// rest waits until the program is settled, and returns the pixels of the window.
func (s *session) rest() []byte {
	s.t.Helper()
	s.settled()
	return s.inside()
}

// named runs a command by its name in the list of all commands.
func (s *session) named(name string) {
	s.slowly("Ctrl+Shift+P")
	s.typed(name)
	s.slowly("Return")
}

// TestProbe types page numbers with a slow service, clicks, and opens a list: each time the result is on the screen
// once the program is settled, without another wait.
func TestProbe(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	e := newEditor(t)
	service := serve(t, after(300*time.Millisecond, e))
	d := newDisplay(t)
	s := d.start(t, nil, service.options()...)
	for _, page := range []int{102, 120, 300, 100} {
		s.typed(fmt.Sprint(page))
		if s.settled(); !s.shows(e.picture(page, 1), plain) {
			t.Errorf("settled without page %d%s", page, s.keepShot())
		}
	}
	s.clickAt(27, s.bounds().Dy()-22) // the button of the menu
	if s.settled(); s.shows(e.picture(100, 1), plain) {
		t.Errorf("settled without the menu%s", s.keepShot())
	}
	s.press("Escape")
	s.pointAway()
	if s.settled(); !s.shows(e.picture(100, 1), plain) {
		t.Errorf("settled with the menu%s", s.keepShot())
	}
	s.slowly("Ctrl+Q")
	s.expectEnd()
}

// after delays the answers of a handler.
func after(d time.Duration, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(d):
			h.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	})
}
