// Package race reports whether the race detector is on. Only tests import it.
package race

import "testing"

// Skip skips a test under the race detector, with a reason.
func Skip(t *testing.T, reason string) {
	t.Helper()
	if Enabled {
		t.Skip("not under the race detector: " + reason)
	}
}
