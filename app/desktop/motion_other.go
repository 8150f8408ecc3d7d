//go:build !linux && !windows && !darwin

package desktop

// ReducedMotion reports whether the desktop asks programs to do without motion, which is not known here.
func ReducedMotion() bool { return false }
