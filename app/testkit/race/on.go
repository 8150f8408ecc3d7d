//go:build race

package race

// Enabled reports whether the race detector is at work.
const Enabled = true
