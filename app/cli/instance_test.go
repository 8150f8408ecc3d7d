package cli

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sextant/app/teletext"
	"sextant/app/testkit"
)

// listen listens with the profile in a folder, until the test ends.
func listen(t *testing.T, dir, service string) chan Target {
	t.Helper()
	shown := make(chan Target, 4)
	i, err := ListenForStarts(dir, service, func(p Target) bool {
		shown <- p
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(i.Close)
	return shown
}

// at returns the path of a profile's socket.
func at(t *testing.T, dir string) string {
	t.Helper()
	return testkit.Must(instancePath(dir))(t)
}

func shortDir(t *testing.T) string {
	t.Helper()
	dir := testkit.Must(os.MkdirTemp("", "instance"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// TestHandOver passes a page to the running program, but only if it uses the same service.
func TestHandOver(t *testing.T) {
	for name, dir := range map[string]string{
		"short": shortDir(t), "long": filepath.Join(shortDir(t), strings.Repeat("long", 30)),
	} {
		t.Run(name, func(t *testing.T) {
			testkit.NoError(t, os.MkdirAll(dir, 0o700))
			want := Target{Place: teletext.Place{Page: 123, Subpage: 2}}
			if HandOver(dir, "", want, false) {
				t.Error("handed over to nobody")
			}
			shown := listen(t, dir, "one")
			if HandOver(dir, "two", want, false) || !HandOver(dir, "one", want, false) ||
				!HandOver(dir, "one", Target{}, false) {
				t.Error("not handed over, or to another service")
			}
			if first, second := <-shown, <-shown; first != want || second != (Target{}) {
				t.Errorf("shown %v, %v", first, second)
			}
			if _, err := ListenForStarts(dir, "one", nil); !errors.Is(err, ErrRuns) {
				t.Errorf("two programs listen: %v", err)
			}
			info, err := os.Stat(at(t, dir))
			if err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
				t.Errorf("%v, %v", info, err)
			}
		})
	}
}

// TestLeftBehind listens after a program was killed.
func TestLeftBehind(t *testing.T) {
	dir := shortDir(t)
	leave(t, dir)
	if HandOver(dir, "", Target{}, false) {
		t.Error("handed over to a program that was killed")
	}
	listen(t, dir, "")
	if !HandOver(dir, "", Target{}, false) {
		t.Error("nobody listens")
	}
}

// TestSameMoment starts many programs at once after one was killed: one of them listens, and the others reach it.
func TestSameMoment(t *testing.T) {
	for range 50 {
		dir := shortDir(t)
		leave(t, dir)
		listening, handed := make(chan *Instance, 4), make(chan bool, 4)
		var all sync.WaitGroup
		for range cap(listening) {
			all.Go(func() {
				if i, err := ListenForStarts(dir, "", func(Target) bool { return true }); err == nil {
					listening <- i
				} else {
					handed <- errors.Is(err, ErrRuns) && HandOver(dir, "", Target{}, true)
				}
			})
		}
		all.Wait()
		for range len(handed) {
			if !<-handed {
				t.Error("not handed over")
			}
		}
		if n := len(listening); n != 1 {
			t.Fatalf("%d programs listen", n)
		}
		(<-listening).Close()
	}
}

// TestEnding does not pass a page to a program that ends before it shows the page.
func TestEnding(t *testing.T) {
	dir := shortDir(t)
	i := testkit.Must(ListenForStarts(dir, "", func(Target) bool { return false }))(t)
	if HandOver(dir, "", Target{Place: teletext.Place{Page: 123}}, false) {
		t.Error("handed over to a program that is at its end")
	}
	i.Close()
	listen(t, dir, "") // in place of the one that ended
}

// TestSilentStarts connects and sends nothing, or invalid data: others are still answered.
func TestSilentStarts(t *testing.T) {
	dir := shortDir(t)
	shown := listen(t, dir, "")
	for _, say := range []string{"", "sextant\n", "sextant a 99999\n", strings.Repeat("x", 1000)} {
		c, _, err := dialInstance(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		_, _ = c.Write([]byte(say)) // it may have disconnected
	}
	if !HandOver(dir, "", Target{Place: teletext.Place{Page: 200}}, false) {
		t.Error("not answered")
	}
	select {
	case p := <-shown:
		if p.Place.Page != 200 {
			t.Errorf("shown %v", p)
		}
	case <-time.After(2 * time.Minute):
		t.Error("not shown")
	}
}

// FuzzParse parses arbitrary messages.
func FuzzParse(f *testing.F) {
	f.Add("sextant abc 123/2\n")
	f.Add("sextant abc -\n")
	f.Add("sextant abc sextant:media/7-1001?t=12:34\n")
	f.Fuzz(func(t *testing.T, line string) {
		_, wanted, err := parse(line)
		if page := wanted.Place.Page; err == nil && page != 0 && (page < 100 || page > 999) {
			t.Errorf("%q gives %v", line, wanted)
		}
		if err != nil || wanted == (Target{}) {
			return
		}
		if again, err := ParseTarget(wanted.String()); err != nil || again != wanted {
			t.Errorf("%q gives %v, written %q", line, wanted, wanted)
		}
	})
}
