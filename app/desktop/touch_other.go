//go:build !linux && !windows

package desktop

// HasTouchScreen reports whether there is a screen that can be touched. There is none with macOS.
func HasTouchScreen() bool { return false }
