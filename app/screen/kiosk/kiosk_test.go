package kiosk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

const sharp = "\n[screen]\nview = \"sharp\"\n"

// fourPages sets the pages of most tests.
func (s *fakeService) fourPages() {
	s.set(100, 1, "first")
	s.set(200, 2, "second")
	s.set(202, 1, "third")
	s.set(300, 3, "fourth")
}

// inBubble tests a screen in virtual time, some time after its start. It must count as healthy in each second.
func inBubble(t *testing.T, list string, after time.Duration, test func(t *testing.T, r *rig)) {
	inAnyHealth(t, list, after, func(t *testing.T, r *rig) {
		ended, end := context.WithCancel(t.Context())
		defer end()
		go func() {
			for ended.Err() == nil {
				if err := r.newest.Load().Healthy(); err != nil {
					t.Error(err)
					return
				}
				time.Sleep(time.Second)
			}
		}()
		test(t, r)
	})
}

// inAnyHealth is inBubble with a screen that need not be healthy.
func inAnyHealth(t *testing.T, list string, after time.Duration, test func(t *testing.T, r *rig)) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, list)
		defer r.close()
		r.service.fourPages()
		time.Sleep(after)
		test(t, r)
	})
}

// follow returns the next places on the screen, as many as turns.
func (r *rig) follow(turns int) (seen []string) {
	for last := r.on(); len(seen) < turns; time.Sleep(time.Second) {
		if on := r.on(); on != last {
			seen, last = append(seen, on), on
		}
	}
	return seen
}

// types types the number of a page.
func (r *rig) types(page int) {
	for _, digit := range fmt.Sprint(page) {
		r.Digit(int(digit - '0'))
	}
}

// expect checks the places on the screen.
func (r *rig) expect(want string) {
	r.t.Helper()
	if on := r.on(); on != want {
		r.t.Errorf("%q is on the screen, not %q", on, want)
	}
}

// TestTurning checks that a list shows each page in turn with all of its subpages, and skips a missing page until it
// exists.
func TestTurning(t *testing.T) {
	inBubble(t, `show = ["100", "200-202", "777", "300/2"]`+sharp, 2*time.Minute, func(t *testing.T, r *rig) {
		seen := r.follow(10)
		from := slices.Index(seen, "100/1")
		if from < 0 || !slices.Equal(seen[from:from+5], []string{"100/1", "200/1", "200/2", "202/1", "300/2"}) {
			t.Errorf("%v", seen)
		}
		r.service.set(777, 1, "there at last")
		time.Sleep(time.Hour + 10*time.Minute)
		if seen := r.follow(6); !slices.Contains(seen, "777/1") {
			t.Errorf("a page that came later is not shown: %v", seen)
		}
	})
}

// TestTogether checks that three pages are shown at once, each once, and that their subpages turn where they are.
func TestTogether(t *testing.T) {
	inBubble(t, "show = [\"100\", \"200\", \"100\", \"300\"]\ntogether = 4"+sharp,
		time.Minute, func(t *testing.T, r *rig) {
			seen := r.follow(3)
			want := []string{"100/1 200/1 300/1", "100/1 200/2 300/2", "100/1 200/1 300/3"}
			at := slices.Index(want, seen[0])
			for i, on := range seen {
				if at < 0 || on != want[(at+i)%len(want)] {
					t.Errorf("%v are on the screen in turn", seen)
					break
				}
			}
		})
}

