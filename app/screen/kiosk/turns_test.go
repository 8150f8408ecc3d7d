package kiosk

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sextant/app/acquire"
	"sextant/app/screen/playlist"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// machine drives turns without a screen. A frame is painted when a step says so.
type machine struct {
	turns
	t        *testing.T
	at       moment
	painting []*show
}

// newMachine returns a machine with a list and pages of one subpage each.
func newMachine(t *testing.T, toml string, pages ...int) *machine {
	t.Helper()
	p := testkit.Must(playlist.Parse([]byte(toml + "\n[dwell]\nfixed = \"10s\"")))(t)
	m := &machine{t: t, at: moment{time.Minute, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)}}
	m.turns = turns{title: "Helm", playlist: p, index: pageIndex{
		exists:     func(int) bool { return true },
		favourites: func() []teletext.Place { return nil }, pages: map[int]*indexedPage{},
	}}
	for _, page := range pages {
		m.has(page)
	}
	return m
}

func (m *machine) has(page int) {
	m.index.pages[page] = &indexedPage{
		state: acquire.State{Fetched: m.at.clock}, shown: []shownSubpage{{Number: 1}},
	}
}

// do passes the input of a step to the turns, and returns the effects.
func (m *machine) do(input string) []effect {
	word, page := input, 0
	_, _ = fmt.Sscanf(input, "%s %d", &word, &page)
	switch word {
	case "start":
		_, effects := m.start(m.at, place{})
		return slices.Concat(effects, m.indexChanged(m.at, 0))
	case "painted", "unpaintable":
		s := m.painting[0]
		m.painting = m.painting[1:]
		return m.onDrawn(m.at, s, word == "painted")
	case "dwell":
		m.at.elapsed += m.now.dwell
		m.at.clock = m.at.clock.Add(m.now.dwell)
		return m.dwellOver(m.at, m.now.began)
	case "comes":
		m.has(page)
		return m.indexChanged(m.at, page)
	case "gone":
		m.index.miss(page)
		return m.indexChanged(m.at, page)
	case "changes":
		return m.pageChanged(m.at, acquire.Change{
			State: acquire.State{Page: page, Document: changedPage(page, "new")}, Old: changedPage(page, "old"),
		})
	case "hold":
		m.suspend()
		return nil
	case "goOn":
		return m.resume(m.at)
	case "visit":
		return m.showNow(m.at, &show{cause: Visited, entries: []entry{{stop: stop{Page: page, Subpage: 1}}}})
	case "speaks", "silent":
		return m.speak(m.at, word == "speaks")
	case "wait":
		m.at.elapsed += time.Duration(page) * time.Second
		m.at.clock = m.at.clock.Add(time.Duration(page) * time.Second)
		return m.tick(m.at)
	case "minute":
		return m.tickMinute(m.at)
	case "wake":
		return m.wake(m.at)
	}
	m.t.Fatalf("there is no input %s", input)
	return nil
}

func changedPage(number int, text string) *teletext.Page {
	return &teletext.Page{Number: number, Subpages: []teletext.Subpage{{Number: 1, All: &teletext.Lines{5: text}}}}
}

// inWords returns the effects as text, without those of every turn.
func (m *machine) inWords(effects []effect) string {
	var all []string
	for _, e := range effects {
		switch e := e.(type) {
		case paint:
			m.painting = append(m.painting, e.show)
			all = append(all, "paint "+placesOf(e.show))
		case present:
			all = append(all, "present "+placesOf(e.show))
		case stay:
			all = append(all, "stay")
		case restartDwell:
			all = append(all, "dwell "+e.show.dwell.String())
		case stopDwell:
			all = append(all, "no dwell")
		case eventLogged:
			all = append(all, e.event)
		case wakeIn:
			all = append(all, "wake in "+e.wait.String())
		case collect:
			all = append(all, "collect")
		}
	}
	return strings.Join(all, ", ")
}

func placesOf(s *show) string {
	if s.cause == Waiting {
		return "the time"
	}
	var all []string
	for _, p := range s.places() {
		all = append(all, p.String())
	}
	return strings.Join(all, " ")
}

// TestTurnsReturnEffects sends inputs to the state machine, one after the other, and compares its effects.
func TestTurnsReturnEffects(t *testing.T) {
	const two = `show = ["100", "200"]`
	for name, tt := range map[string]struct {
		toml  string
		pages []int
		steps []string // input: effects
	}{
		"two pages take turns": {two, []int{100, 200}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1", "painted: ",
			"dwell: present 200/1, dwell 10s, paint 100/1", "painted: ", "dwell: present 100/1, dwell 10s, paint 200/1",
		}},
		"the next one is late": {two, []int{100, 200}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1",
			"dwell: ", "painted: present 200/1, dwell 10s, paint 100/1",
		}},
		"one page stays": {`show = ["100"]`, []int{100}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s",
			"dwell: stay, dwell 10s", "comes 100: paint 100/1", "painted: present 100/1",
		}},
		"nothing to show": {two, nil, []string{
			"start: no dwell, paint the time", "painted: present the time",
			"minute: no dwell, paint the time", "painted: present the time",
			"comes 200: paint 200/1", "painted: present 200/1, dwell 10s",
		}},
		"a page that vanished": {two, []int{100, 200}, []string{
			"start: paint 100/1", "unpaintable: paint 200/1", "painted: present 200/1, dwell 10s",
		}},
		"what is shown vanishes": {two, []int{100, 200}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1",
			"gone 100: paint 100/1", "painted: ",
			"unpaintable: present 200/1, dwell 10s",
		}},
		"held": {two, []int{100, 200}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1",
			"painted: ", "hold: ", "dwell: ", "wait 60: ",
			"goOn: present 200/1, dwell 10s, paint 100/1",
		}},
		"read aloud": {two, []int{100, 200}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1", "painted: ", "speaks: ", "dwell: ",
			"silent: present 200/1, dwell 10s, paint 100/1",
		}},
		"a viewer": {two, []int{100, 200}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1", "painted: ", "hold: ",
			"visit 300: no dwell, paint 300/1", "painted: present 300/1", "goOn: present 200/1, dwell 10s, paint 100/1",
		}},
		"a break-in": {two + "\n[[break_in]]\npages = [\"300\"]\nstays = \"30s\"", []int{100, 200, 300}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1",
			"painted: ", "changes 300: page 300 breaks in, paint 300/1",
			"painted: present 300/1, dwell 30s, paint 200/1", "painted: ",
			"changes 300: ", "dwell: present 200/1, dwell 10s, paint 100/1",
		}},
		"a break-in that cannot be drawn": {two + "\n[[break_in]]\npages = [\"300\"]", []int{100, 200}, []string{
			"start: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1",
			"painted: ", "changes 300: page 300 breaks in, paint 300/1",
			"unpaintable: wake in 2s, paint 200/1",
			"painted: present 200/1, dwell 10s, paint 100/1", "painted: ", "wait 2: ",
			"wake: paint 300/1", "unpaintable: paint 100/1", "painted: present 100/1, dwell 10s, paint 200/1",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t, tt.toml, tt.pages...)
			for i, step := range tt.steps {
				input, want, _ := strings.Cut(step, ":")
				if got := m.inWords(m.do(input)); got != strings.TrimSpace(want) {
					t.Fatalf("step %d, %s: %q, want %q", i, input, got, strings.TrimSpace(want))
				}
			}
		})
	}
}
