// Package race knows whether the race detector is at work. Nothing but tests imports it.
package race

import "testing"

// Skip leaves a test out under the race detector, for a reason. Without the detector it does nothing.
func Skip(t *testing.T, reason string) {
	t.Helper()
	if Enabled {
		t.Skip("not under the race detector: " + reason)
	}
}
