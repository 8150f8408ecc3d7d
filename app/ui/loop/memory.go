package loop

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// frugalGC keeps the memory small: a reader makes little garbage, so collecting it more often than by
// default costs nothing that can be felt.
const frugalGC = 40

// When memory is given back to the system, which costs a collection or two of some milliseconds each.
const (
	restAfter = 5 * time.Second // without a collection, which is a sign of work
	worthIt   = 3 << 20         // bytes more than after the last time
)

// A frugality gives memory back to the system when the program comes to rest after some work. While nothing
// works, nothing of it runs.
type frugality struct {
	after time.Duration
	rest  *time.Timer

	mu   sync.Mutex
	kept uint64 // bytes of the heap after memory was given back
}

// SaveMemory keeps the memory small for as long as the process lives, unless the environment says how much garbage
// there may be.
func SaveMemory(env func(string) string) {
	if env("GOGC") == "" {
		debug.SetGCPercent(frugalGC)
	}
	newFrugality(restAfter)
}

// newFrugality begins to give memory back to the system after so much rest.
func newFrugality(after time.Duration) *frugality {
	f := &frugality{after: after}
	f.rest = time.AfterFunc(after, f.giveBack)
	f.awaitCollection()
	return f
}

// awaitCollection lets the rest start again with every collection: each drops a mark that is made here.
func (f *frugality) awaitCollection() {
	type mark struct{ f *frugality }
	runtime.AddCleanup(&mark{f}, func(f *frugality) {
		f.rest.Reset(f.after)
		f.awaitCollection()
	}, f)
}

// giveBack collects garbage and gives back what is free, if that is enough to be worth it. It runs on a goroutine of
// its own.
func (f *frugality) giveBack() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if heap() < f.kept+worthIt {
		return
	}
	runtime.GC() // what pools hold goes with the second collection
	debug.FreeOSMemory()
	f.kept = heap()
}

// heap is how much memory the heap has of the system, in bytes.
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
