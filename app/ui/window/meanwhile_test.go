package window

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/kept"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
	"sextant/app/testkit/servicetest"
	"sextant/app/ui/hosttest"
	"sextant/widgets/dialog"
	"sextant/widgets/widgettest"
)

// The number of seeds of TestMeanwhile, and of its steps with each.
const (
	usualSeeds = 200
	fewSeeds   = 8
	leastSteps = 10
	mostSteps  = 12
	// together is the number of seeds that share the windows, because a start takes as long as many steps.
	together = 8
)

// TestMeanwhile opens menus, dialogs, panels and strips by the commands of the table, by the pointer and by screen
// readers, or holds the pointer in a drag. Meanwhile the world changes from another window or another program, and then
// what is open is used. Nothing may panic, and nothing may act on another row than the one it was opened for.
//
// SEXTANT_SEEDS is the number of seeds, and SEXTANT_SEED the only one to run, after those with which it shares the
// windows.
func TestMeanwhile(t *testing.T) {
	number := func(name string, usual uint64) uint64 {
		if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
			return n
		}
		return usual
	}
	seeds := uint64(usualSeeds)
	if !testkit.IsLong() || race.Enabled {
		seeds = fewSeeds
	}
	first, last := uint64(1), number("SEXTANT_SEEDS", seeds)
	if only := number("SEXTANT_SEED", 0); only > 0 {
		first, last = only-(only-1)%together, only
	}
	shop := shortShop(t)
	openers := openersOf(t, shop)
	for seed := first; seed <= last && !t.Failed(); seed += together {
		if seeds == usualSeeds && !testkit.HasTurn(int(seed/together)) {
			continue
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inMeanwhile(t, shop, seed, func(m *meanwhile) {
				m.openers = openers
				broken := m.guarded(func() { m.run(seed, min(last, seed+together-1)) })
				if broken != "" {
					t.Errorf("%s\nthe last steps:\n%s\nonce more: SEXTANT_SEED=%d go test -tags gles -vet=off "+
						"-count=1 -run TestMeanwhile ./app/ui/window", broken, m.last(), m.seed)
				}
			})
		})
	}
}

// shortShop returns a shop with some seconds of sound.
func shortShop(t *testing.T) *servicetest.Shop {
	t.Helper()
	shop := servicetest.NewShop(t, 5)
	for id := range shop.Data {
		shop.Data[id] = recordingOf(t, "tone-staircase.mp3", 8_000)
	}
	return shop
}

// TestMeanwhileSeesFaults checks that the kit reports a panic of a posted function and of a control, a row that is not
// the one of the menu, and the file of another page.
func TestMeanwhileSeesFaults(t *testing.T) {
	shop := shortShop(t)
	faults := map[string]func(m *meanwhile){
		"boom": func(m *meanwhile) { m.use(&opening{use: func() { m.Do(func() { panic("boom") }) }}) },
		"bang": func(m *meanwhile) { m.use(&opening{use: func() { panic("bang") }}) },
		"queue": func(m *meanwhile) {
			queue := m.parts.Listen.Queue
			e := queue.Entries()
			m.use(&opening{row: []string{queueName(e[1])}, use: func() { queue.Remove(e[2].ID) }})
		},
		"is saved": func(m *meanwhile) {
			file := filepath.Join(m.files, say.Text("save.page", "Page", 101)+".txt")
			testkit.NoError(t, os.WriteFile(file, nil, 0o600))
			m.checkPage(&opening{page: 100})
		},
	}
	for want, fault := range faults {
		t.Run(want, func(t *testing.T) {
			inMeanwhile(t, shop, 1, func(m *meanwhile) {
				m.guarded(m.prepare)
				broken := m.guarded(func() {
					fault(m)
					m.rest()
				})
				if !strings.Contains(broken, want) {
					t.Errorf("it reports %q", broken)
				}
			})
		})
	}
}

// A meanwhile is a user of one of several windows, and all that happens elsewhere. Both are random.
type meanwhile struct {
	*user
	seed    uint64
	chance  *rand.Rand
	editor  *servicetest.Editor
	openers []string // the IDs of the commands that open something
	files   string   // the folder in which the user saves
	steps   []string
	broken  string // the first fault, "" for none

	mu   sync.Mutex
	gone map[int]bool // pages that the service does not have any more
}

