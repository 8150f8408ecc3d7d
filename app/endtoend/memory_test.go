package endtoend

import (
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit/race"
)

// How much is read to see whether the memory grows. All of it is read where figures are taken.
const (
	readBefore = 100 // until all that is kept in memory is there
	readAfter  = 200
	readAll    = 1000
	mayGrow    = 5.              // megabytes
	restFor    = 8 * time.Second // until the program has given back what it does not need
)

// TestMemoryWhileReading goes from page to page through a service that has all of them, and sees the memory grow by
// no more than a little. The toolkit keeps the pixels of a text for a minute, in which nobody reads as much as is read
// here: here it keeps them for seconds.
func TestMemoryWhileReading(t *testing.T) {
	race.Skip(t, "it is about memory")
	if isRaceBuild() {
		t.Skip("the race detector has a memory of its own")
	}
	t.Parallel()
	pages := readAfter
	if os.Getenv(figuresVariable) != "" {
		pages = readAll
	}
	service := serve(t, everyPage(t))
	d := newDisplay(t)
	withSettings(t, d, quick())
	s := d.start(t, []string{"FYNE_CACHE=2s"}, service.options()...)
	s.untilTitle("100")
	before := s.read(readBefore)
	after := s.read(pages)
	poll(time.Second, patience, func() bool { // a busy machine gives back later
		after = min(after, memory(t, s.cmd.Process.Pid, "Anonymous:"))
		return after <= before+mayGrow
	})
	t.Logf("%.1f MB after %d pages, %.1f MB after %d more", before, readBefore, after, pages)
	if after > before+mayGrow {
		t.Errorf("the memory grew by %.1f MB", after-before)
	}
	s.quit()
}

// read goes through some pages, and returns how much memory the program then has of its own, in megabytes.
func (s *session) read(pages int) float64 {
	s.t.Helper()
	var page int
	if _, err := fmt.Sscanf(s.title(), "Sextant – %d", &page); err != nil {
		s.t.Fatalf("the title is %q", s.title())
	}
	for range pages {
		page = following(page)
		s.press("Right")
		s.untilTitle(fmt.Sprint(page))
	}
	time.Sleep(restFor) // by its own timer (loop.SaveMemory)
	return memory(s.t, s.cmd.Process.Pid, "Anonymous:")
}

// following is the page behind another one, round and round.
func following(page int) int {
	if page == teletext.LastPage {
		return teletext.FirstPage
	}
	return page + 1
}

// everyPage is a service with the pages 100 to 899, which say what the demo's pages say.
func everyPage(t *testing.T) http.Handler {
	e := newEditor(t)
	var demos []*teletext.Page
	for n := teletext.FirstPage; n <= teletext.LastPage; n++ {
		if doc := e.Page(n); doc != nil {
			demos = append(demos, doc)
		}
	}
	for n := teletext.FirstPage; n <= teletext.LastPage; n++ {
		doc := *demos[n%len(demos)]
		doc.Number, doc.Next, doc.Name = n, following(n), fmt.Sprintf("Page %d", n)
		e.Put(&doc)
	}
	return e
}

// isRaceBuild reports whether the program was built to look for races.
func isRaceBuild() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
