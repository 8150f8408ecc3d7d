package backoff

import (
	"testing"
	"time"
)

func TestPausesDoubleUpToMost(t *testing.T) {
	for failures, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 7: time.Minute, 1000: time.Minute,
	} {
		for range 100 {
			if d := After(failures, time.Second, time.Minute); d > want || d < want*7/8 {
				t.Fatalf("%v after %d failures, not about %v", d, failures, want)
			}
		}
	}
}