// TestFavouritesAndChanged checks that a page that changed recently is shown, and no longer after an hour.
func TestFavouritesAndChanged(t *testing.T) {
	inBubble(t, `show = ["100", "changed"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		r.pages.Fetch(t.Context(), acquire.Want{Page: 300})
		time.Sleep(time.Minute)
		r.service.set(300, 1, "another text")
		time.Sleep(2 * time.Minute)
		r.pages.Fetch(t.Context(), acquire.Want{Page: 300})
		time.Sleep(2 * time.Minute)
		if seen := r.follow(2); !slices.Contains(seen, "300/1") {
			t.Errorf("what changed is not shown: %v", seen)
		}
		time.Sleep(time.Hour)
		r.expect("100/1")
	})
}

// TestDayparts checks that the list changes with the time of day, and back.
func TestDayparts(t *testing.T) {
	list := `show = ["100"]` + sharp + `
[[daypart]]
name = "night"
from = "01:00"
to = "02:00"
show = ["202"]
`
	inBubble(t, list, time.Minute, func(t *testing.T, r *rig) {
		now := r.now()
		midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, now.Location())
		for _, c := range []struct {
			at   time.Duration // time after midnight that the clock is set to
			want string
		}{
			{time.Hour - 2*time.Second, "100/1"},
			{time.Hour, "202/1"},
			{2*time.Hour - 2*time.Second, "202/1"},
			{2 * time.Hour, "100/1"},
			{90 * time.Minute, "202/1"},
			{30 * time.Minute, "100/1"},
		} {
			r.offset.Add(int64(midnight.Add(c.at).Sub(r.now())))
			time.Sleep(1900 * time.Millisecond)
			r.expect(c.want)
		}
		r.offset.Add(int64(midnight.Add(time.Hour - time.Second).Sub(r.now()))) // and now without setting the clock
		time.Sleep(500 * time.Millisecond)
		r.expect("100/1")
		time.Sleep(1500 * time.Millisecond)
		r.expect("202/1")
	})
}

// TestBreakIn checks that a page breaks in when a phrase appears, for its time, and not again within the pause.
func TestBreakIn(t *testing.T) {
	list := `show = ["100", "200"]` + sharp + `
[[break_in]]
pages = ["300"]
phrase = "newsflash"
stays = "30s"
pause = "20m"
`
	inBubble(t, list, 5*time.Minute, func(t *testing.T, r *rig) {
		r.service.set(300, 1, "nothing much")
		time.Sleep(6 * time.Minute)
		r.service.set(300, 1, "A NewsFlash at last")
		began := r.awaits(t, "300/1", 6*time.Minute)
		time.Sleep(29 * time.Second)
		r.expect("300/1")
		time.Sleep(2 * time.Second)
		if on := r.on(); on == "300/1" {
			t.Error("it stays")
		}
		r.service.set(300, 1, "nothing again")
		time.Sleep(5 * time.Minute)
		r.service.set(300, 1, "Newsflash: once more")
		for r.now().Sub(began) < 19*time.Minute {
			if time.Sleep(5 * time.Second); r.on() == "300/1" {
				t.Fatal("it broke in within the pause")
			}
		}
	})
}

// TestBreakInOfLine checks that a page breaks in when one of its lines changes, and not when another part of it does.
func TestBreakInOfLine(t *testing.T) {
	list := `show = ["100", "200"]` + sharp + `
[[break_in]]
pages = ["300"]
line = "Gulls – Terns"
stays = "30s"
pause = "0s"
`
	inBubble(t, list, 5*time.Minute, func(t *testing.T, r *rig) {
		r.service.set(300, 1, "Gulls – Terns 0–0")
		time.Sleep(6 * time.Minute)
		r.service.set(300, 2, "Gulls – Terns 0–0")
		for range 5 * 60 {
			if time.Sleep(time.Second); strings.HasPrefix(r.on(), "300/") {
				t.Fatalf("%s broke in for another change", r.on())
			}
		}
		r.service.set(300, 2, "Gulls – Terns 1–0")
		r.awaits(t, "300/1", 6*time.Minute)
	})
}

// TestBreakIns changes two pages at once: they break in one after the other, each with its own pause.
func TestBreakIns(t *testing.T) {
	list := `show = ["100"]` + sharp + `
[[break_in]]
pages = ["202", "300/1"]
stays = "20s"
pause = "1h"
`
	inBubble(t, list, 10*time.Minute, func(t *testing.T, r *rig) {
		r.service.set(202, 1, "changed")
		r.service.set(300, 1, "changed too")
		var seen []string
		for range 10 * 60 {
			if on := r.on(); len(seen) == 0 || seen[len(seen)-1] != on {
				seen = append(seen, on)
			}
			time.Sleep(time.Second)
		}
		if !slices.Contains(seen, "202/1") || !slices.Contains(seen, "300/1") || seen[len(seen)-1] != "100/1" {
			t.Errorf("%v", seen)
		}
	})
}

// awaits waits for a page on the screen, for at most most, and returns the time.
func (r *rig) awaits(t *testing.T, want string, most time.Duration) time.Time {
	t.Helper()
	for end := time.Now().Add(most); r.on() != want; time.Sleep(time.Second) {
		if time.Now().After(end) {
			t.Fatalf("%q is on the screen, not %q", r.on(), want)
		}
	}
	return r.now()
}

// TestVisit makes a viewer go to another page, to a missing one, and hold; the list goes on after a quiet minute.
func TestVisit(t *testing.T) {
	inBubble(t, `show = ["100", "200"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		r.types(300)
		time.Sleep(2 * time.Second)
		r.expect("300/1")
		r.Press(NextSubpage)
		time.Sleep(time.Second)
		r.expect("300/2")
		r.types(777)
		time.Sleep(2 * time.Second)
		r.expect("300/2")
		time.Sleep(57 * time.Second)
		r.expect("300/2")
		time.Sleep(5 * time.Second)
		if on := r.on(); strings.HasPrefix(on, "300") {
			t.Errorf("%q after a quiet minute", on)
		}
		r.types(300)
		time.Sleep(2 * time.Second)
		r.Press(Hold) // at the visited page
		time.Sleep(30 * time.Second)
		r.expect("300/1")
		r.Press(Hold)
		time.Sleep(time.Second)
		r.Press(Hold)
		held := r.on()
		time.Sleep(45 * time.Second)
		r.expect(held)
		r.Press(Hold)
		time.Sleep(time.Second)
		if on := r.on(); on == held {
			t.Errorf("%q is still held", on)
		}
	})
}

