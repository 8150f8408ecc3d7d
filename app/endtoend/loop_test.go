package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/color"
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
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"github.com/jezek/xgb/xproto"

	"sextant/app/testkit"
	"sextant/app/ui/loop"
)

// loopVariable is the environment variable of a process that is a small window of the toolkit with the program's loop.
// Its value is the work of the window.
const loopVariable = "SEXTANT_ENDTOEND_LOOP"

// The work of the small window.
const (
	posting  = "posting"  // 20 goroutines post 500 functions each
	moving   = "moving"   // an object moves
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
	dot := canvas.NewRectangle(color.White)
	dot.Resize(fyne.NewSize(10, 10))
	w.SetContent(container.NewWithoutLayout(dot))
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
		case moving:
			go func() {
				poll(pollEvery, patience, asleep(os.Getpid(), 20*frame))
				ui.Post(func() { move(dot, 120, func(between time.Duration) { report(between) }) })
			}()
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

// move moves an object for a number of frames, and reports the median of the times between them.
func move(dot fyne.CanvasObject, frames int, report func(time.Duration)) {
	var between []time.Duration
	last := time.Now()
	a := fyne.NewAnimation(time.Second, func(done float32) {
		dot.Move(fyne.NewPos(100*done, 0))
		between, last = append(between, time.Since(last)), time.Now()
		if len(between) == frames {
			slices.Sort(between)
			report(between[frames/2])
		}
	})
	a.RepeatCount = fyne.AnimationRepeatForever
	a.Start()
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
	t.Run("posts wake", postsWake)
	t.Run("what moves is drawn", whatMovesIsDrawn)
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

// whatMovesIsDrawn measures the time between frames of an animation, which the toolkit draws 60 times a second.
func whatMovesIsDrawn(t *testing.T) {
	var between time.Duration
	inLoopWindow(t, moving, &between)
	t.Logf("a frame each %v", between)
	if between > 3*frame {
		t.Errorf("a frame each %v", between)
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

// TestLivingWindow checks that animations and automatic changes are drawn as often as necessary by the loop that
// sleeps, without a key or the pointer.
func TestLivingWindow(t *testing.T) {
	d := newDisplay(t)
	e := newEditor(t)
	s := d.start(t, nil, serve(t, e).options()...)
	s.untilPicture(e.picture(100, 1), plain)
	s.pointAway()
	drawn := s.watchDrawing()
	s.step("text cursor", func() {
		s.press("Ctrl+F")
		s.untilPicture(e.picture(100, 1), withFinder)
		s.settled()
		s.typed("a")
		s.draws(drawn, "a text cursor", 20)
		s.press("Ctrl+F")
		s.untilPicture(e.picture(100, 1), plain)
	})
	s.step("tip", func() {
		s.untilAsleep(20 * frame)
		b := s.bounds()
		before := drawn()
		s.pointTo(b.Max.Sub(b.Size().Div(50)).Sub(b.Size().Div(50))) // the bar's last button
		s.until("the button below the pointer", func() bool { return drawn() > before })
		s.settled()
		s.draws(drawn, "a tip", 1)
		s.pointAway()
	})
	s.step("flash", func() {
		s.typed("802")
		s.untilTitle("802")
		s.settled()
		s.draws(drawn, "flashing letters", 12)
	})
	s.step("quit", s.quit)
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

// TestQuiet counts the wakeups of the window's thread while nothing happens.
func TestQuiet(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	d := newDisplay(t)
	e := newEditor(t)
	s := d.start(t, nil, serve(t, e).options()...)
	s.untilPicture(e.picture(100, 1), plain)
	s.pointAway()
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
	s.minimise()
	quiet("minimised")
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

// TestLongRest leaves the window idle for longer than the toolkit's cache lasts, which is shortened from a minute, and
// then stops the process for as long, like a computer that sleeps. Each time the next page is drawn at once and
// completely.
func TestLongRest(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	const remembers = 11 * time.Second
	d := newDisplay(t)
	e := newEditor(t)
	s := d.start(t, []string{"FYNE_CACHE=" + remembers.String()}, serve(t, e).options()...)
	s.untilPicture(e.picture(100, 1), plain)
	s.pointAway()
	time.Sleep(2*remembers + time.Second) // until its cache is empty
	s.typed("101")
	s.untilPicture(e.picture(101, 1), plain)
	s.press("Right")
	s.untilPicture(e.picture(102, 1), plain)
	s.untilAsleep(20 * frame)
	if err := s.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	s.press("Right")
	time.Sleep(remembers + 2*time.Second) // as long as the computer sleeps
	if err := s.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	s.untilPicture(e.picture(103, 1), plain)
	s.press("Left")
	s.untilPicture(e.picture(102, 1), plain)
	s.press("Ctrl+M")
	s.untilPicture(e.picture(102, 1), withDownloads)
	s.quit()
}

// minimise makes the window manager minimise the window (ICCCM 4.1.4).
func (s *session) minimise() {
	s.t.Helper()
	const iconic = 3
	if err := s.message(s.window, "WM_CHANGE_STATE", iconic); err != nil {
		s.t.Fatal(err)
	}
	s.until("the window to be put away", func() bool {
		attributes, err := xproto.GetWindowAttributes(s.conn, s.window).Reply()
		return err == nil && attributes.MapState != xproto.MapStateViewable
	})
}
