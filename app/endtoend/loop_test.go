package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/ui/loop"
)

// loopVariable is the environment variable of a process that is a small window of the toolkit with the program's loop.
// Its value is the work of the window.
const loopVariable = "SEXTANT_ENDTOEND_LOOP"

// The work of the small window.
const (
	posting  = "posting"  // 20 goroutines post 500 functions each
	breaking = "breaking" // the handlers of keys and of clicks panic, and so do posted functions
)

// frame is the time between two frames of an animation.
const frame = time.Second / 60

// A posted has the counts and times of posted functions.
type posted struct {
	Ran     int
	Ordered bool
	Median  time.Duration
	Longest time.Duration
}

// loopWindow runs the small window, and writes the result to standard output.
func loopWindow(what string) {
	ui := &loop.Loop{}
	a := ui.NewToolkit()
	w := loop.NewWindow(a, "Loop")
	w.Resize(fyne.NewSize(200, 100))
	report := func(v any) {
		_ = json.NewEncoder(os.Stdout).Encode(v)
		ui.Post(func() {
			ui.End()
			a.Quit()
		})
	}
	a.Lifecycle().SetOnStarted(func() {
		switch what {
		case posting:
			go func() { report(postAll(ui)) }()
		case breaking:
			breakAll(ui, w, report)
		}
	})
	w.ShowAndRun()
}

// breakAll reports the panics that were caught, after a posted function, a key and a click of the window.
func breakAll(ui *loop.Loop, w fyne.Window, report func(any)) {
	var caught []string
	ui.Catch(func(failure any, stack []byte) {
		if !bytes.Contains(stack, []byte("breakAll")) {
			failure = "without its stack"
		}
		caught = append(caught, fmt.Sprint(failure))
	})
	w.Canvas().SetOnTypedRune(func(r rune) {
		if r == 'q' {
			report(caught)
			return
		}
		panic("key " + string(r))
	})
	w.SetContent(widget.NewButton("Break", func() { panic("click") }))
	ui.Post(func() { panic("posted") })
	ui.Post(func() { ui.GuardEvents(w) })
}

// postAll posts functions from many goroutines, sometimes many at once and sometimes one after a pause.
func postAll(ui *loop.Loop) posted {
	const goroutines, each = 20, 500
	var all sync.WaitGroup
	all.Add(goroutines * each)
	p := posted{Ordered: true}
	var took []time.Duration // belongs to the UI goroutine, like the next
	var next [goroutines]int
	for g := range goroutines {
		go func() {
			for i := range each {
				longest := 3
				if i%100 == 0 {
					longest = 1500
				}
				time.Sleep(time.Duration(rand.IntN(longest)) * time.Millisecond)
				at := time.Now()
				ui.Post(func() {
					took = append(took, time.Since(at))
					p.Ordered = p.Ordered && next[g] == i
					next[g]++
					all.Done()
				})
			}
		}()
	}
	all.Wait()
	slices.Sort(took)
	p.Ran, p.Median, p.Longest = len(took), took[len(took)/2], took[len(took)-1]
	return p
}

