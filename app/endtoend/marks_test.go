package endtoend

import (
	"bytes"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sextant/app/store"
	"sextant/app/testkit/race"
)

// marking is a profile whose marks are read by the test.
type marking struct {
	*display
	t       *testing.T
	env     []string
	service *service
	path    string
}

// marks returns the marks in the store, the newest first.
func (m *marking) marks() (all []store.Mark) {
	m.t.Helper()
	withStore(m.t, m.path, func(kept *store.Store) {
		var err error
		if all, err = kept.Marks(10_000); err != nil {
			m.t.Error(err)
		}
	})
	return all
}

// untilMarked waits for a number of marks, of which the newest is at a time of a recording.
func (m *marking) untilMarked(s *session, count int, recording string, from time.Duration) {
	m.t.Helper()
	var newest store.Mark
	s.until(fmt.Sprintf("%d marks, the newest in %s", count, recording), func() bool {
		all := m.marks()
		if len(all) == count {
			newest = all[0]
		}
		return len(all) == count && strings.Contains(newest.Recording, recording)
	})
	if newest.Moment < from || newest.Moment > from+5*time.Second {
		m.t.Errorf("marked at %v, played from %v", newest.Moment, from)
	}
}

// firstRow returns the pixels of the panel's first row.
func (m *marking) firstRow(s *session) []byte {
	in := s.bounds()
	return s.shot(image.Rect(in.Max.X-s.side()+20, in.Min.Y+44, in.Max.X-40, in.Min.Y+86)).Pix
}

// playing waits until a recording is heard.
func (m *marking) playing(s *session) {
	m.t.Helper()
	s.until("the player's bar", func() bool { return len(recordings(m.t, m.dir, ".mp3")) > 0 })
}

// TestMarks opens links to times of recordings, adds marks, and finds them after kill -9, in two programs at once, and
// after the recording's file was removed. The profile has a thousand marks before.
func TestMarks(t *testing.T) {
	race.Skip(t, "a process that is killed reports no race")
	t.Parallel()
	_, env := newEar(t)
	d := newDisplay(t)
	service, _ := serveDemo(t)
	m := &marking{d, t, env, service, storePath(d.dir, service)}
	const before = 1000
	withStore(t, m.path, func(kept *store.Store) {
		for i := range before {
			id := fmt.Sprint("old", i)
			kept.SetMark(store.Mark{
				Recording: "id " + id, Item: fmt.Sprintf(`{"ID":%q,"Title":"Old %d"}`, id, i),
				Moment: time.Duration(i) * time.Second, At: time.UnixMilli(1_700_000_000_000 + int64(i)),
			})
		}
	})
	link := func(more ...string) []string { return append(service.options(), more...) }

	s := d.start(t, env, link("sextant:media/7-1001?t=0:20")...)
	m.playing(s)
	s.press("b")
	m.untilMarked(s, before+1, "7-1001", 20*time.Second)
	_ = s.cmd.Process.Signal(syscall.SIGKILL)
	<-s.ended
	if got := len(m.marks()); got != before+1 {
		t.Fatalf("%d marks after kill -9", got)
	}

	s = d.start(t, env, service.options()...)
	further := d.run(t, env, link("SEXTANT:media/7-1001?t=30")...)
	further.expectEnd()
	s.press("b")
	m.untilMarked(s, before+2, "7-1001", 30*time.Second)

	s.press("Ctrl+M", "Ctrl+4")
	s.until("the list of marks", func() bool { return !s.isRowBare(firstRow) && !s.isRowBare(secondRow) })
	s.press("Home", "Down") // so that the first row is not focused, and looks the same
	s.settled()
	first := m.firstRow(s)
	other := d.start(t, env, link("--separate", "sextant:media/7-1001?t=0:05")...)
	other.press("b")
	m.untilMarked(other, before+3, "7-1001", 5*time.Second)
	other.quit()
	s.until("the other program's mark", func() bool { return !bytes.Equal(m.firstRow(s), first) })
	s.settled()
	s.press("Home", "Delete")
	s.until("it to be removed", func() bool { return len(m.marks()) == before+2 })
	if all := m.marks(); all[0].Moment < 30*time.Second {
		t.Errorf("%+v is left", all[0])
	}
	s.quit()
	m.withoutFile()
	m.hostile()
}

// withoutFile plays from a mark whose recording is no longer on the disk.
func (m *marking) withoutFile() {
	count := func() (n int) {
		for _, r := range m.service.Asked() {
			if strings.Contains(r.URL.Path, "7-1001") && strings.HasSuffix(r.URL.Path, ".mp3") {
				n++
			}
		}
		return n
	}
	if err := os.RemoveAll(filepath.Join(profile(m.dir), "recordings")); err != nil {
		m.t.Fatal(err)
	}
	asked, marks := count(), m.marks()
	s := m.start(m.t, m.env, m.service.options()...)
	s.press("Ctrl+M", "Ctrl+4", "Home", "Return")
	s.until("the recording to be asked for again", func() bool { return count() > asked })
	s.press("End", "Delete") // the last of a thousand
	s.until("the oldest mark to be removed", func() bool { return len(m.marks()) == len(marks)-1 })
	s.quit()
}

// hostile opens malicious links.
func (m *marking) hostile() {
	for _, link := range []string{
		"sextant:media/..%2F..%2Fetc?t=0:01", "sextant:media/%00", "sextant:media/" + strings.Repeat("x", 2000),
		"sextant:media/7-1001?t=-5", "sextant:media/https:%2F%2Fexample.org%2Fa.mp3",
	} {
		out, status := runIn(m.t, m.dir, m.env, append(m.service.options(), link)...)
		if status != 2 || !strings.Contains(out, "is not a moment of a recording") || len(out) > 2000 {
			m.t.Errorf("%.60s: status %d, %.300s", link, status, out)
		}
	}
	for _, asked := range m.service.Asked() {
		if path := asked.URL.Path; strings.Contains(path, "etc") || strings.Contains(path, "example") {
			m.t.Errorf("the service was asked for %s", path)
		}
	}
}
