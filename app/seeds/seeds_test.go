package seeds

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/backoff"
	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// The pages of the services: the even numbers of a range that starts at the first.
const (
	firstPage = 100
	pages     = 40
)

const (
	// quiet is the time at the end of a world in which nothing fails. After freshFor everything must be as the service
	// has it: that is the longest backoff after a failure, an hour, and one round of a list.
	quiet    = 100 * time.Minute
	freshFor = 75 * time.Minute
	// blockedFor is how much longer it takes if the service has refused a program within recent before: the program
	// waits for up to 70 minutes from then.
	blockedFor = 25 * time.Minute
	recent     = 2 * time.Hour
)

// setting returns the number in an environment variable, or the usual one.
func setting(name string, usual float64) float64 {
	if n, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil {
		return n
	}
	return usual
}

// TestSeeds runs worlds: SEXTANT_SEEDS of them from the first on, or the one of SEXTANT_SEED, of SEXTANT_DAYS each. A
// day takes about half a minute of processor time. Without these variables it therefore runs eight of five hours with
// SEXTANT_LONG, and one otherwise; the run with the race detector skips it. All events of the last world are written to
// the file SEXTANT_TRACE.
func TestSeeds(t *testing.T) { runKind(t, 8, 0.2, 0.2, mixed) }

// runKind runs worlds of a kind by the variables of TestSeeds. Without these it runs as many as given with
// SEXTANT_LONG, of so many days, and otherwise one that is short.
func runKind(t *testing.T, seeds, days, short float64, k kind) {
	race.Skip(t, "each world would take minutes")
	if !testkit.IsLong() {
		seeds, days = 1, short
	}
	first := setting("SEXTANT_SEED", 0)
	if seeds = setting("SEXTANT_SEEDS", seeds); first > 0 {
		seeds = 1
	}
	runWorlds(t, max(1, first), seeds, setting("SEXTANT_DAYS", days), k)
}

// runWorlds runs worlds of a kind, until a rule is broken in one.
func runWorlds(t *testing.T, first, seeds, days float64, k kind) {
	faults, figures, ran := map[string]int{}, map[string]int{}, 0
	for seed := first; seed < first+seeds; seed++ {
		if seeds >= 3 && !testkit.HasTurn(int(seed)) {
			continue
		}
		ran++
		began := time.Now()
		w := inWorld(t, uint64(seed), days, k)
		for kind, n := range w.faults {
			faults[kind] += n
		}
		for what, n := range w.figures {
			figures[what] += n
		}
		if w.broken != "" {
			t.Errorf("seed %d, after %.1f s: %s\n%s\nonce more: SEXTANT_SEED=%d SEXTANT_DAYS=%v go test -tags gles "+
				"-count=1 -run %s ./app/seeds", uint64(seed), time.Since(began).Seconds(), w.broken, w.last(),
				uint64(seed), days, t.Name())
			return
		}
	}
	t.Logf("%d worlds of %v days\nfaults: %s\nfigures: %s", ran, days, listed(faults), listed(figures))
}

// TestReplay runs the world of one seed twice: all random decisions are the same both times.
//
// The programs need not behave the same to the millisecond: if several goroutines can run at one moment, Go's scheduler
// chooses. So a failure that depends on such a race may not happen again when a seed is repeated.
func TestReplay(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "each world would take minutes")
	const seed, days = 10, 0.1
	first, second := inWorld(t, seed, days, mixed), inWorld(t, seed, days, mixed)
	if first.broken != "" || second.broken != "" {
		t.Fatalf("%s, %s", first.broken, second.broken)
	}
	if first.script != second.script || first.script == inWorld(t, seed+1, days, mixed).script {
		t.Errorf("two runs of a seed are %x and %x", first.script, second.script)
	}
}

// listed returns a table of numbers as one line.
func listed(of map[string]int) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(of)) {
		all = append(all, fmt.Sprintf("%s %d", name, of[name]))
	}
	return strings.Join(all, ", ")
}

// inWorld runs the world of a seed.
func inWorld(t *testing.T, seed uint64, days float64, k kind) (w *world) {
	t.Helper()
	before, threads := http.DefaultTransport, runtime.GOMAXPROCS(1) // so that the order of events is the same each time
	defer func() {
		http.DefaultTransport = before
		runtime.GOMAXPROCS(threads)
	}()
	dir, err := os.MkdirTemp(quickDisk(), "seeds")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	t.Run(fmt.Sprint(seed), func(t *testing.T) {
		cryptotest.SetGlobalRandom(t, seed)
		defer backoff.SetChance(chanceOf(seed))()
		synctest.Test(t, func(t *testing.T) {
			w = newWorld(t, seed, dir, k)
			w.calm = w.begin.Add(time.Duration(days*24*float64(time.Hour)) - k.quiet)
			k.play(w)
		})
	})
	return w
}

// quickDisk returns a folder in memory if there is one, otherwise "" for that of temporary files.
func quickDisk() string {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return ""
}

func newWorld(t *testing.T, seed uint64, dir string, k kind) *world {
	w := &world{
		t: t, seed: seed, dir: dir, kind: k, wire: &wire{hosts: map[string]*listener{}}, begin: time.Now(),
		faults: map[string]int{}, figures: map[string]int{},
	}
	if file := os.Getenv("SEXTANT_TRACE"); file != "" {
		log, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = log.Close() })
		w.log = log
	}
	w.secrets.Store(&[]secret{})
	if seed%2 == 0 {
		keyring.MockInit()
	} else {
		keyring.MockInitWithError(keyring.ErrUnsupportedPlatform) // so that keys are in files
	}
	return w
}

