package desktop

import (
	"syscall"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
)

// IsMinimised reports whether the window is minimised.
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
