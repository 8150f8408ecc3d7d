package kiosk

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/acquire"
	"sextant/app/navigate"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// TestOnePageAgain returns to a list of one subpage after a visit: the page is drawn again.
func TestOnePageAgain(t *testing.T) {
	inBubble(t, `show = ["202"]`+sharp, 2*time.Minute, func(t *testing.T, r *rig) {
		r.types(300)
		r.awaits(t, "300/1", 5*time.Second)
		r.awaits(t, "202/1", 2*time.Minute)
		if r.screen.empty > 0 {
			t.Errorf("%d frames were empty", r.screen.empty)
		}
	})
}

// TestGivenUpVisit ends a visit before its first page is drawn: the list's page does not count as visited.
func TestGivenUpVisit(t *testing.T) {
	inBubble(t, `show = ["202"]`+sharp, 2*time.Minute, func(t *testing.T, r *rig) {
		r.Post(func() {
			r.visit.press(NextSubpage)
			r.visit.press(GoOn)
		})
		time.Sleep(time.Second)
		if s := r.state(); s.Cause != Listed {
			t.Errorf("%v", s.Cause)
		}
	})
}

// TestVisitToNothing checks that a viewer who goes to an empty page sees a label that says so.
func TestVisitToNothing(t *testing.T) {
	inBubble(t, `show = ["202"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		r.service.set(400, 0, "")
		r.types(400)
		time.Sleep(time.Second)
		if got := r.labelled(); got != "Page 400 is empty" {
			t.Errorf("the corner says %q", got)
		}
	})
}

// TestVisitedEmptied makes a page empty while a viewer is there: it stays as it was.
func TestVisitedEmptied(t *testing.T) {
	inBubble(t, `show = ["202"]`+sharp+"quiet = \"10m\"", time.Minute, func(t *testing.T, r *rig) {
		r.types(100)
		r.awaits(t, "100/1", 5*time.Second)
		r.service.set(100, 0, "")
		time.Sleep(5 * time.Minute)
		if r.expect("100/1"); r.screen.empty > 0 {
			t.Errorf("%d frames were empty", r.screen.empty)
		}
	})
}

// TestAlertGone makes two pages break in, the second of which has lost the subpage when its turn comes: the list goes
// on.
func TestAlertGone(t *testing.T) {
	list := `show = ["100"]` + sharp + `
[[break_in]]
pages = ["200"]
stays = "1m"

[[break_in]]
pages = ["300/3"]
stays = "1m"
`
	inBubble(t, list, 5*time.Minute, func(t *testing.T, r *rig) {
		r.service.set(200, 1, "another text")
		r.awaits(t, "200/1", 10*time.Minute)
		r.Press(Hold)
		r.service.set(300, 3, "another text")
		for range 30 { // until it waits
			r.Press(Reveal)
			time.Sleep(30 * time.Second)
		}
		r.service.set(300, 1, "yet another text")
		for range 30 {
			r.Press(Reveal)
			time.Sleep(30 * time.Second)
		}
		r.Press(GoOn)
		r.awaits(t, "100/1", 3*time.Minute)
		testkit.Check(t, r.Healthy())
	})
}

// TestAlertAhead makes a page break in before the subpage is in memory: it is tried again.
func TestAlertAhead(t *testing.T) {
	list := `show = ["100"]` + sharp + "[[break_in]]\npages = [\"300\"]\nstays = \"1m\"\npause = \"1h\"\n"
	inBubble(t, list, 5*time.Minute, func(t *testing.T, r *rig) {
		before := r.pages.Fetch(t.Context(), acquire.Want{Page: 300}).Document
		now := *before
		now.Subpages = append(slices.Clone(before.Subpages), before.Subpages[0])
		now.Subpages[3].Number = 4
		r.OnPageChanged(acquire.Change{State: acquire.State{Page: now.Number, Document: &now}, Old: before})
		time.Sleep(time.Second)
		r.expect("100/1")
		r.service.set(300, 4, "another text")
		r.pages.Fetch(t.Context(), acquire.Want{Page: 300, Reload: true})
		r.awaits(t, "300/4", 5*time.Second)
	})
}

// TestLastSubpageStaysWhileNothingElse shows a removed subpage while there is no other: it stays, is drawn in another
// size, and has labels.
func TestLastSubpageStaysWhileNothingElse(t *testing.T) {
	inBubble(t, `show = ["300/3"]`+sharp, 2*time.Minute, func(t *testing.T, r *rig) {
		r.Post(func() { r.visit.leaving.pin = func(string) (bool, time.Duration) { return false, 0 } })
		r.service.set(300, 1, "another text")
		time.Sleep(time.Hour)
		r.expect("300/3")
		r.Resize(image.Pt(200, 120))
		time.Sleep(time.Second)
		if size, _ := r.screen.given(); size != image.Pt(200, 120) {
			t.Errorf("drawn for %v", size)
		}
		r.Press(Leave)
		time.Sleep(time.Second)
		if s := ask(r, func() string { return r.turns.now.labels.middle }); !strings.HasPrefix(s, "PIN") {
			t.Errorf("the middle says %q", s)
		}
		r.service.set(300, 3, "here again")
		time.Sleep(time.Hour)
		if got := r.says(); got != "here again" {
			t.Errorf("it says %q", got)
		}
	})
}

// TestStandsByInSize checks that the first frame has the screen's size.
func TestStandsByInSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, `show = ["100"]`+sharp)
		defer r.close()
		time.Sleep(time.Second)
		if size, _ := r.screen.given(); size != image.Pt(160, 96) {
			t.Errorf("drawn for %v", size)
		}
	})
}

// TestHangingPageHoldsUpNoOther makes a page, or all pictures, hang: other pages are requested meanwhile.
func TestHangingPageHoldsUpNoOther(t *testing.T) {
	for name, how := range map[string]struct {
		list string
		fail func(s *fakeService)
	}{
		"page": {sharp, func(s *fakeService) {
			s.fails(func(page int) *failure {
				if page == 100 {
					return &failure{hang: true}
				}
				return nil
			})
		}},
		"pictures": {"\ndwell = {fixed = \"1s\"}", func(s *fakeService) { s.failsPictures(&failure{hang: true}) }},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, `show = ["100", "200", "202", "300"]`+how.list, 0, func(t *testing.T, r *rig) {
				how.fail(r.service)
				r.awaits(t, "200/1", 5*time.Second)
				time.Sleep(5 * time.Second)
				r.service.set(400, 1, "text")
				r.SetPlaylist(pinned(t, `show = ["400"]`+how.list))
				r.awaits(t, "400/1", 5*time.Second)
			})
		})
	}
}

// TestNoPictures makes the service refuse all pictures, or have none: they are requested less and less often.
func TestNoPictures(t *testing.T) {
	race.Skip(t, "it is long virtual time on one goroutine at a time")
	for _, status := range []int{403, 404}[:testkit.Times(1, 2)] {
		inBubble(t, `show = ["100", "200", "202", "300"]`, 0, func(t *testing.T, r *rig) {
			r.service.failsPictures(&failure{status: status})
			time.Sleep(6 * time.Hour)
			if n := r.service.read(&r.service.pictures); n > 7*6 {
				t.Errorf("%d: seven pictures were asked for %d times in six hours", status, n)
			}
			r.service.failsPictures(nil)
			time.Sleep(6 * time.Hour)
			if !ask(r, func() bool { return r.turns.now.scenes[0].Picture != nil }) {
				t.Errorf("%d: no picture is shown when there are some again", status)
			}
		})
	}
}

// TestPictureOfItsTime checks that the picture of a new version of a page is not stored for the stale version.
func TestPictureOfItsTime(t *testing.T) {
	inBubble(t, `show = ["200/1"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		r.service.fails(func(int) *failure { return &failure{status: 200, body: "<html>"} })
		time.Sleep(time.Hour)
		r.service.set(200, 1, "another text")
		r.service.fails(nil)
		r.SetPlaylist(pinned(t, `show = ["200/1"]`))
		place := store.PictureKey{Place: teletext.Place{Page: 200, Subpage: 1}}
		r.Post(func() { place.Digest = subpageDigest(r.turns.now.scenes[0]) })
		time.Sleep(10 * time.Minute)
		if data, _, _, err := r.store.Picture(place); err != nil || data != nil {
			t.Errorf("a picture of the new text was taken for one of the old: %v", err)
		}
		if got := r.says(); got != "another text" || r.service.read(&r.service.pictures) == 0 {
			t.Errorf("it says %q, with %d pictures", got, r.service.read(&r.service.pictures))
		}
	})
}

