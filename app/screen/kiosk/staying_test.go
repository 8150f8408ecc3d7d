package kiosk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sextant/app/acquire"
)

// readAloud shows two pages for ten seconds each, and reads them.
const readAloud = `show = ["100", "202"]` + aloud + "[dwell]\nfixed = \"10s\"\n"

// awaitsRead waits until a page is on the screen and being read by a voice that takes a given time for each text.
func (r *rig) awaitsRead(t *testing.T, takes time.Duration, on string) (began time.Time) {
	t.Helper()
	r.voice.set(takes, nil)
	for r.on() == on {
		time.Sleep(time.Second)
	}
	began = r.awaits(t, on, 2*longestReading)
	r.voice.texts()
	return began
}

// TestLongReadingIsHealthy reads pages for as long as is allowed, by a voice that hangs or is slow: the screen counts
// as healthy all the time, and the list goes on.
func TestLongReadingIsHealthy(t *testing.T) {
	for _, takes := range []time.Duration{0, 40 * time.Second, 90 * time.Second} {
		t.Run(takes.String(), func(t *testing.T) {
			inBubble(t, readAloud, 2*time.Minute, func(t *testing.T, r *rig) {
				r.voice.set(takes, nil)
				for range 3 {
					r.awaits(t, "202/1", longestReading+time.Minute)
					r.awaits(t, "100/1", longestReading+time.Minute)
				}
			})
		})
	}
}

// TestHeldScreenIsHealthy keeps a show far beyond its dwell in every way in which it may stay, and lets it go: the
// screen counts as healthy, also right after that.
func TestHeldScreenIsHealthy(t *testing.T) {
	quiet := `show = ["100", "202"]` + sharp + "quiet = \"30m\"\n[dwell]\nfixed = \"10s\"\n"
	for name, tt := range map[string]struct {
		list  string
		keeps func(r *rig)
	}{
		"held":           {quiet, func(r *rig) { r.Press(Hold) }},
		"a digit typed":  {quiet, func(r *rig) { r.Digit(3) }},
		"a page visited": {quiet, func(r *rig) { r.Press(NextSubpage) }},
		"PIN": {quiet, func(r *rig) {
			r.Post(func() { r.visit.leaving.pin = func(string) (bool, time.Duration) { return false, 0 } })
			r.Press(Hold)
			r.Press(Leave)
			r.Digit(1)
		}},
		"held while read": {readAloud, func(r *rig) {
			r.voice.set(0, nil)
			time.Sleep(10 * time.Second)
			r.Press(Hold)
		}},
		"visited while read": {readAloud, func(r *rig) {
			r.voice.set(0, nil)
			r.Press(NextSubpage)
		}},
		"nothing else":     {`show = ["100"]` + sharp, func(*rig) {}},
		"no page any more": {`show = ["300/3"]` + sharp, func(r *rig) { r.service.set(300, 1, "less") }},
		"another list without pages": {`show = ["100"]` + sharp, func(r *rig) {
			r.SetPlaylist(pinned(r.t, `show = ["555"]`+sharp))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, tt.list, 2*time.Minute, func(t *testing.T, r *rig) {
				tt.keeps(r)
				time.Sleep(20 * time.Minute)
				r.Press(Escape)
				r.Press(GoOn)
				time.Sleep(5 * time.Minute)
			})
		})
	}
}

// step passes the input of a step to the turns, and updates the report. It waits second by second.
func (m *machine) step(r *report, input string) {
	word, n := input, 1
	if _, err := fmt.Sscanf(input, "wait %d", &n); err == nil {
		word = "wait 1"
	}
	for range n {
		m.inWords(m.do(word))
		r.update(&m.turns, m.at.elapsed)
	}
}

// TestSlowNextShowAfterHoldIsHealthy lets go of a show that was held for long, while the disk is slow to load the next
// one: only the time since then counts.
func TestSlowNextShowAfterHoldIsHealthy(t *testing.T) {
	m := newMachine(t, `show = ["100", "200"]`, 100, 200)
	var r report
	step := func(input string) { m.step(&r, input) }
	for _, input := range []string{"start", "painted", "painted", "hold", "dwell", "wait 600", "comes 200", "goOn"} {
		step(input)
	}
	if late := r.late(m.at.elapsed); late > 0 {
		t.Errorf("late by %v when it is let go", late)
	}
	step("wait 30")
	if late := r.late(m.at.elapsed); late != 30*time.Second {
		t.Errorf("late by %v after 30 s", late)
	}
	step("painted")
	if late := r.late(m.at.elapsed); late > 0 || m.now.entries[0].Page != 200 {
		t.Errorf("late by %v after the turn to %v", late, m.now.entries)
	}
}

