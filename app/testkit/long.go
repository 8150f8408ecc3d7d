package testkit

import (
	"os"
	"strconv"
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

// HasTurn reports whether a seed, by its number, is in the third of those that take long that SEXTANT_TURN, 0 to 2,
// selects. All are if that is not set.
func HasTurn(seed int) bool {
	turn, err := strconv.Atoi(os.Getenv("SEXTANT_TURN"))
	return err != nil || seed%3 == turn
}