func subpageDigest(s navigate.Scene) [32]byte {
	sub, _ := s.Document.Subpage(s.Subpage)
	return sub.Digest()
}

// TestEmptyPage has an empty page in the list, and one in the ticker: they are requested no more often than others.
func TestEmptyPage(t *testing.T) {
	inBubble(t, `show = ["100", "200", "400"]`+sharp+"[ticker]\npage = \"401\"", 0, func(t *testing.T, r *rig) {
		r.service.set(400, 0, "")
		r.service.set(401, 0, "")
		time.Sleep(3 * time.Hour)
		for _, page := range []int{100, 200, 400, 401} {
			if n := r.service.askedFor(page); n < 60 || n > 260 {
				t.Errorf("page %d was asked for %d times", page, n)
			}
		}
	})
}

// TestTickerChanges sets another ticker while the old one is being read.
func TestTickerChanges(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp+"[ticker]\npage = \"200\"", time.Minute, func(t *testing.T, r *rig) {
		r.Post(func() {
			r.lines.at, r.lines.stepped = 100, 0
			r.lines.step(r.parts.Elapsed())
			r.SetPlaylist(pinned(t, `show = ["100"]`+sharp+"[ticker]\npage = \"300\""))
		})
		rows := make(chan []string)
		for range 20 {
			time.Sleep(time.Second)
			r.Post(func() {
				var all []string
				for _, row := range r.lines.ticker {
					s := ""
					for _, c := range row {
						s += string(c.Rune)
					}
					all = append(all, s)
				}
				rows <- all
			})
			if got := <-rows; slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "Page 200") }) {
				t.Fatalf("%q", got)
			}
		}
	})
}

