package loop

import (
	"runtime"
	"testing"
	"time"
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
	eventually(t, "rest at the start", rests)
	before := collections()
	work := make([]byte, 8<<20)
	runtime.GC() // in the place of an automatic collection
	eventually(t, "the memory to be given back", func() bool { return collections() >= before+3 })
	eventually(t, "rest", rests)
	runtime.KeepAlive(work)
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