// TestReveal checks that revealed text is concealed again after a quiet minute.
func TestReveal(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		reveals := func() bool {
			return ask(r, func() bool { return r.turns.now.labels.reveal })
		}
		r.Press(Reveal)
		time.Sleep(30 * time.Second)
		if !reveals() {
			t.Error("nothing is revealed")
		}
		time.Sleep(35 * time.Second)
		if reveals() {
			t.Error("it is still revealed after a quiet minute")
		}
	})
}

// TestLeaving checks that a key ends the program, and only with the PIN if there is one.
func TestLeaving(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		r.Post(func() {
			r.visit.leaving.pin = func(digits string) (bool, time.Duration) { return digits == "2468", 0 }
		})
		enter := func(digits ...int) {
			for _, d := range digits {
				r.Digit(d)
			}
			r.Press(Enter)
			time.Sleep(time.Second)
		}
		r.Press(Leave)
		enter(1, 1, 1, 1)
		if r.left.Load() {
			t.Fatal("left with another PIN")
		}
		enter(2, 4, 6, 8)
		if !r.left.Load() {
			t.Error("the PIN is right")
		}
		r.left.Store(false)
		r.Press(Leave)
		time.Sleep(30 * time.Second) // the prompt for the PIN ends
		r.types(300)
		time.Sleep(time.Second)
		r.expect("300/1")
		r.Post(func() { r.visit.leaving.pin = nil })
		r.Press(Leave)
		time.Sleep(time.Second)
		if !r.left.Load() {
			t.Error("not left without a PIN")
		}
	})
}

// TestPlaylistChanges checks that another playlist, and another size of the screen, take effect at once.
func TestPlaylistChanges(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		r.SetPlaylist(pinned(t, `show = ["202", "300"]`+sharp+"clock = true\n[ticker]\npage = \"200\""))
		r.awaits(t, "202/1", 30*time.Second)
		r.Resize(image.Pt(96, 160))
		time.Sleep(time.Second)
		size, before := r.screen.given()
		if size != image.Pt(96, 160) {
			t.Errorf("drawn for %v", size)
		}
		time.Sleep(2 * time.Minute)
		if _, patches := r.screen.given(); patches < before+10 {
			t.Errorf("%d lines were drawn in two minutes", patches-before)
		}
	})
}

