package endtoend

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"

	"sextant/app/endtoend/probe"
)

// settled waits until the program is: what was pressed or clicked before is done, and seen.
func (s *session) settled() {
	s.t.Helper()
	s.await(probe.Settled)
}

// drawn waits until what was pressed or clicked before is seen, whatever else goes on.
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
		return said == wanted || isClosed(s.ended) // which what was pressed may be for
	}) {
		s.t.Fatalf("not %s: %s, %v%s\n%s", wanted, said, err, s.keepShot(), &s.out)
	}
}

// askProbe gives the last that the probe said.
func (s *session) askProbe(wanted string) (said string, err error) {
	network, at := "unix", s.probe
	if s.wine != nil {
		address, _ := os.ReadFile(s.probe) // it may come yet
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

// passManager returns when the window manager has handled what the X server sent to it before. It takes each press of
// a button for itself at first, and lets no event through to the program until it has looked at that one. That a window
// is to be put elsewhere the X server hands on to it too, behind what came before, and where there is none does it.
func (d *display) passManager() {
	d.passes++
	at := d.passes % screenWidth
	_ = xproto.ConfigureWindowChecked(d.conn, d.moved, xproto.ConfigWindowX, []uint32{uint32(at)}).Check()
	poll(time.Millisecond, patience, func() bool {
		g, err := xproto.GetGeometry(d.conn, xproto.Drawable(d.moved)).Reply()
		return err != nil || int(g.X) == at // an error is that of a display that has ended
	})
}

// newMoved makes a window for passManager, which is never shown.
func (d *display) newMoved() (w xproto.Window, err error) {
	if w, err = xproto.NewWindowId(d.conn); err != nil {
		return 0, err
	}
	const kind = xproto.WindowClassInputOnly
	return w, xproto.CreateWindowChecked(d.conn, 0, w, d.root, 0, 0, 1, 1, 0, kind, 0, 0, nil).Check()
}

// TestProbe types numbers of pages of a service that takes its time, clicks, and opens a list: when the program is
// settled, all that is to be seen of it is on the screen, and none of it need be waited for.
func TestProbe(t *testing.T) {
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

// after answers as another does, but only after a time.
func after(d time.Duration, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(d):
			h.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	})
}
