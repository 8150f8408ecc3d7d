package seeds

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"sextant/app/browse"
	"sextant/app/budget"
	"sextant/app/navigate"
	"sextant/app/publish"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/words"
)

// A reader is a program with a window, without the window itself. Two of them share a profile.
type reader struct {
	*machine
	desk    *desk
	who     string
	number  int
	address place
	running *reading
}

// A reading is a running reader.
type reading struct {
	reader    *reader
	life      *life
	ui        *uiLoop
	box       *settings.Box
	tuner     *station.Tuner
	nav       *navigate.Navigation
	tuned     *service
	attention navigate.Attention
	scene     navigate.Scene
}

// A uiLoop runs posted functions one after the other.
type uiLoop struct {
	mu     sync.Mutex
	queue  []func()
	signal chan struct{}
	end    chan struct{}
}

func newLoop() *uiLoop {
	l := &uiLoop{signal: make(chan struct{}, 1), end: make(chan struct{})}
	go func() {
		for {
			select {
			case <-l.end:
				return
			case <-l.signal:
			}
			l.mu.Lock()
			queue := l.queue
			l.queue = nil
			l.mu.Unlock()
			for _, f := range queue {
				f()
			}
		}
	}()
	return l
}

func (l *uiLoop) post(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue = append(l.queue, f)
	select {
	case l.signal <- struct{}{}:
	default:
	}
}

func newReader(w *world, d *desk, number int) *reader {
	r := &reader{machine: d.machine, desk: d, who: fmt.Sprint("reader", number), number: number}
	r.address = place(fmt.Sprintf("%s%d", d.address, number))
	return r
}

// read makes a user act now and then.
func (r *reader) read() {
	w, number := r.world, r.number
	dice := w.dice(r.who + " acts")
	w.often(dice, 90*time.Minute, func() {
		r.session(dice)
		if dice.IntN(2) == 0 { // both are used
			w.readers[len(w.readers)-1-number].session(dice)
		}
	})
}

func (r *reader) isRunning() bool { return r.running != nil }

func (r *reader) start() {
	w, run := r.world, &reading{reader: r, life: &life{machine: r.machine, address: r.address}, ui: newLoop()}
	s, key := r.load()
	run.box = settings.NewBox(r.profile, s, run.ui.post)
	run.life.inside(func() {
		var err error
		run.tuner, err = station.NewTuner(r.profile, run.box, station.Overrides{}, key, r.now, run.ui.post,
			&station.Libraries{Disk: run.life.use, Boot: r.boot()})
		if err != nil {
			w.fail("%s cannot begin: %v", r.who, err)
		}
	})
	if run.tuner == nil {
		return
	}
	r.running = run
	run.tuned = run.serviceOf(run.tuner.Current())
	run.ui.post(run.open)
	r.desk.checkKept(run.tuned, run.tuner.Current())
}

// open starts the navigation of the window.
func (run *reading) open() {
	st := run.tuner.Current()
	run.nav = navigate.New(st.Pages, st.Directory, run, navigate.Config{
		Pictures: true, Every: time.Minute, Do: run.ui.post, Now: run.reader.now,
	})
	on(&run.tuner.PagesStale, func(pages []int) { run.nav.Refresh.Invalidate(pages) })
	on(&run.tuner.Tuned, func(c station.Change) {
		run.tuned = run.serviceOf(c.To)
		run.reader.world.note("%s is tuned in to %s", run.reader.who, run.tuned.name)
		run.nav.Retune(c.To.Pages, c.To.Directory)
		run.nav.Run(run.nav.GoTo(teletext.Place{Page: browse.Home}))
	})
	run.nav.Run(run.nav.GoTo(teletext.Place{Page: browse.Home}))
}

func on[T any](topic *publish.Topic[T], f func(T)) { topic.On(f) }

// serviceOf returns the service of a station.
func (run *reading) serviceOf(st *station.Station) *service {
	if w := run.reader.world; st.Title() == w.bravo.host() {
		return w.bravo
	}
	return run.reader.world.alfa
}

func (r *reader) stop(kill bool) {
	run := r.running
	r.running = nil
	if kill {
		run.life.kill()
	}
	go func() {
		done := make(chan struct{})
		run.ui.post(func() {
			run.nav.Stop()
			close(done)
		})
		<-done
		close(run.ui.end)
		if !kill {
			_ = run.box.SaveLast()
		}
		run.tuner.End()
	}()
}

// Show checks that a scene is of the service that is tuned in.
func (run *reading) Show(s navigate.Scene) {
	w, r := run.reader.world, run.reader
	if run.life.isDead() {
		return
	}
	w.count("scenes")
	run.scene = s
	if s.Document == nil {
		w.note("%s shows %d without text", r.who, s.Page)
		return
	}
	text := ""
	if s.Grid != nil {
		text = s.Grid.Text(teletext.WholeRows(), teletext.TextForm{})
	}
	marks := w.checkMarks(r.who, run.tuned, text)
	w.note("%s shows %d: %v", r.who, s.Page, marks)
	if !run.tuned.has(s.Page, s.Digest) || len(marks) == 0 || marks[0].page != s.Page {
		w.fail("%s shows a page %d that %s never had: %q", r.who, s.Page, run.tuned.name, text)
	}
}

func (run *reading) Changed()                      {}
func (run *reading) Reject(browse.Reason)          {}
func (run *reading) Settle()                       {}
func (run *reading) Arrived(navigate.Scene, int)   {}
func (run *reading) Attention() navigate.Attention { return run.attention }
func (run *reading) Fail(f browse.Failure) {
	w := run.reader.world
	w.checkText("a message", fmt.Sprint(words.FailureMessage(f, words.Calendar{})))
	if page := f.Place.Page; f.Kind == browse.PageRemoved && !run.tuned.mayLack("desk", page) {
		w.fail("%s says that page %d is no longer there", run.reader.who, page)
	}
}

