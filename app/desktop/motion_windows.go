package desktop

import (
	"syscall"
	"unsafe"
)

// clientAreaAnimation is SPI_GETCLIENTAREAANIMATION.
const clientAreaAnimation = 0x1042

// ReducedMotion reports whether the desktop asks programs to reduce motion.
func ReducedMotion() bool {
	ask := syscall.NewLazyDLL("user32.dll").NewProc("SystemParametersInfoW")
	animates := int32(1)
	ok, _, _ := ask.Call(clientAreaAnimation, 0, uintptr(unsafe.Pointer(&animates)), 0)
	return ok != 0 && animates == 0
}
