//go:build !linux && !windows

package desktop

import "fyne.io/fyne/v2"

// IsMinimised returns false: the system's headers would be needed.
func IsMinimised(fyne.Window) bool { return false }