// checkThere checks that the reader takes no page for missing which it must not, and neither does its store.
func (r *reader) checkThere() {
	run := r.running
	if run == nil || run.nav == nil {
		return
	}
	run.ui.post(func() {
		st, of := run.tuner.Current(), run.tuned
		mayLack := func(page int) bool { return of.mayLack("desk", page) }
		for page := firstPage; page < firstPage+pages; page += 2 {
			if st.Directory.Existence(page) == teletext.Absent && !mayLack(page) && !run.life.isDead() {
				r.world.fail("%s no longer has page %d", r.who, page)
			}
		}
		r.checkStored(st.Store, mayLack)
	})
}

// session simulates a user who acts for some time.
func (r *reader) session(dice *rand.Rand) {
	if r.running != nil {
		r.running.ui.post(func() { r.running.attention = navigate.InFront })
	}
	for left, at := 1+dice.IntN(30), time.Duration(0); left > 0; left-- {
		at += between(dice, 300*time.Millisecond, 40*time.Second)
		what, page, which := dice.IntN(20), 100+dice.IntN(50), dice.IntN(1000)
		r.world.after(at, func() { r.act(what, page, which) })
	}
	run := r.running
	r.world.after(30*time.Minute, func() {
		if run != nil && run == r.running {
			run.ui.post(func() { run.attention = navigate.Minimised })
		}
	})
}

// act does an action of the user.
func (r *reader) act(what, page, which int) {
	run := r.running
	if run == nil || run.nav == nil || !time.Now().Before(r.world.calm) {
		return
	}
	r.world.decided("%s does %d with %d, %d", r.who, what, page, which)
	switch what {
	case 0, 1, 2, 3:
		run.ui.post(func() { run.toggleFavourite(100+page%40*2+r.number, which%3) })
	case 4, 5, 6:
		run.ui.post(func() { run.hear(fmt.Sprint("recording", r.number, which%5), which) })
	case 7:
		run.leaveWhileLoading(which)
	case 8:
		run.tune(which)
		if which%3 == 0 { // and again, before that is done
			r.world.after(time.Duration(which)*5*time.Millisecond, func() { r.act(what, page, which+1) })
		}
	case 9:
		run.ui.post(func() { run.nav.Run(run.nav.Reload()) })
	case 10:
		run.ui.post(func() { run.nav.Run(run.nav.NextPage()) })
	case 11:
		run.ui.post(func() { run.nav.Run(run.nav.Back()) })
	case 12:
		run.ui.post(func() { run.box.Change(func(s *settings.Settings) { s.Volume = float64(which) / 1000 }) })
	default:
		run.ui.post(func() {
			for _, digit := range []int{page / 100, page / 10 % 10, page % 10} {
				run.nav.Run(run.nav.Digit(digit))
			}
		})
	}
}

// leaveWhileLoading tunes to the other service while the page on the screen, which both have, is requested.
func (run *reading) leaveWhileLoading(which int) {
	w, home := run.reader.world, teletext.Place{Page: browse.Home}
	run.ui.post(func() { run.nav.Run(run.nav.GoTo(home)) })
	w.after(2*time.Second, func() {
		run.ui.post(func() { // as after a notice of a change
			run.tuner.Current().Pages.Invalidate(home.Page)
			run.nav.Refresh.Invalidate([]int{home.Page})
		})
		w.after(time.Duration(which%50)*time.Millisecond, func() {
			if run == run.reader.running {
				run.tune(which | 1)
			}
		})
	})
}

// tune tunes to the other service, or back, with the key that the user knows.
func (run *reading) tune(which int) {
	w, d := run.reader.world, run.reader.desk
	to := w.alfa
	if run.tuned == w.alfa {
		to = w.bravo
	}
	if which%4 == 0 { // the same one with other settings
		to = run.tuned
	}
	set := settings.DefaultSettings().Service
	l := to.accounts["desk"].limits
	set.ID, set.BaseURL, set.AppID = to.name, "http://"+to.host(), "desk"
	set.PerSecond, set.PerHour, set.PerDay, set.Timeout = l.second, l.hour, l.day, 3+which%20
	key := d.keys[to.name]
	run.life.inside(func() {
		run.ui.post(func() {
			run.tuner.TuneTo(context.Background(), settings.Preset{Name: to.name, WantsKey: true, Service: set}, key,
				func(err error) { w.note("%s tuned to %s: %v", run.reader.who, to.name, err) })
		})
	})
}

// look opens a page when nothing fails, with the right key, and checks that it is the newest version.
func (r *reader) look(page int) {
	run, w := r.running, r.world
	if run == nil {
		w.fail("%s does not run", r.who)
		return
	}
	run.tune(0)
	w.after(time.Minute, func() {
		run.ui.post(func() {
			run.attention = navigate.InFront
			run.nav.Run(run.nav.GoTo(teletext.Place{Page: page}))
			run.nav.Run(run.nav.Reload())
		})
	})
	w.after(2*time.Minute, func() {
		run.ui.post(func() {
			s := run.scene
			if run.tuner.Current().Budget.Wait(budget.User) > 0 {
				return // the quota is used up
			}
			if s.Page != page || s.Document == nil || s.Digest != run.tuned.newestDigest(page) {
				w.fail("%s lacks the newest version of %d of %s: page %d", r.who, page, run.tuned.name, s.Page)
			}
			w.count("readers found fresh")
		})
	})
}
