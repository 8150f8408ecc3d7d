//go:build !linux && !windows

package desktop

// HasTouchScreen returns false: macOS has no touch screens.
func HasTouchScreen() bool { return false }
