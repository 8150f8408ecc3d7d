//go:build !linux && !windows

package desktop

import "fyne.io/fyne/v2"

// RemoteKeys is empty: what macOS makes of such keys does not come to a window.
func RemoteKeys() map[int]fyne.KeyName { return nil }
