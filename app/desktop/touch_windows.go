package desktop

import "syscall"

// HasTouchScreen reports whether there is a touch screen.
func HasTouchScreen() bool {
	const digitizer, integrated, external = 94, 1, 2 // SM_DIGITIZER, NID_INTEGRATED_TOUCH, NID_EXTERNAL_TOUCH
	has, _, _ := syscall.NewLazyDLL("user32.dll").NewProc("GetSystemMetrics").Call(digitizer)
	return has&(integrated|external) != 0
}
