//go:build !linux && !windows && !darwin

package desktop

// ReducedMotion returns false: it is not known on this system.
func ReducedMotion() bool { return false }