// TestShowThatCannotTurnIsUnhealthy never draws the next show: the screen counts as broken after turnWithin.
func TestShowThatCannotTurnIsUnhealthy(t *testing.T) {
	for name, before := range map[string][]string{
		"a page of the list": {"start", "painted", "dwell"},
		"read before":        {"start", "painted", "speaks", "dwell", "wait 100", "silent"},
		"held before":        {"start", "painted", "hold", "dwell", "wait 1000", "goOn"},
		"a viewer's page":    {"start", "painted", "hold", "visit 300", "dwell", "wait 1000", "goOn"},
		"read for ever":      {"start", "painted", "speaks", "dwell", "wait 299"},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t, `show = ["100", "200"]`, 100, 200)
			var r report
			for _, input := range before {
				m.step(&r, input)
			}
			if late := r.late(m.at.elapsed); late > turnWithin {
				t.Errorf("late by %v at first", late)
			}
			m.step(&r, "wait 61")
			if late := r.late(m.at.elapsed); late <= turnWithin {
				t.Errorf("late by %v only", late)
			}
		})
	}
}

// TestReadingOfChangingPageEnds reads a page whose text changes faster than it can be read: it does not stay for ever.
func TestReadingOfChangingPageEnds(t *testing.T) {
	inBubble(t, readAloud, 2*time.Minute, func(t *testing.T, r *rig) {
		began := r.awaitsRead(t, time.Minute, "100/1")
		for i := 0; r.on() == "100/1"; i++ {
			if r.now().Sub(began) > 2*longestReading {
				t.Fatal("it stays for ever")
			}
			r.service.set(100, 1, fmt.Sprint("result ", i))
			time.Sleep(20 * time.Second)
		}
	})
}

// TestKeysSilence presses keys while a page is read that a viewer went to, or the list's: every key stops the voice,
// and those that go on do so at once.
func TestKeysSilence(t *testing.T) {
	for _, key := range []Key{Escape, GoOn, Enter, Backspace, Reveal, Red, Leave} {
		list := strings.Replace(readAloud, "aloud = true", "aloud = true\nquiet = \"10m\"", 1)
		inBubble(t, list, 2*time.Minute, func(t *testing.T, r *rig) {
			r.Post(func() { r.visit.leaving.pin = func(string) (bool, time.Duration) { return false, 0 } })
			r.awaitsRead(t, 0, "100/1")
			r.types(300)
			r.awaits(t, "300/1", 5*time.Second)
			time.Sleep(time.Second)
			r.voice.texts()
			r.Press(key)
			time.Sleep(2 * time.Second)
			if _, stopped := r.voice.texts(); stopped == 0 {
				t.Errorf("key %d does not stop the voice", key)
			}
			if goesOn := key == Escape || key == GoOn; goesOn == (r.on() == "300/1") {
				t.Errorf("key %d: %s is on the screen", key, r.on())
			}
		})
	}
	inBubble(t, readAloud, 2*time.Minute, func(t *testing.T, r *rig) {
		r.Post(func() { r.visit.leaving.pin = func(string) (bool, time.Duration) { return false, 0 } })
		r.awaitsRead(t, 0, "100/1")
		r.Press(Leave)
		r.awaitsRead(t, 0, "202/1")
		r.Digit(1)
		time.Sleep(time.Second)
		if _, stopped := r.voice.texts(); stopped == 0 {
			t.Error("a digit does not stop the voice")
		}
	})
}

const newsflash = "[[break_in]]\npages = [\"300\"]\nstays = \"30s\"\npause = \"0s\"\n"

