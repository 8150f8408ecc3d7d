package endtoend

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// The numbers of pages that are read to check whether the memory grows. For figures all are read.
const (
	readBefore = 100 // until the caches are full
	readAfter  = 200
	readAll    = 1000
	mayGrow    = 5.              // megabytes
	restFor    = 8 * time.Second // until the program has freed unused memory
)

// TestMemoryWhileReading reads many pages, and expects that the memory hardly grows. The toolkit caches the pixels of
// texts for a minute; here only for seconds, because no user reads this many pages in a minute.
func TestMemoryWhileReading(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it is about memory")
	if isRaceBuild() {
		t.Skip("the race detector has a memory of its own")
	}
	t.Parallel()
	pages := readAfter
	if os.Getenv(figuresVariable) != "" {
		pages = readAll
	}
	service := serve(t, newArchive(t))
	d := newDisplay(t)
	withSettings(t, d, quick())
	s := d.start(t, []string{"FYNE_CACHE=2s"}, service.options()...)
	s.untilTitle("100")
	before := s.read(readBefore)
	after := s.read(pages)
	poll(time.Second, patience, func() bool { // a busy machine frees it later
		after = min(after, memory(t, s.cmd.Process.Pid, "Anonymous:"))
		return after <= before+mayGrow
	})
	t.Logf("%.1f MB after %d pages, %.1f MB after %d more", before, readBefore, after, pages)
	if after > before+mayGrow {
		t.Errorf("the memory grew by %.1f MB", after-before)
	}
	s.quit()
}

// read reads a number of pages, and returns the private memory of the program afterwards, in megabytes.
func (s *session) read(pages int) float64 {
	s.t.Helper()
	var page int
	if _, err := fmt.Sscanf(s.title(), "Sextant – %d", &page); err != nil {
		s.t.Fatalf("the title is %q", s.title())
	}
	for range pages {
		page = max(teletext.FirstPage, (page+1)%(teletext.LastPage+1))
		s.press("Right")
		s.untilTitle(fmt.Sprint(page))
	}
	time.Sleep(restFor) // by the timer of loop.SaveMemory
	return memory(s.t, s.cmd.Process.Pid, "Anonymous:")
}

// isRaceBuild reports whether the program was built with the race detector.
func isRaceBuild() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
