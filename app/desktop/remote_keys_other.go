//go:build !linux && !windows

package desktop

import "fyne.io/fyne/v2"

// RemoteKeys returns nil: macOS does not send such keys to windows.
func RemoteKeys() map[int]fyne.KeyName { return nil }
