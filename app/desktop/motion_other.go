//go:build !linux && !windows && !darwin

package app

// reducedMotion tells whether the desktop asks programs to do without motion, which is not known here.
func reducedMotion() bool { return false }
