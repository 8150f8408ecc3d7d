package loop

import (
	"runtime"
	"testing"
	"time"

	"sextant/app/testkit"
)

// TestMemoryIsGivenBack lets the heap grow. After the next collection and some time, memory is returned by two more
// collections, and then nothing is collected any more.
func TestMemoryIsGivenBack(t *testing.T) {
	const after = 50 * time.Millisecond
	f := newFrugality(after)
	defer f.rest.Stop()
	collections := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumGC
	}
	rests := func() bool {
		n := collections()
		time.Sleep(6 * after)
		return collections() == n
	}
	testkit.Eventually(t, "rest at the start", rests)
	before := collections()
	work := make([]byte, 8<<20)
	runtime.GC() // in the place of an automatic collection
	testkit.Eventually(t, "the memory to be given back", func() bool { return collections() >= before+3 })
	testkit.Eventually(t, "rest", rests)
	runtime.KeepAlive(work)
}