// inMeanwhile runs a test with the windows of a seed.
func inMeanwhile(t *testing.T, shop *servicetest.Shop, seed uint64, f func(m *meanwhile)) {
	t.Helper()
	t.Cleanup(func() { _ = say.Use("en") })
	m := &meanwhile{
		chance: rand.New(rand.NewPCG(seed, 1)), editor: servicetest.NewEditor(t), files: t.TempDir(),
		gone: map[int]bool{},
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var page int
		switch {
		case servicetest.IsPath(r.URL.Path, "/v1/teletext/pages/%d.json", &page) && m.isGone(page):
			http.NotFound(w, r)
		case strings.HasPrefix(r.URL.Path, "/v1/teletext/"):
			m.editor.ServeHTTP(w, r)
		default:
			shop.ServeHTTP(w, r)
		}
	})
	sharp := func(s *settings.Settings) { s.Drawing = settings.SharpDrawing }
	t.Chdir(m.files) // for names that are typed without a folder
	inSession(t, handler, sharp, func(_ *testing.T, u *user) {
		m.user = u
		f(m)
		u.service.Release()
	})
}

func (m *meanwhile) isGone(page int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.gone[page]
}

// setGone sets whether the service does not have a page any more.
func (m *meanwhile) setGone(page int, gone bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gone[page] = gone
}

// guarded calls a function, and returns the first fault: that of a check or a panic. In the program a guard recovers
// from panics on the UI goroutine; here nothing does.
func (m *meanwhile) guarded(do func()) (broken string) {
	defer func() {
		if failure := recover(); failure != nil {
			broken = fmt.Sprintf("panic: %v\n%s", failure, debug.Stack())
		}
	}()
	do()
	return m.broken
}

// note records a step that is about to be made.
func (m *meanwhile) note(form string, args ...any) {
	m.steps = append(m.steps, fmt.Sprintf(form, args...))
	m.replaceDemo()
}

// replaceDemo puts the test's service in place of the demo, which would use the network outside of virtual time. What
// is stored of the services does not have it.
func (m *meanwhile) replaceDemo() {
	presets := m.parts.Tuner.Presets
	if demo, is := presets.Find(settings.DemoID); is && demo.BaseURL == "" {
		to := m.preset()
		to.ID, to.Name = demo.ID, demo.Name
		presets.Put(to)
	}
}

// last returns the last steps.
func (m *meanwhile) last() string {
	const most = 40
	return strings.Join(m.steps[max(0, len(m.steps)-most):], "\n")
}

// fault records a fault, unless there is one already.
func (m *meanwhile) fault(form string, args ...any) {
	if m.broken == "" {
		m.broken = fmt.Sprintf(form, args...)
	}
}

// n returns a random number below a limit.
func (m *meanwhile) n(limit int) int { return m.chance.IntN(limit) }

// oneOf returns a random element of a list, which must not be empty.
func oneOf[T any](m *meanwhile, list []T) T { return list[m.n(len(list))] }

// recentPage is a page of which several versions are stored.
const recentPage = browse.Home

// prepare fills all lists, stores versions of a page, loads a recording, and opens a second window.
func (m *meanwhile) prepare() {
	m.parts.Listen.Catalogue.Need()
	m.rest()
	for i := range 3 {
		m.rewrite(recentPage, fmt.Sprint("It is version ", i))
		m.table.Do("page.reload")
		m.pass(2 * time.Second)
	}
	m.fillLists()
	m.parts.Listen.Play(*m.parts.Listen.Catalogue.At(0))
	m.rest()
	m.parts.Listen.Want(false) // it is short
	m.set.Open(teletext.Place{Page: 101})
	m.pass(time.Second)
	m.set.Front().win.Resize(fyne.NewSize(480, 400))
	m.set.Front().Canvas().Capture() // the positions of cells are known once they are drawn
}

// rewrite writes a text into all subpages of a page.
func (m *meanwhile) rewrite(page int, text string) {
	m.editor.Rewrite(page, func(doc *teletext.Page) {
		for _, s := range doc.Subpages {
			servicetest.Write(doc, s.Number, 5, text)
		}
	})
}

// fillLists sets the lists of the service: each has several entries, and the queue one of them twice.
func (m *meanwhile) fillLists() {
	c, lists := m.parts.Listen.Catalogue, m.parts.Tuner.Current().Lists
	for _, i := range []int{1, 2, 1, 3} {
		if i < c.Count() {
			_, _ = m.parts.Listen.Queue.Add(*c.At(i), false) // it has room
		}
	}
	lists.SetFavourites([]store.Favourite{
		{Page: 100, Name: "Index"}, {Page: 101, Name: "News"}, {Page: 300, Subpage: 1, Name: "Tides"}, {Page: 700},
	})
	now := m.Now()
	lists.SetWatches([]store.Watch{{Page: 101, Since: now}, {Page: 300, Since: now}, {Phrase: "sea", Since: now}})
	for i := range min(3, c.Count()) {
		lists.SetMark(kept.NewMark(*c.At(i), time.Duration(i)*time.Second, "", now))
	}
	m.rest()
}