// TestRestart checks that a restart shows the last page again, from the store alone.
func TestRestart(t *testing.T) {
	list := `show = ["100", "200", "202", "300"]` + sharp
	inBubble(t, list, 3*time.Minute, func(t *testing.T, r *rig) {
		r.awaits(t, "300/2", time.Minute*3)
		r.End()
		<-r.done
		r.client.Close()
		r.service.fails(func(int) *failure { return &failure{cut: true} })
		r.open(list)
		time.Sleep(time.Second)
		r.expect("300/2")
		if s, _ := r.State(context.Background()); s.Causes[Waiting] != 0 {
			t.Error("the screen stood by at first")
		}
	})
}

// TestPictures checks that the service's pictures are requested and shown.
func TestPictures(t *testing.T) {
	inBubble(t, `show = ["100", "200"]`, 3*time.Minute, func(t *testing.T, r *rig) {
		if n := r.service.read(&r.service.pictures); n != 3 {
			t.Errorf("%d pictures were asked for", n)
		}
		if !ask(r, func() bool { return r.turns.now.scenes[0].Picture != nil }) {
			t.Error("the picture is not shown")
		}
	})
}

// TestGoneSubpageWithoutPicture holds a subpage whose picture is missing, and which the page then no longer has: the
// picture of another subpage must not make the screen draw it again and again.
func TestGoneSubpageWithoutPicture(t *testing.T) {
	inBubble(t, `show = ["300"]`, 0, func(t *testing.T, r *rig) {
		r.service.failsPictures(&failure{status: 503})
		r.service.set(300, 2, "text")
		for range 600 {
			if time.Sleep(time.Second); r.on() == "300/2" {
				break
			}
		}
		r.Press(Hold)
		time.Sleep(time.Second)
		r.expect("300/2")
		r.service.set(300, 1, "another text")
		before := r.screen.frames
		for i := range 20 { // a viewer who still holds it
			if i == 10 {
				r.service.failsPictures(nil)
			}
			time.Sleep(30 * time.Second)
			r.Press(Reveal)
		}
		r.expect("300/2")
		if n := r.screen.frames - before; n > 60 {
			t.Errorf("%d frames in ten minutes", n)
		}
	})
}

// TestLongList shows a list that is too long for the quota: its pages get old, no request is refused, and the state
// reports it.
func TestLongList(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	synctest.Test(t, func(t *testing.T) {
		pages := testkit.Times(400, 800)
		r := newRig(t, fmt.Sprintf(`show = ["100-%d"]`, 99+pages)+sharp)
		defer r.close()
		for n := range pages {
			r.service.set(100+n, 1, "text")
		}
		time.Sleep(time.Duration(testkit.Times(5, 12)) * time.Hour)
		s, _ := r.State(context.Background())
		t.Logf("%d of %d known, mean age %v, oldest %v, %.0f %% left, short %v, %d asked for in the last hour",
			s.Known, s.Pages, s.Mean, s.Oldest, 100*s.Left, s.Short, s.Usage.Hour)
		if r.service.read(&r.service.exceeded) > 0 || s.Errors[api.QuotaUsed] > 0 ||
			s.Known < pages-10 || !s.Short || s.Oldest > 8*time.Hour {
			t.Errorf("%d exceeded; %+v", r.service.read(&r.service.exceeded), s)
		}
	})
}

// TestHealthy expects an error while the screen does not draw.
func TestHealthy(t *testing.T) {
	inAnyHealth(t, `show = ["100", "200"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		testkit.Check(t, r.Healthy())
		r.screen.stuck(true)
		time.Sleep(40 * time.Second)
		if err := r.Healthy(); err == nil || !strings.Contains(err.Error(), "drawn") {
			t.Errorf("%v while nothing is drawn", err)
		}
		r.screen.stuck(false)
		time.Sleep(time.Minute)
		testkit.Check(t, r.Healthy())
	})
}

// says returns the row below the page number of the first page on the screen.
func (r *rig) says() string {
	return ask(r, func() string { return strings.TrimSpace(r.turns.now.scenes[0].Grid.Row(1)) })
}

// TestOnePage checks that a list of one subpage is refreshed while it stays on the screen.
func TestOnePage(t *testing.T) {
	inBubble(t, `show = ["202"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		for i := range 20 {
			text := fmt.Sprint("version ", i)
			r.service.set(202, 1, text)
			time.Sleep(10 * time.Minute)
			if got := r.says(); got != text {
				t.Errorf("it says %q, not %q", got, text)
			}
		}
		testkit.Check(t, r.Healthy())
	})
}

