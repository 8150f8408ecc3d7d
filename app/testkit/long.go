package testkit

import (
	"os"
	"testing"
)

// IsLong reports whether tests may take long: SEXTANT_LONG is set, as by .ci/run.
func IsLong() bool { return os.Getenv("SEXTANT_LONG") != "" }

// Long skips a test that takes long, unless IsLong.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("it takes long; SEXTANT_LONG=1 runs it")
	}
}

// Times returns how often something is done: few times, or many if IsLong.
func Times(few, many int) int {
	if IsLong() {
		return many
	}
	return few
}
