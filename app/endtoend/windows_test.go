package endtoend

import (
	"bytes"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// own returns the program's windows.
func (s *session) own() (list []xproto.Window) {
	for _, w := range s.windows("_NET_CLIENT_LIST") {
		if pid := s.property(w, "_NET_WM_PID"); len(pid) == 4 && int(xgb.Get32(pid)) == s.cmd.Process.Pid {
			list = append(list, w)
		}
	}
	return list
}

// untilOwn waits for windows at places, in any order.
func (s *session) untilOwn(places ...string) {
	s.t.Helper()
	s.until("windows at "+strings.Join(places, ", "), func() bool {
		var there []string
		for _, w := range s.own() {
			title, _ := strings.CutPrefix(string(s.property(w, "_NET_WM_NAME")), "Sextant – ")
			page, _, _ := strings.Cut(title, " ")
			there = append(there, page)
		}
		slices.Sort(there)
		return slices.Equal(there, places)
	})
}

// untilFront waits until the focused window is at a place, and makes it the session's window.
func (s *session) untilFront(place string) {
	s.t.Helper()
	s.until("the window at "+place+" in front", func() bool {
		active := s.windows("_NET_ACTIVE_WINDOW")
		if len(active) != 1 || !slices.Contains(s.own(), active[0]) {
			return false
		}
		s.window = active[0]
		page, is := strings.CutPrefix(s.title(), "Sextant – "+place)
		return is && (page[:1] == " " || page[:1] == "/")
	})
}

// TestSeveralWindows opens a second window, which is independent on the same service. Both are restored, also after the
// program was killed; a second start passes its page to the first program; closing the last window ends the program.
func TestSeveralWindows(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	service, picture := serveDemo(t)
	s := d.start(t, nil, service.options()...)
	s.untilPicture(picture(100, 1), plain)
	s.press("Ctrl+N")
	s.untilOwn("100/1", "100/1")
	s.untilFront("100/1")
	s.typed("103")
	s.untilOwn("100/1", "103/1")
	s.untilFront("103/1")
	s.untilPicture(picture(103, 1), plain)
	s.quit()
	s = d.start(t, nil, service.options()...)
	s.untilOwn("100/1", "103/1")
	s.untilFront("103/1")
	if got := s.bounds(); got.Min.X <= 200 {
		t.Errorf("the second window is at %v", got)
	}

	further := d.run(t, nil, append(service.options(), "sextant:120")...)
	further.expectEnd()
	s.untilOwn("100/1", "120")
	s.untilFront("120")

	_ = s.cmd.Process.Signal(syscall.SIGKILL)
	<-s.ended
	s = d.start(t, nil, service.options()...)
	s.until("two windows", func() bool { return len(s.own()) == 2 })
	s.press("Alt+F4")
	s.until("one window", func() bool { return len(s.own()) == 1 && s.hasKeyboard() })
	s.press("Ctrl+W") // does not close the last one
	s.settled()
	s.press("Ctrl+Q")
	s.expectEnd()
	startsAtOnce(d, d.start(t, nil, service.options()...), service)
}

// startsAtOnce starts the program twice at the same time, after another one was killed: one of the two has the window,
// and shows the page of the other.
func startsAtOnce(d *display, s *session, service *service) {
	t := s.t
	_ = s.cmd.Process.Kill()
	<-s.ended
	args := append(service.options(), "103")
	first, second := d.run(t, nil, args...), d.run(t, nil, args...)
	select {
	case <-first.ended:
		first, second = second, first
	case <-second.ended:
	case <-time.After(patience):
		t.Fatal("both go on")
	}
	second.expectEnd()
	first.untilOwn("103/1")
	first.untilFront("103/1")
	first.quit()
}

// TestWall opens favourites on a wall: they cycle their subpages, a chosen one opens in a window, the wall is restored,
// and it stays when the last window is closed.
func TestWall(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	service, picture := serveDemo(t)
	s := d.start(t, nil, service.options()...)
	for _, page := range []string{"300", "431", "100"} {
		s.typed(page)
		s.untilTitle(page)
		s.press("Ctrl+D")
	}
	s.press("w")
	s.until("the dialog", func() bool {
		return !s.shows(picture(100, 1), withNotice) && !s.shows(picture(100, 1), plain)
	})
	s.press("Return")
	wall := func() (w xproto.Window) {
		for _, w := range s.own() {
			if strings.Contains(string(s.property(w, "_NET_WM_NAME")), "3 pages") {
				return w
			}
		}
		return 0
	}
	s.until("the wall in front", func() bool {
		active := s.windows("_NET_ACTIVE_WINDOW")
		return len(active) == 1 && active[0] != 0 && active[0] == wall()
	})
	reading := s.window
	s.window = wall()
	before := s.shot(s.bounds()).Pix
	s.until("a subpage turns", func() bool { return !bytes.Equal(before, s.shot(s.bounds()).Pix) })
	s.press("Right", "Return") // the first page is focused then
	s.untilFront("300")
	s.untilPicture(picture(300, 1), plain)
	if s.window != reading {
		t.Error("the page is opened in another window")
	}
	s.press("Alt+F4")
	s.until("the wall alone", func() bool { return s.find() == wall() && len(s.own()) == 1 })
	s.until("the keyboard", s.hasKeyboard)
	s.settled()
	s.slowly("Right", "Return") // the first one is still focused
	s.untilFront("431")
	s.quit()
	s = d.start(t, nil, service.options()...)
	s.until("both again", func() bool { return len(s.own()) == 2 && wall() != 0 })
	s.quit()
}