// run makes the steps of seeds, from the first to the last.
func (m *meanwhile) run(first, last uint64) {
	m.prepare()
	for m.seed = first; m.seed <= last; m.seed++ {
		m.note("seed %d", m.seed)
		m.chance = rand.New(rand.NewPCG(m.seed, 1))
		m.fillLists()
		for range leastSteps + m.n(mostSteps-leastSteps+1) {
			if m.step(); m.broken != "" {
				return
			}
		}
	}
}

// step opens something in one of the windows, changes the world, and uses what is open.
func (m *meanwhile) step() {
	m.Window = oneOf(m, m.set.list)
	for _, w := range m.set.list {
		w.folder = m.dir
	}
	m.folder = m.files
	m.settle("before")
	o := m.openAny()
	for range 1 + m.n(3) {
		for range 1 + m.n(3) {
			m.change()
			m.settle("between")
		}
		if !m.isOpen() && !o.late {
			break
		}
		if m.use(o); m.broken != "" || !m.isOpen() || !m.covered() {
			break
		}
	}
	m.service.Release()
	m.rest()
	m.checkPage(o)
	m.putAway()
}

// isOpen reports whether the user's window is open, and goes on in the one that has replaced it in another language.
func (m *meanwhile) isOpen() bool {
	i := slices.IndexFunc(m.set.list, func(w *Window) bool { return w.win == m.win })
	if i >= 0 {
		m.Window = m.set.list[i]
	}
	return i >= 0
}

// settle lets what was started come to its end, or not.
func (m *meanwhile) settle(when string) {
	switch m.n(3) {
	case 0:
		m.note("  %s: settled", when)
		m.rest()
	case 1:
		d := time.Duration(m.n(400)) * time.Millisecond
		m.note("  %s: %v", when, d)
		m.rest()
		time.Sleep(d)
		m.rest()
	}
}

// putAway closes all that is open, and removes the saved files.
func (m *meanwhile) putAway() {
	for _, w := range m.set.list {
		for range 10 {
			if !w.covered() {
				break
			}
			w.uncover()
		}
	}
	m.rest()
	all, _ := filepath.Glob(filepath.Join(m.files, "*")) // cannot fail
	for _, file := range all {
		_ = os.RemoveAll(file)
	}
	m.Window = m.set.Front()
}

// openersOf returns the IDs of the table's commands after which there is a dialog or a menu, or a control that was not
// there.
func openersOf(t *testing.T, shop *servicetest.Shop) (ids []string) {
	t.Helper()
	inMeanwhile(t, shop, 1, func(m *meanwhile) {
		m.prepare()
		for _, c := range m.table.All() {
			if c.Do == nil || elsewhere(c.ID) {
				continue
			}
			m.press(hosttest.KeysBefore(c.ID)...)
			before := m.controls()
			m.table.Do(c.ID)
			m.rest()
			isNew := func(o fyne.CanvasObject) bool { return !slices.Contains(before, o) }
			if m.covered() || slices.ContainsFunc(m.controls(), isNew) {
				ids = append(ids, c.ID)
			}
			m.press(hosttest.KeysAfter(c.ID)...)
			m.putAway()
		}
	})
	const least = 15
	if len(ids) < least {
		t.Fatalf("only these commands open something: %v", ids)
	}
	t.Logf("these commands open something: %v", ids)
	return ids
}

// controls returns what can be focused around the page, below dialogs.
func (m *meanwhile) controls() []fyne.CanvasObject {
	ofPage := widgettest.Seen(m.page.Content)
	return slices.DeleteFunc(widgettest.Seen(m.win.Content()), func(o fyne.CanvasObject) bool {
		_, is := o.(fyne.Focusable)
		return !is || slices.Contains(ofPage, o)
	})
}

// checkPage checks that what a dialog about a page has saved is that page.
func (m *meanwhile) checkPage(o *opening) {
	if o.page == 0 {
		return
	}
	all, _ := filepath.Glob(filepath.Join(m.files, "*")) // cannot fail
	for _, file := range all {
		name := filepath.Base(file) // the user may have typed more before it
		for page := 100; page < 900; page++ {
			if page != o.page && strings.Contains(name, say.Text("save.page", "Page", page)) {
				m.fault("%s was opened for page %d, and %s is saved", o.name, o.page, name)
			}
		}
	}
}

// pageOf returns the page that the dialog on top is about, 0 for none.
func (m *meanwhile) pageOf() int {
	if d, is := m.Canvas().Overlays().Top().(*dialog.Dialog); is && d.OfService {
		return m.page.Nav.Shown().Page
	}
	return 0
}
