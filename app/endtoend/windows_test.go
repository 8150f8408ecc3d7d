package endtoend

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sextant/app/store"
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
// program was killed; a second start passes its page to the first program; two programs with one profile lose nothing
// of each other, and together keep to the service's limit; closing the last window ends the program.
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
	twoPrograms(d, t, service, picture)
}

// twoPrograms runs two programs with one profile. Neither loses what the other saves, and together they never send the
// service more than ten requests in a second.
func twoPrograms(d *display, t *testing.T, service *service, picture func(page, subpage int) *picture) {
	first := d.start(t, nil, append(service.options(), "100")...)
	first.untilPicture(picture(100, 1), plain)
	second := d.start(t, nil, append(service.options(), "--separate", "300")...)
	second.untilPicture(picture(300, 1), plain)
	for _, page := range []string{"120", "201", "400", "430", "500", "600", "700", "101"} {
		second.typed(page)
		second.settled()
	}
	second.untilPicture(picture(101, 1), plain)
	second.press("Ctrl+D")
	second.untilPicture(picture(101, 1), withNotice)
	second.quit()
	first.until("the keyboard", first.hasKeyboard)
	first.typed("102")
	first.untilPicture(picture(102, 1), plain)
	first.press("Ctrl+D")
	first.untilPicture(picture(102, 1), withNotice)
	first.quit()
	withStore(t, storePath(d.dir, service), func(kept *store.Store) {
		favourites, err := kept.Favourites()
		var pages []int
		for _, f := range favourites {
			pages = append(pages, f.Page)
		}
		slices.Sort(pages)
		if err != nil || !slices.Equal(pages, []int{101, 102}) {
			t.Errorf("favourites: %v, %v", favourites, err)
		}
		checkPace(t, kept)
	})
}

// checkPace checks that at most ten requests were sent within a second, by the times in the store: on a busy machine
// they may arrive later.
func checkPace(t *testing.T, kept *store.Store) {
	t.Helper()
	spent, err := kept.Spent(store.Moment{At: time.Now().Add(-time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	var times []time.Time
	for _, s := range spent {
		for range s.Count {
			times = append(times, s.At)
		}
	}
	for i := 10; i < len(times); i++ {
		if d := times[i].Sub(times[i-10]); d < time.Second {
			t.Errorf("eleven requests went out within %v", d)
		}
	}
}
