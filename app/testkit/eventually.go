package testkit

import (
	"testing"
	"time"
)

// patience is the timeout of Eventually, which a test only reaches when it fails.
const patience = 2 * time.Minute

// Eventually waits until a condition that real goroutines or processes bring about is true, and fails the test after
// two minutes. It must run on the goroutine of the test.
func Eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("timed out waiting for %s", what)
		}
	}
}
