package loop

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// frugalGC is a GOGC that keeps memory small: a reader makes little garbage, so collecting it more often costs nothing
// noticeable.
const frugalGC = 40

// When memory is returned to the system, which costs one or two collections of some milliseconds each.
const (
	restAfter = 5 * time.Second // without a collection, which is a sign of activity
	worthIt   = 3 << 20         // least growth in bytes since the last time
)

// A frugality returns memory to the system when the program becomes idle. While the program is idle, nothing of it
// runs.
type frugality struct {
	after time.Duration
	rest  *time.Timer

	mu   sync.Mutex
	kept uint64 // bytes of the heap after memory was returned
}

// SaveMemory keeps the process's memory small. GOGC in the environment takes precedence for the garbage collector.
func SaveMemory(env func(string) string) {
	if env("GOGC") == "" {
		debug.SetGCPercent(frugalGC)
	}
	newFrugality(restAfter)
}

// newFrugality starts a frugality, which returns memory after a time without collections.
func newFrugality(after time.Duration) *frugality {
	f := &frugality{after: after}
	f.rest = time.AfterFunc(after, f.giveBack)
	f.awaitCollection()
	return f
}

// awaitCollection restarts the timer with every collection: each finalises an object that is made here.
func (f *frugality) awaitCollection() {
	type mark struct{ f *frugality }
	runtime.AddCleanup(&mark{f}, func(f *frugality) {
		f.rest.Reset(f.after)
		f.awaitCollection()
	}, f)
}

// giveBack collects garbage and returns free memory, if the heap has grown by worthIt. It runs on its own goroutine.
func (f *frugality) giveBack() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if heap() < f.kept+worthIt {
		return
	}
	runtime.GC() // the contents of sync.Pools are freed by the second collection
	debug.FreeOSMemory()
	f.kept = heap()
}

// heap returns the heap's memory from the system, in bytes.
func heap() (bytes uint64) {
	parts := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"},
		{Name: "/memory/classes/heap/unused:bytes"},
		{Name: "/memory/classes/heap/free:bytes"},
	}
	metrics.Read(parts)
	for _, p := range parts {
		bytes += p.Value.Uint64()
	}
	return bytes
}
