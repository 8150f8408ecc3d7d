//go:build !linux && !windows

package desktop

import "fyne.io/fyne/v2"

// IsMinimised cannot be known here without the system's own headers.
func IsMinimised(fyne.Window) bool { return false }
