//go:build !linux && !windows

package app

import "fyne.io/fyne/v2"

// isMinimised cannot be known here without the system's own headers.
func isMinimised(fyne.Window) bool { return false }