// hang starts the relay and the screens.
func (w *world) hang() {
	w.relay.start()
	w.relay.liveAndDie("relay", w.relay, func() { w.relay.shaken() })
	usual := limits{10, 300, 7200}
	for i, name := range []string{"screen1", "screen2", "screen3"} {
		host, id, key, l := relayHost, name, "", usual
		if i < 2 {
			id, key = w.relay.client(name)
		} else {
			host, key, l = w.alfa.host(), w.alfa.key(name), w.alfa.accounts[name].limits
		}
		s := newScreen(w, name, i, host, id, key, l)
		if host == relayHost {
			s.absent = &absences{}
		}
		w.screens = append(w.screens, s)
		s.start()
		s.liveAndDie(name, s, s.shaken)
	}
}

// readThere starts the readers.
func (w *world) readThere() {
	d := newDesk(w)
	for number := range w.kind.readers {
		r := newReader(w, d, number)
		w.readers = append(w.readers, r)
		r.read()
		r.start()
		r.liveAndDie(r.who, r, func() {})
	}
}

// shaken changes the limits in the machine's settings.
func (m *machine) shaken() {
	s, key := m.load()
	m.shake(&s)
	m.save(s, key)
}

// changeKeys makes keys change.
func (w *world) changeKeys() {
	r := w.dice("keys")
	w.rekeyed(r, w.alfa, relayID, w.relay.rekey)
	w.rekeyed(r, w.alfa, "screen3", func(key string) {
		w.screens[2].key = key
		w.screens[2].rekey()
	})
	for _, s := range []*service{w.alfa, w.bravo} {
		w.rekeyed(r, s, "desk", func(key string) { w.readers[0].desk.keys[s.name] = key })
	}
	w.often(r, 12*time.Hour, func() {
		i, known := r.IntN(2), between(r, time.Second, time.Hour)
		s := w.screens[i]
		s.id, s.key = w.relay.client(s.name)
		w.fault("client key changed")
		w.decided("the relay has another key for %s, known in %v", s.name, known.Round(time.Second))
		w.at(minTime(time.Now().Add(known), w.calm), s.rekey)
	})
}

// listenElsewhere starts a host that must get no key.
func (w *world) listenElsewhere() {
	l := w.wire.listen(elsewhere, func() bool { return false })
	s := &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.checkRequest(elsewhere, r)
		w.count("requests elsewhere")
		_, _ = rw.Write([]byte("<html>welcome</html>"))
	})}
	w.listeners = append(w.listeners, s)
	go func() { _ = s.Serve(l) }()
}

// live runs the world, and checks its state at the end.
func (w *world) live() {
	w.at(w.calm, w.settle)
	w.every(10*time.Minute, func() {
		for _, s := range w.screens {
			s.checkSteady()
			s.checkThere()
		}
		w.relay.checkThere()
		for _, r := range w.readers {
			r.checkThere()
		}
	})
	fresh := w.calm.Add(w.kind.freshFor)
	w.run(fresh)
	if since := w.calm.Add(-recent); w.alfa.hasRefused(since) || w.bravo.hasRefused(since) {
		fresh = fresh.Add(blockedFor)
		w.run(fresh)
	}
	since := time.Now()
	for i, r := range w.readers {
		w.after(time.Duration(i)*time.Second, func() { r.look(firstPage + 2) })
	}
	w.run(fresh.Add(w.kind.quiet - w.kind.freshFor))
	if !w.isBroken() {
		for _, s := range w.screens {
			s.checkFresh(since)
		}
	}
	w.end()
	w.readers[0].desk.checkAll()
	for _, name := range []string{"relay", "screen1", "screen2", "screen3", "desk"} {
		w.checkFiles(filepath.Join(w.dir, name))
	}
}

// settle sets the clocks right. All other faults have ended by then.
func (w *world) settle() {
	w.decided("all is well from now on")
	for _, m := range w.machines() {
		m.offset.Store(0)
	}
}

func (w *world) machines() (all []*machine) {
	if w.relay != nil {
		all = append(all, w.relay.machine)
	}
	for _, r := range w.readers {
		all = append(all, r.machine)
	}
	for _, s := range w.screens {
		all = append(all, s.machine)
	}
	return all
}

// machine returns the one with a name.
func (w *world) machine(name string) *machine {
	for _, m := range w.machines() {
		if m.name == name {
			return m
		}
	}
	return nil
}

// end ends everything.
func (w *world) end() {
	if w.relay != nil {
		w.relay.stopIfRunning()
	}
	for _, s := range w.screens {
		if s.running != nil {
			s.stop(false)
		}
	}
	for _, r := range w.readers {
		if r.running != nil {
			r.stop(false)
		}
	}
	time.Sleep(2 * time.Minute) // until all have noticed
	w.alfa.close()
	w.bravo.close()
	for _, s := range w.listeners {
		_ = s.Close()
	}
	time.Sleep(2 * time.Minute)
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	synctest.Wait()
}

// every calls a function at an interval, until the end.
func (w *world) every(d time.Duration, do func()) {
	w.after(d, func() {
		do()
		w.every(d, do)
	})
}

// chanceOf returns a source of random backoffs that depend only on the seed and the time.
func chanceOf(seed uint64) func(int64) int64 {
	return func(n int64) int64 { return int64(hashOf(seed, time.Now().UnixNano()) % uint64(n)) }
}