// inLoopWindow runs the small window and decodes its result.
func inLoopWindow(t *testing.T, what string, answer any) {
	t.Helper()
	d := newDisplay(t)
	c := exec.Command(os.Args[0])
	c.Env = append(environment(d.dir, "DISPLAY="+d.name), loopVariable+"="+what)
	out, err := c.CombinedOutput()
	if err == nil {
		err = json.Unmarshal(out, answer)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestLoop tests a small window with only the program's loop.
func TestLoop(t *testing.T) {
	testkit.Long(t)
	t.Run("posts wake", postsWake)
	t.Run("panics are survived", panicsAreSurvived)
}

// postsWake posts to a window that sleeps and one that is busy. After a lost wakeup a function would wait for seconds,
// until the loop wakes on a timer.
func postsWake(t *testing.T) {
	var p posted
	inLoopWindow(t, posting, &p)
	t.Logf("median %v, longest %v", p.Median, p.Longest)
	if p.Ran != 10_000 || !p.Ordered {
		t.Errorf("%+v", p)
	}
	if p.Median > time.Second/60 || p.Longest > 2*time.Second {
		t.Errorf("functions waited for %v, one of them for %v", p.Median, p.Longest)
	}
}

// panicsAreSurvived makes a posted function, a key and a click panic. The window lives on, until it is the fourth one
// within a minute.
func panicsAreSurvived(t *testing.T) {
	for _, further := range []string{"q", "b"} {
		d := newDisplay(t)
		s := d.run(t, []string{loopVariable + "=" + breaking})
		s.until("the window", s.hasKeyboard)
		s.display.press("a")
		b := s.bounds()
		s.click(b.Min.Add(b.Size().Div(2)))
		if poll(pollEvery, time.Second/2, func() bool { return isClosed(s.ended) }) {
			t.Fatalf("the window is gone: %v\n%s", s.cmd.ProcessState, &s.out)
		}
		s.display.press(further)
		<-s.ended
		switch ok := s.cmd.ProcessState.Success(); {
		case further == "q" && (!ok || s.out.String() != `["posted","key a","click"]`+"\n"):
			t.Errorf("%v: %s", s.cmd.ProcessState, &s.out)
		case further == "b" && (ok || !strings.Contains(s.out.String(), "key b")):
			t.Errorf("a fourth panic: %v\n%s", s.cmd.ProcessState, &s.out)
		}
	}
}

// TestRest leaves a window alone: its thread hardly wakes, what moves is drawn as often as necessary by the
// loop that sleeps, and after a rest longer than the toolkit's cache lasts, which is shortened from a minute, and after
// the process was stopped for as long, like a computer that sleeps, the next page is drawn at once and completely.
func TestRest(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it is about how much is done")
	const remembers = 11 * time.Second
	d := newDisplay(t)
	e := newEditor(t)
	s := d.start(t, []string{"FYNE_CACHE=" + remembers.String()}, serve(t, e).options()...)
	s.untilPicture(e.picture(100, 1), plain)
	s.pointAway()
	s.step("what moves is drawn", func() { s.movesAlone(e) })
	s.step("it hardly wakes", func() { s.hardlyWakes(e) })
	s.step("after a rest", func() {
		time.Sleep(2*remembers + time.Second) // until its cache is empty
		s.typed("101")
		s.untilPicture(e.picture(101, 1), plain)
		s.press("Right")
		s.untilPicture(e.picture(102, 1), plain)
	})
	s.step("after sleep", func() {
		s.untilAsleep(20 * frame)
		_ = s.cmd.Process.Signal(syscall.SIGSTOP)
		s.press("Right")
		time.Sleep(remembers + 2*time.Second) // as long as the computer sleeps
		_ = s.cmd.Process.Signal(syscall.SIGCONT)
		s.untilPicture(e.picture(103, 1), plain)
		s.press("Ctrl+M")
		s.untilPicture(e.picture(103, 1), withDownloads)
	})
	s.quit()
}

// movesAlone expects that a text cursor, a tip and flashing letters are drawn without a key or the pointer.
func (s *session) movesAlone(e *editor) {
	drawn := s.watchDrawing()
	s.press("Ctrl+F")
	s.untilPicture(e.picture(100, 1), withFinder)
	s.settled()
	s.typed("a")
	s.draws(drawn, "a text cursor", 20)
	s.press("Ctrl+F")
	s.untilPicture(e.picture(100, 1), plain)
	s.untilAsleep(20 * frame)
	b := s.bounds()
	before := drawn()
	s.pointTo(b.Max.Sub(b.Size().Div(50)).Sub(b.Size().Div(50))) // the bar's last button
	s.until("the button below the pointer", func() bool { return drawn() > before })
	s.settled()
	s.draws(drawn, "a tip", 1)
	s.pointAway()
	s.typed("802")
	s.untilTitle("802")
	s.settled()
	s.draws(drawn, "flashing letters", 12)
	s.typed("100")
	s.untilPicture(e.picture(100, 1), plain)
}

// hardlyWakes counts the wakeups of the window's thread while nothing happens.
func (s *session) hardlyWakes(e *editor) {
	quiet := func(what string) {
		s.t.Helper()
		s.untilAsleep(time.Second) // after prefetching
		const during = 6 * time.Second
		each := float64(countOver(during, func() int { return wakes(s.cmd.Process.Pid) })) / during.Seconds()
		s.t.Logf("%s: %.1f wakes a second", what, each)
		if each >= 6 {
			s.t.Errorf("%s: %.1f wakes a second", what, each)
		}
	}
	quiet("at rest")
	s.press("Ctrl+M")
	s.untilPicture(e.picture(100, 1), withDownloads)
	quiet("with a panel")
	s.press("Ctrl+M")
	s.untilPicture(e.picture(100, 1), plain)
}

// countOver returns how much a count grows in a time.
func countOver(during time.Duration, count func() int) int {
	before := count()
	time.Sleep(during)
	return count() - before
}

// draws waits until something has been drawn a number of times, by events of the X server. A loop that slept too long
// would only draw every four seconds.
func (s *session) draws(drawn func() int, what string, least int) {
	s.t.Helper()
	before, start := drawn(), time.Now()
	s.until(what, func() bool { return drawn()-before >= least })
	s.t.Logf("%s: drawn %d times in %v", what, drawn()-before, time.Since(start))
}

// wakes returns the number of wakeups of the first thread of a process, which is the window's.
func wakes(pid int) (n int) {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/status", pid, pid))
	_, rest, _ := strings.Cut(string(data), "\nvoluntary_ctxt_switches:")
	_, _ = fmt.Sscan(rest, &n)
	return n
}

// asleep returns a function that reports whether the window's thread of a process has not woken for a while. An
// animation wakes it each frame.
func asleep(pid int, while time.Duration) func() bool {
	before, since := -1, time.Now()
	return func() bool {
		if now := wakes(pid); now != before {
			before, since = now, time.Now()
		}
		return time.Since(since) > while
	}
}

// untilAsleep waits until the window's thread has not woken for a while.
func (s *session) untilAsleep(while time.Duration) {
	s.t.Helper()
	s.until("the window to sleep", asleep(s.cmd.Process.Pid, while))
}

// watchDrawing counts from now on how often the window is drawn, by events of the X server.
func (s *session) watchDrawing() (count func() int) {
	s.t.Helper()
	conn, err := xgb.NewConnDisplay(s.name)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(conn.Close)
	if err := addExtension(conn, "DAMAGE"); err != nil {
		s.t.Skip("the X server does not report what is drawn")
	}
	_, _ = damage.QueryVersion(conn, 1, 1).Reply() // required by the extension before other requests
	id, err := damage.NewDamageId(conn)
	if err == nil {
		err = damage.CreateChecked(conn, id, xproto.Drawable(s.window), damage.ReportLevelRawRectangles).Check()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	n := 0
	return func() int {
		_, _ = xproto.GetInputFocus(conn).Reply() // earlier drawing has been reported by then
		for {
			event, _ := conn.PollForEvent()
			if event == nil {
				return n
			}
			n++
		}
	}
}
