package endtoend

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit/race"
)

// figuresVariable is the environment variable that enables the measurement of playing. It takes half a minute, and has
// no limits that could fail.
const figuresVariable = "SEXTANT_FIGURES"

// TestListeningFigures plays a recording of one hour in a window, and logs the processor time and memory that it takes.
func TestListeningFigures(t *testing.T) {
	race.Skip(t, "it hears in real time")
	if os.Getenv(figuresVariable) == "" {
		t.Skipf("figures are taken only where %s is set", figuresVariable)
	}
	_, env := newEar(t)
	d := newDisplay(t)
	const infoFrame = 417 // has the length of the melody, which would be wrong for an hour of it
	piece := tune.encode(t)[infoFrame:]
	hour := &endless{data: piece, size: 16_000 * 3600, second: 4 << 20}
	service, _ := serveJukebox(t, record{"hour", "An hour", time.Hour, hour.ServeHTTP})
	s := openJukebox(t, d, env, service, nil)
	s.pointAway()
	s.settled() // the work of the start is done by then
	idle := s.figure("idle", 5*time.Second, footprint{})
	s.playFirst()
	s.pointAway()
	s.figure("playing while it arrives", 5*time.Second, idle)
	s.until("the recording on the disk", func() bool { return len(recordingsOf(d.dir, service, "")) > 0 })
	s.figure("playing", 10*time.Second, idle)
	s.press("Space")
	time.Sleep(5 * time.Second) // the device is closed by then
	s.figure("paused", 5*time.Second, idle)
	s.quit()
}

// A footprint is the memory of a process, in megabytes.
type footprint struct{ rss, pss float64 }

// figure logs the processor time of the program during a time, and how much its memory has grown.
func (s *session) figure(what string, during time.Duration, before footprint) footprint {
	s.t.Helper()
	pid := s.cmd.Process.Pid
	const ticksPerSecond = 100
	share := float64(countOver(during, func() int { return ticks(s.t, pid) })) / ticksPerSecond / during.Seconds() * 100
	now := footprint{memory(s.t, pid, "Rss:"), memory(s.t, pid, "Pss:")}
	s.t.Logf("%s: %.1f %% of one core, RSS %.1f MB (%+.1f), PSS %.1f MB (%+.1f)",
		what, share, now.rss, now.rss-before.rss, now.pss, now.pss-before.pss)
	return now
}

// memory returns a value of /proc/PID/smaps_rollup, in megabytes.
func memory(t *testing.T, pid int, line string) float64 {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(l, line); ok {
			kb, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024
		}
	}
	return 0
}

// ticks returns the processor time of a process, in hundredths of a second.
func ticks(t *testing.T, pid int) int {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	fields := strings.Fields(rest)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return user + system
}
