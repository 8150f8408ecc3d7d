//go:build threadcheck

package loop

// threadsChecked is false in a build in which the toolkit checks on which goroutine it is used.
const threadsChecked = false