// TestForgotten checks that a page that could not be shown although it was known is tried again.
func TestForgotten(t *testing.T) {
	inBubble(t, `show = ["100", "202"]`+sharp, 2*time.Minute, func(t *testing.T, r *rig) {
		r.service.fails(func(int) *failure { return &failure{cut: true} })
		r.Post(func() {
			r.turns.index.forget(&show{entries: []entry{{stop: stop{Page: 202}}}}, r.parts.Elapsed())
			r.doEffects(r.turns.indexChanged(r.Director.now(), 202))
		})
		time.Sleep(20 * time.Second)
		r.expect("100/1")
		time.Sleep(2 * time.Minute)
		if seen := r.follow(2); !slices.Contains(seen, "202/1") {
			t.Errorf("%v", seen)
		}
	})
}

// TestDamagedStore overwrites the store with garbage while the list runs, whose pages do not all fit in memory: it goes
// on.
func TestDamagedStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, `show = ["100-199"]`+sharp)
		defer r.close()
		for page := 100; page < 200; page++ {
			r.service.set(page, 1, "text")
		}
		time.Sleep(2 * time.Hour)
		nonsense := bytes.Repeat([]byte("nonsense"), 1<<15)
		for _, file := range []string{r.file, r.file + "-wal"} {
			f, err := os.OpenFile(file, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			_, err = f.WriteAt(nonsense, 0)
			testkit.NoError(t, errors.Join(err, f.Close()))
		}
		for range 60 {
			time.Sleep(time.Minute)
			testkit.NoError(t, r.Healthy())
		}
		time.Sleep(time.Hour)
		s, _ := r.State(context.Background())
		r.screen.mu.Lock()
		defer r.screen.mu.Unlock()
		if s.Known != 100 || s.Cause != Listed || r.screen.empty > 0 {
			t.Errorf("%d pages known, %v on the screen, %d empty frames", s.Known, s.Cause, r.screen.empty)
		}
	})
}

// TestFullDisk checks that pages are shown from memory, and others when they arrive, if the store cannot be written.
func TestFullDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, `show = ["100-129"]`+sharp)
		defer r.close()
		_ = r.store.Close() // neither reads nor writes work, which is worse than a full disk
		for page := 100; page < 130; page++ {
			r.service.set(page, 1, "text")
		}
		time.Sleep(time.Hour)
		if seen := r.follow(30); len(slices.Compact(slices.Sorted(slices.Values(seen)))) != 30 {
			t.Errorf("%v", seen)
		}
	})
}

// TestTogetherFillsUp shows four pages at once, of which one is known later: it gets its place as soon as it is known,
// not at the next turn.
func TestTogetherFillsUp(t *testing.T) {
	inBubble(t, "show = [\"100\", \"200\", \"300\", \"102\"]\ntogether = 4\ndwell = { fixed = \"10m\" }\n"+sharp,
		time.Minute, func(t *testing.T, r *rig) {
			r.expect("100/1 200/1 300/1")
			r.service.set(102, 1, "late")
			r.pages.Fetch(t.Context(), acquire.Want{Page: 102})
			time.Sleep(5 * time.Second)
			r.expect("100/1 200/1 300/1 102/1")
		})
}

// TestCompletes checks that a show is filled up only if its list wanted more pages than it had, as one of another list
// or of a changed playlist did not.
func TestCompletes(t *testing.T) {
	s := &fakeStock{pages: map[int]int{100: 1, 200: 1, 300: 1}}
	o := s.lay(t, "show = [\"100\", \"200\", \"300\"]\ntogether = 4")
	for _, c := range []struct {
		entries, together int
		want              bool
	}{{3, 4, false}, {2, 4, true}, {1, 4, true}, {1, 1, false}, {1, 2, false}} {
		group, own := o.Group(stop{})
		show := &show{entries: group[:c.entries], own: own, together: c.together}
		if got := o.completes(show); got != c.want {
			t.Errorf("%d of %d entries are completed: %v", c.entries, c.together, got)
		}
	}
}
