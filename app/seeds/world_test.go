package seeds

import (
	"cmp"
	"container/heap"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/budget"
)

// A world is the simulation of one seed. One goroutine runs the events one after the other; between two events, all
// other goroutines run until they are idle.
type world struct {
	t         *testing.T
	seed      uint64
	dir       string
	kind      kind
	wire      *wire
	alfa      *service
	bravo     *service
	relay     *relayed
	screens   []*screen
	readers   []*reader
	secrets   atomic.Pointer[[]secret]
	listeners []*http.Server
	begin     time.Time
	calm      time.Time    // nothing fails after it
	slept     atomic.Int64 // how long all machines have slept, in nanoseconds
	events    events
	seq       int // of the next event

	mu      sync.Mutex
	log     io.Writer // of all events, nil for none
	trace   []string  // the last events
	script  uint64    // a hash of all random decisions
	faults  map[string]int
	figures map[string]int
	broken  string // the first rule that was broken
}

// An event is a function that is called at a time.
type event struct {
	at  time.Time
	seq int
	do  func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return cmp.Or(e[i].at.Compare(e[j].at), cmp.Compare(e[i].seq, e[j].seq)) < 0
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// traced is the number of events that are shown after a failure.
const traced = 60

// hashOf returns a hash of its arguments.
func hashOf(of ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, of...)
	return h.Sum64()
}

// dice returns the random numbers of one actor, so that they do not depend on other actors.
func (w *world) dice(actor string) *rand.Rand { return rand.New(rand.NewPCG(w.seed, hashOf(actor))) }

// between returns a random duration. Its logarithm is uniformly distributed.
func between(r *rand.Rand, least, most time.Duration) time.Duration {
	return time.Duration(float64(least) * math.Pow(float64(most)/float64(least), r.Float64()))
}

// apart returns a random time to the next event, with a mean.
func apart(r *rand.Rand, mean time.Duration) time.Duration {
	return time.Second + time.Duration(r.ExpFloat64()*float64(mean))
}

// note writes an event to the trace.
func (w *world) note(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.noteLocked(fmt.Sprintf(format, args...))
}

// decided writes a random decision to the trace, which must be the same each time for one seed.
func (w *world) decided(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.script = hashOf(w.script, time.Since(w.begin), what)
	w.noteLocked(what)
}

func (w *world) noteLocked(what string) {
	since := time.Since(w.begin)
	line := fmt.Sprintf("%3d:%02d:%06.3f %s", int(since.Hours()), int(since.Minutes())%60,
		math.Mod(since.Seconds(), 60), what)
	if w.log != nil {
		fmt.Fprintln(w.log, line)
	}
	w.trace = append(w.trace[max(0, len(w.trace)-traced):], line)
}

// fail reports that a rule was broken, which ends the world.
func (w *world) fail(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.broken == "" {
		w.broken = fmt.Sprintf(format, args...)
		w.noteLocked("BROKEN: " + w.broken)
	}
}

func (w *world) isBroken() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken != ""
}

// fault counts a fault of a kind.
func (w *world) fault(kind string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.faults[kind]++
}

// count counts a successful check.
func (w *world) count(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.figures[what]++
}

// at schedules a function at a time.
func (w *world) at(when time.Time, do func()) {
	w.seq++
	heap.Push(&w.events, event{when, w.seq, do})
}

// now returns the time by a clock that is right, which sleep does not stop. Timers stand still in sleep, and so does
// time.Now here.
func (w *world) now() time.Time { return time.Now().Add(time.Duration(w.slept.Load())) }

// after schedules a function after a duration.
func (w *world) after(d time.Duration, do func()) { w.at(time.Now().Add(d), do) }

// often calls a function again and again, with a mean interval, until calm.
func (w *world) often(r *rand.Rand, mean time.Duration, do func()) {
	w.after(apart(r, mean), func() {
		if time.Now().Before(w.calm) {
			do()
			w.often(r, mean, do)
		}
	})
}

// run runs events until a time, or until a rule is broken.
func (w *world) run(until time.Time) {
	for len(w.events) > 0 && !w.isBroken() {
		if w.events[0].at.After(until) {
			break
		}
		next := heap.Pop(&w.events).(event)
		time.Sleep(time.Until(next.at))
		synctest.Wait()
		next.do()
		synctest.Wait()
	}
	if !w.isBroken() {
		time.Sleep(time.Until(until))
		synctest.Wait()
	}
}

// last returns the last events of the trace.
func (w *world) last() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Join(w.trace, "\n")
}

// usages returns the requests that the programs have counted.
func (w *world) usages() string {
	var all []string
	add := func(name string, b *budget.Budget) {
		u := b.Usage()
		all = append(all, fmt.Sprintf("%s knows of %d and %d", name, u.Hour, u.Day))
	}
	if w.relay.running != nil {
		add(w.relay.name, w.relay.running.station.Budget)
	}
	for _, s := range w.screens {
		if s.running != nil {
			add(s.name, s.running.station.Budget)
		}
	}
	for _, r := range w.readers {
		if r.running != nil {
			add(r.who, r.running.tuner.Current().Budget)
		}
	}
	return strings.Join(all, ", ")
}
