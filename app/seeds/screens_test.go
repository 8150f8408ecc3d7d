package seeds

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sextant/app/acquire"
	"sextant/app/screen/frame"
	"sextant/app/screen/kiosk"
	"sextant/app/screen/playlist"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// A screen is the machine of a public screen.
type screen struct {
	*machine
	of      *service
	list    *playlist.Playlist
	id, key string    // the newest ones
	absent  *absences // of the relay, for a screen in front of it
	running *screening

	mu      sync.Mutex
	hadPage bool // it has shown a page, which is in the profile from then on
	last    time.Time
	seen    map[int]sight // page -> the version shown last
}

// A sight is a version that was on a screen.
type sight struct {
	version int
	at      time.Time
}

// A screening is a running public screen, and its output.
type screening struct {
	screen   *screen
	life     *life
	station  *station.Station
	director *kiosk.Director
	ended    chan struct{}
	paged    bool // it has shown a page
}

// playlists are those of the screens.
var playlists = []string{
	"show = [\"100-118\", \"777\"]\n[dwell]\nfixed = \"90s\"\n",
	"show = [\"110-139\"]\n[dwell]\nfixed = \"2m\"\n[[break_in]]\npages = [\"100\"]\nstays = \"1m\"\npause = \"1h\"\n",
	"show = [\"100-106\", \"122/2\", \"130\"]\ntogether = 2\n[screen]\nclock = true\n[dwell]\nfixed = \"60s\"\n",
}

func newScreen(w *world, name string, list int, host, id, key string, l limits) *screen {
	s := &screen{machine: newMachine(w, name), of: w.alfa, id: id, key: key, seen: map[int]sight{}}
	p, err := playlist.Parse([]byte(playlists[list]))
	if err != nil {
		w.t.Fatal(err)
	}
	s.list = p
	s.disk = w.diskFaults(name, fullDisk, "slow writes", "slow reads")
	s.setUp(host, id, key, l)
	r := w.dice(name + " viewers")
	w.often(r, 20*time.Minute, func() { s.disturb(r.IntN(4), r.IntN(int(kiosk.Leave)), r.IntN(1000)) })
	return s
}

// disturb presses keys, or returns to the list of the time of day.
func (s *screen) disturb(how, key, page int) {
	if s.running == nil {
		return
	}
	d := s.running.director
	s.world.decided("a viewer at %s: %d, %d, %d", s.name, how, key, page)
	switch how {
	case 0:
		d.Press(kiosk.Key(key))
	case 1, 2:
		for _, digit := range []int{page / 100, page / 10 % 10, page % 10} {
			d.Digit(digit)
		}
	default:
		d.Pick(kiosk.Automatic)
	}
}

func (s *screen) isRunning() bool { return s.running != nil }

func (s *screen) start() {
	run := &screening{screen: s, life: &life{machine: s.machine}, ended: make(chan struct{})}
	events := station.NoEvents()
	events.PageChanged = func(c acquire.Change) { run.director.OnPageChanged(c) }
	events.PagesStale = func(pages []int) { run.director.OnPagesStale(pages) }
	events.Looked = func(take func()) { run.director.Post(take) }
	run.life.inside(func() { run.station = s.openStation(run.life, events) })
	st, begin, born := run.station, time.Now(), s.world.now()
	st.Budget.SetUnattended(true)
	run.director = kiosk.New(kiosk.Parts{
		Pages: st.Pages, Budget: st.Budget, Store: st.Store, Lists: st.Lists, Directory: st.Directory,
		Collector: st.Collect, Title: st.Title(), PlaceFile: s.profile.Path("kiosk-place"), Screen: run,
		Playlist: s.list, Leave: func() {}, Ready: func() {},
		Note:   func(event string) { s.world.checkText("the notes of "+s.name, event) },
		Status: func(line string) { s.world.checkText("the status of "+s.name, line) },
		Now:    s.now, Zone: st.Zone, Elapsed: func() time.Duration { return time.Since(begin) },
		Boot:  func() time.Duration { return s.world.now().Sub(born) },
		After: func(wait time.Duration, f func()) func() bool { return time.AfterFunc(wait, f).Stop },
	})
	run.director.Resize(image.Pt(80, 48))
	st.Attend(events)
	go func() {
		defer close(run.ended)
		run.director.Run()
	}()
	s.running = run
}

