package testkit

import (
	"os"
	"testing"
)

// Long skips a test that takes long, unless SEXTANT_LONG is set, as by .ci/run.
func Long(t testing.TB) {
	t.Helper()
	if os.Getenv("SEXTANT_LONG") == "" {
		t.Skip("it takes long; SEXTANT_LONG=1 runs it")
	}
}