// TestBreakInSilencesVoice makes pages break in while another one is read: each is on the screen within seconds after
// it came, and is read in its place.
func TestBreakInSilencesVoice(t *testing.T) {
	list := readAloud + newsflash + strings.Replace(newsflash, "300", "200", 1)
	for _, takes := range []time.Duration{0, time.Minute} {
		inBubble(t, list, 2*time.Minute, func(t *testing.T, r *rig) {
			r.fetch(200)
			r.fetch(300)
			r.awaitsRead(t, takes, "100/1")
			time.Sleep(15 * time.Second)
			r.service.set(300, 1, "newsflash")
			r.fetch(300)
			time.Sleep(2 * time.Second)
			r.expect("300/1")
			if said, stopped := r.voice.texts(); stopped != 1 || len(said) == 0 {
				t.Errorf("silenced %d times, said is %q", stopped, said)
			}
			time.Sleep(20 * time.Second)
			r.expect("300/1")
			time.Sleep(20 * time.Second) // its time is over, and it is still being read
			r.expect("300/1")
			r.service.set(200, 1, "another newsflash")
			r.fetch(200)
			time.Sleep(2 * time.Second)
			r.expect("200/1")
		})
	}
}

// TestBreakInReadsEachSubpage lets a page of several subpages break in: none of them cuts the reading of another one.
func TestBreakInReadsEachSubpage(t *testing.T) {
	list := readAloud + strings.Replace(newsflash, "30s", "3m", 1)
	inBubble(t, list, 2*time.Minute, func(t *testing.T, r *rig) {
		r.fetch(300)
		r.awaitsRead(t, 10*time.Second, "100/1")
		r.service.set(300, 3, "newsflash")
		r.fetch(300)
		r.awaits(t, "300/1", 3*time.Second)
		r.voice.texts()
		r.awaits(t, "300/2", time.Minute)
		r.awaits(t, "300/3", time.Minute)
		if _, stopped := r.voice.texts(); stopped > 0 {
			t.Errorf("silenced %d times", stopped)
		}
	})
}

// fetch asks for a page as another part of the program does.
func (r *rig) fetch(page int) { r.pages.Fetch(r.t.Context(), acquire.Want{Page: page, Reload: true}) }

// TestListChangesWhileRead changes the list by the time of day, or by a person, while a page is read: the time of day
// waits for the sentence that is being said, at most for a while, and a person for nothing.
func TestListChangesWhileRead(t *testing.T) {
	list := readAloud + "[[daypart]]\nname = \"night\"\nfrom = \"01:00\"\nto = \"02:00\"\nshow = [\"300/1\"]\n"
	for name, tt := range map[string]struct {
		takes    time.Duration // of a sentence, 0 without end
		picks    bool
		within   time.Duration
		silenced int
	}{
		"a sentence":           {8 * time.Second, false, 9 * time.Second, 0},
		"a long sentence":      {10 * time.Minute, false, longestSentence + 3*time.Second, 1},
		"a voice that hangs":   {0, false, longestSentence + 3*time.Second, 1},
		"picked by somebody":   {time.Minute, true, 2 * time.Second, 1},
		"picked when it hangs": {0, true, 2 * time.Second, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, list, 2*time.Minute, func(t *testing.T, r *rig) {
				now := r.now()
				one := time.Date(now.Year(), now.Month(), now.Day()+1, 1, 0, 0, 0, now.Location())
				r.offset.Add(int64(one.Add(-time.Hour).Sub(r.now())))
				r.awaitsRead(t, tt.takes, "100/1")
				time.Sleep(3 * time.Second)
				if tt.picks {
					r.Pick(1)
				} else {
					r.offset.Add(int64(one.Sub(r.now())))
				}
				began := r.now()
				if waits := r.awaits(t, "300/1", 2*longestReading).Sub(began); waits > tt.within {
					t.Errorf("the list changes after %v", waits)
				}
				if _, stopped := r.voice.texts(); stopped != tt.silenced {
					t.Errorf("silenced %d times", stopped)
				}
			})
		})
	}
}

// TestReadPageStaysBeforeListWithoutPages sets a list of which no page exists while a page is read: that is read to
// its end, and then the time is shown.
func TestReadPageStaysBeforeListWithoutPages(t *testing.T) {
	m := newMachine(t, `show = ["100", "200"]`, 100, 200)
	for _, input := range []string{"start", "painted", "speaks"} {
		m.inWords(m.do(input))
	}
	m.painting = nil
	m.inWords(m.setPlaylist(m.at, pinned(t, `show = ["555"]`)))
	for _, input := range []string{"painted", "dwell", "wait 1"} {
		m.inWords(m.do(input))
	}
	if got := m.inWords(m.do("wait 60")); got != "" {
		t.Errorf("while it is read: %s", got)
	}
	m.do("silent")
	if got := m.inWords(m.do("wait 1")); got != "no dwell, paint the time" {
		t.Errorf("afterwards: %s", got)
	}
}
