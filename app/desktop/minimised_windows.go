package desktop

import (
	"syscall"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
)

// IsMinimised asks Windows whether the window is an icon.
func IsMinimised(win fyne.Window) (is bool) {
	native, ok := win.(driver.NativeWindow)
	if !ok {
		return false
	}
	isIconic := syscall.NewLazyDLL("user32.dll").NewProc("IsIconic")
	native.RunNative(func(context any) {
		if c, ok := context.(driver.WindowsWindowContext); ok {
			iconic, _, _ := isIconic.Call(c.HWND)
			is = iconic != 0
		}
	})
	return is
}