// TestTickerWithoutAPage checks that the page of a ticker is read again only when something new is known of it.
func TestTickerWithoutAPage(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp+"[ticker]\npage = \"555\"", time.Minute, func(t *testing.T, r *rig) {
		ticker := func() (read time.Duration, rows int) {
			synctest.Wait()
			read = ask(r, func() time.Duration { return r.lines.stepped })
			return read, ask(r, func() int { return len(r.lines.ticker) })
		}
		before, _ := ticker()
		time.Sleep(20 * time.Second)
		if after, rows := ticker(); after != before || rows != 0 {
			t.Errorf("%d rows, read again after %v", rows, after-before)
		}
		r.service.set(555, 1, "at last")
		time.Sleep(2 * time.Hour)
		if _, rows := ticker(); rows == 0 {
			t.Error("the page has come, and the ticker is empty")
		}
	})
}

// TestEndsBehindWhatItBegan ends the Director while a PIN is compared: Run returns only after that, so that the store
// is closed later.
func TestEndsBehindWhatItBegan(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		answer := make(chan bool)
		r.Post(func() {
			r.visit.leaving.pin = func(string) (bool, time.Duration) { return <-answer, 0 }
		})
		r.Press(Leave)
		r.Digit(1)
		r.Press(Enter)
		time.Sleep(time.Second)
		r.End()
		synctest.Wait()
		select {
		case <-r.done:
			t.Error("it has ended before")
		default:
		}
		close(answer)
		<-r.done
	})
}

// TestListWithoutPages sets a list of which no page exists: after its dwell, the page of the old list is replaced by
// the time, until a page comes.
func TestListWithoutPages(t *testing.T) {
	inBubble(t, `show = ["100"]`+sharp, time.Minute, func(t *testing.T, r *rig) {
		state := func() State {
			return testkit.Must(r.State(context.Background()))(t)
		}
		r.expect("100/1")
		r.SetPlaylist(pinned(t, `show = ["555-556", "557"]`+sharp))
		if time.Sleep(time.Second); !state().Before {
			t.Error("the page on the screen is reported as one of the new list")
		}
		time.Sleep(3 * time.Minute)
		if s := state(); s.Cause != Waiting || s.Bare < 2*time.Minute || s.Before {
			t.Errorf("%v on the screen, nothing for %v", s.Cause, s.Bare)
		}
		r.service.set(557, 1, "here")
		time.Sleep(2 * time.Hour)
		if s := state(); s.Cause != Listed || s.Bare != 0 {
			t.Errorf("%v on the screen, nothing for %v", s.Cause, s.Bare)
		}
		r.expect("557/1")
	})
}

// TestSlowDiskAtStart starts a screen whose disk takes 10 s for each page: it is not taken for hanging meanwhile.
func TestSlowDiskAtStart(t *testing.T) {
	list := `show = ["100", "200", "300"]` + sharp
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, list)
		defer func() { r.close() }()
		r.service.fourPages()
		time.Sleep(5 * time.Minute)
		r.End()
		<-r.done
		r.slow.Store(int64(10 * time.Second))
		r.open(list)
		for range 90 {
			time.Sleep(time.Second)
			testkit.NoError(t, r.Healthy())
		}
		if on := r.on(); on == "0/0" || on == "" {
			t.Errorf("after that %q is on the screen", on)
		}
	})
}

// TestSmallQuota shows a list for hours with a quota for a fifth of its shows. Its pages change all the time, and each
// change needs pictures, too. No page is left behind, even if it has all of its pictures, and the pictures come.
func TestSmallQuota(t *testing.T) {
	list := "show = [\"100-106\", \"122/2\", \"130\"]\ntogether = 2\n[dwell]\nfixed = \"60s\"\n"
	subpages := map[int]int{100: 2, 102: 1, 104: 3, 106: 2, 122: 3, 130: 2}
	every := map[int]int{100: 10, 102: 14, 104: 20, 106: 24, 122: 70, 130: 150} // minutes between changes
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, list)
		defer func() { r.close() }()
		for page, n := range subpages {
			r.service.set(page, n, "first")
		}
		time.Sleep(time.Minute)
		r.End()
		<-r.done
		r.limits.PerHour = 60
		r.open(list)
		for minute := 1; minute <= 6*60; minute++ {
			time.Sleep(time.Minute)
			for page, n := range subpages {
				if minute%every[page] == 0 {
					r.service.set(page, n, fmt.Sprint("of minute ", minute))
				}
				age := ask(r, func() time.Duration { return r.turns.index.sinceAsked(page, r.now()) })
				if minute > 60 && age > 20*time.Minute {
					t.Fatalf("minute %d: page %d was asked for %v ago", minute, page, age)
				}
			}
		}
		r.service.mu.Lock()
		defer r.service.mu.Unlock()
		if n := len(r.service.requests); n > 60 {
			t.Errorf("%d requests in an hour", n)
		}
		if n := r.service.pictures; n < 60 {
			t.Errorf("%d pictures came in six hours", n)
		}
	})
}
