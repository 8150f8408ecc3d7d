package boot

import (
	"runtime"
	"testing"
	"time"
)

func TestElapsedRunsWithTheMonotonicClock(t *testing.T) {
	t.Parallel()
	start, from := time.Now(), Elapsed()
	time.Sleep(50 * time.Millisecond)
	by := Elapsed() - from
	const slack = 50 * time.Millisecond // Windows counts by 16 ms
	if after := time.Since(start); by < 30*time.Millisecond || by > after+slack {
		t.Errorf("%v in %v", by, after)
	}
	if Elapsed() < 0 {
		t.Error("it is before the boot")
	}
}

func TestIDStays(t *testing.T) {
	t.Parallel()
	if id := ID(); id != ID() || id == "" && runtime.GOOS == "linux" {
		t.Errorf("the ID of the boot is %q, then %q", id, ID())
	}
}
