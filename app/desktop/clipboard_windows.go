package desktop

import (
	"errors"
	"syscall"
	"time"
	"unsafe"
)

// CopyPicture puts a picture, as PNG, on the clipboard, in the form that programs register under the name PNG. It waits
// for the system.
func CopyPicture(png []byte) error {
	if len(png) == 0 || len(png) > MaxPicture {
		return errTooLarge
	}
	user, kernel := syscall.NewLazyDLL("user32.dll"), syscall.NewLazyDLL("kernel32.dll")
	name, err := syscall.UTF16PtrFromString("PNG")
	if err != nil {
		return err
	}
	format, _, err := user.NewProc("RegisterClipboardFormatW").Call(uintptr(unsafe.Pointer(name)))
	if format == 0 {
		return err
	}
	const moveable = 2
	memory, _, err := kernel.NewProc("GlobalAlloc").Call(moveable, uintptr(len(png)))
	if memory == 0 {
		return err
	}
	at, _, err := kernel.NewProc("GlobalLock").Call(memory)
	if at == 0 {
		return err
	}
	kernel.NewProc("RtlMoveMemory").Call(at, uintptr(unsafe.Pointer(&png[0])), uintptr(len(png)))
	kernel.NewProc("GlobalUnlock").Call(memory)
	for range 10 { // another program may have it open for a moment
		if ok, _, _ := user.NewProc("OpenClipboard").Call(0); ok != 0 {
			defer user.NewProc("CloseClipboard").Call()
			user.NewProc("EmptyClipboard").Call()
			if ok, _, err := user.NewProc("SetClipboardData").Call(format, memory); ok == 0 {
				return err
			}
			return nil // the system has the memory now
		}
		time.Sleep(20 * time.Millisecond)
	}
	kernel.NewProc("GlobalFree").Call(memory)
	return errors.New("another program has the clipboard open")
}