func (s *screen) stop(kill bool) {
	run := s.running
	s.running = nil
	if kill {
		run.life.kill()
	}
	go func() {
		run.director.End()
		<-run.ended
		run.station.Retire()
		run.station.Release()
	}()
}

// rekey restarts the screen with another key.
func (s *screen) rekey() {
	if s.hasFullDisk() || s.isOff {
		s.world.after(time.Minute, s.rekey)
		return
	}
	if s.running != nil {
		s.stop(false)
	}
	set, _ := s.load()
	set.AppID = s.id
	s.save(set, s.key)
	s.world.note("%s begins with another key", s.name)
	s.start()
}

// Show checks that a frame is not empty, and only has versions that existed.
func (run *screening) Show(f *kiosk.Frame) {
	s := run.screen
	if run.life.isDead() {
		return
	}
	s.world.note("%s shows %q %s", s.name, f.Name, f.Text)
	s.world.count("frames")
	if testkit.IsBlank(f.Pixels) {
		s.world.fail("%s shows an empty frame for %q", s.name, f.Name)
	}
	marks := s.world.checkMarks(s.name, s.of, f.Text)
	s.world.checkText("a frame of "+s.name, f.Name+f.Text)
	s.mu.Lock()
	defer s.mu.Unlock()
	number, _ := strconv.Atoi(f.Name) // of a page whose picture came, but no usable document
	isPage := len(marks) > 0 || strings.Contains(f.Name, s.of.name) || teletext.ValidPage(number)
	switch {
	case isPage:
		s.hadPage, run.paged = true, true
		for _, m := range marks {
			s.seen[m.page] = sight{m.version, time.Now()}
		}
	case run.paged && !s.lacksAll():
		s.world.fail("%s shows %q %q after it had a page", s.name, f.Name, f.Text)
	}
	s.last = time.Now()
	time.AfterFunc(16*time.Millisecond, func() { run.director.OnDrawn(f.ID) })
}

// lacksAll reports whether the screen may know of no page of its list.
func (s *screen) lacksAll() bool {
	for page := firstPage; page < firstPage+pages; page++ {
		isListed := slices.ContainsFunc(s.list.Lists[0].Items, func(i playlist.Item) bool {
			return i.From <= page && page <= i.To
		})
		if isListed && !s.mayLack(page) {
			return false
		}
	}
	return true
}

// mayLack reports whether the screen may take a page for missing.
func (s *screen) mayLack(page int) bool {
	if s.absent != nil {
		return s.absent.mayLack(page)
	}
	return s.of.mayLack(s.name, page)
}

// checkThere checks that the screen takes no page for missing which it must not, and neither does its store.
func (s *screen) checkThere() {
	run := s.running
	if run == nil {
		return
	}
	s.checkStored(run.station.Store, s.mayLack)
	run.director.Post(func() {
		for page := firstPage; page < firstPage+pages; page += 2 {
			if run.station.Directory.Existence(page) == teletext.Absent && !s.mayLack(page) && !run.life.isDead() {
				s.world.fail("%s no longer turns to page %d", s.name, page)
			}
		}
	})
}

// Patch ignores a line, which belongs to no page.
func (run *screening) Patch(frame.Patch) {}

// SetAsleep does nothing: no playlist of the seeds turns the screen off.
func (run *screening) SetAsleep(bool) {}

// checkSteady checks that a running screen is healthy.
func (s *screen) checkSteady() {
	if s.running == nil {
		return
	}
	if err := s.running.director.Healthy(); err != nil {
		s.world.fail("%s: %v", s.name, err)
	}
}

// knows returns what the screen knows of a page.
func (s *screen) knows(page int) string {
	if s.running == nil {
		return "it does not run"
	}
	st := s.running.station
	a, _ := st.Pages.Peek(acquire.Want{Page: page})
	return fmt.Sprintf("it asked for it %v ago, %+v, and has %.2f of its purse left", s.now().Sub(a.Asked),
		st.Pages.Standing(page, 0), st.Budget.Left())
}

// checkFresh checks that all pages shown after a time were the newest versions.
func (s *screen) checkFresh(since time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fresh := 0
	for page, shown := range s.seen {
		if newest := s.of.newest(page); shown.at.After(since) {
			fresh++
			if shown.version != newest {
				s.world.fail("%s shows version %d of page %d, not %d; %s",
					s.name, shown.version, page, newest, s.knows(page))
			}
		}
	}
	if fresh < 3 {
		s.world.fail("%s has shown %d pages only", s.name, fresh)
	}
	s.world.count("screens found fresh")
}
