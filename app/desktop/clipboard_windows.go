package desktop

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

var (
	user32   = syscall.NewLazyDLL("user32.dll")
	kernel32 = syscall.NewLazyDLL("kernel32.dll")
)

// deviceIndependent is CF_DIB: a BITMAPINFOHEADER followed by the pixels. Windows converts it to CF_BITMAP and
// CF_DIBV5.
const deviceIndependent = 8

// CopyPicture copies a picture, as PNG, to the clipboard: in the registered format PNG, and as a bitmap for programs
// without it. It may block.
func CopyPicture(data []byte) error {
	if len(data) == 0 || len(data) > MaxPicture {
		return errTooLarge
	}
	bitmap, err := bitmapOf(data)
	if err != nil {
		return err
	}
	name, err := syscall.UTF16PtrFromString("PNG")
	if err != nil {
		return err
	}
	format, _, err := user32.NewProc("RegisterClipboardFormatW").Call(uintptr(unsafe.Pointer(name)))
	if format == 0 {
		return err
	}
	// The thread that opens the clipboard must close it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	owner, err := clipboardOwner()
	if err != nil {
		return err
	}
	defer user32.NewProc("DestroyWindow").Call(owner)
	if err := openClipboard(owner); err != nil {
		return err
	}
	defer user32.NewProc("CloseClipboard").Call()
	if ok, _, err := user32.NewProc("EmptyClipboard").Call(); ok == 0 {
		return err
	}
	return errors.Join(putOnClipboard(format, data), putOnClipboard(deviceIndependent, bitmap))
}

// clipboardOwner makes a message-only window: SetClipboardData may fail if no window has the clipboard open.
func clipboardOwner() (uintptr, error) {
	class, err := syscall.UTF16PtrFromString("STATIC")
	if err != nil {
		return 0, err
	}
	const messages = ^uintptr(2) // HWND_MESSAGE
	w, _, err := user32.NewProc("CreateWindowExW").Call(
		0, uintptr(unsafe.Pointer(class)), 0, 0, 0, 0, 0, 0, messages, 0, 0, 0)
	if w == 0 {
		return 0, err
	}
	return w, nil
}

// openClipboard retries for a moment, because another program may have it open.
func openClipboard(owner uintptr) error {
	for range 10 {
		if ok, _, _ := user32.NewProc("OpenClipboard").Call(owner); ok != 0 {
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("another program has the clipboard open")
}

// putOnClipboard puts data on the open and empty clipboard. The system owns the memory then.
func putOnClipboard(format uintptr, data []byte) error {
	const moveable = 2 // GMEM_MOVEABLE
	memory, _, err := kernel32.NewProc("GlobalAlloc").Call(moveable, uintptr(len(data)))
	if memory == 0 {
		return err
	}
	at, _, err := kernel32.NewProc("GlobalLock").Call(memory)
	if at != 0 {
		kernel32.NewProc("RtlMoveMemory").Call(at, uintptr(unsafe.Pointer(&data[0])), uintptr(len(data)))
		kernel32.NewProc("GlobalUnlock").Call(memory)
		var put uintptr
		if put, _, err = user32.NewProc("SetClipboardData").Call(format, memory); put != 0 {
			return nil
		}
	}
	kernel32.NewProc("GlobalFree").Call(memory)
	return err
}

// bitmapOf converts a PNG to a bitmap, whose rows are from bottom to top.
func bitmapOf(data []byte) ([]byte, error) {
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	b := decoded.Bounds()
	pixels := image.NewRGBA(image.Rectangle{Max: b.Size()})
	draw.Draw(pixels, pixels.Rect, decoded, b.Min, draw.Src)
	const header, bytesPerPixel = 40, 4
	bitmap := make([]byte, 0, header+len(pixels.Pix))
	for _, field := range []uint32{header, uint32(b.Dx()), uint32(b.Dy())} {
		bitmap = binary.LittleEndian.AppendUint32(bitmap, field)
	}
	bitmap = binary.LittleEndian.AppendUint16(bitmap, 1) // planes
	bitmap = binary.LittleEndian.AppendUint16(bitmap, 8*bytesPerPixel)
	bitmap = binary.LittleEndian.AppendUint32(bitmap, 0) // not compressed
	bitmap = binary.LittleEndian.AppendUint32(bitmap, uint32(len(pixels.Pix)))
	bitmap = append(bitmap, make([]byte, header-len(bitmap))...)
	for y := b.Dy() - 1; y >= 0; y-- {
		row := pixels.Pix[y*pixels.Stride:][:bytesPerPixel*b.Dx()]
		for ; len(row) > 0; row = row[bytesPerPixel:] {
			bitmap = append(bitmap, row[2], row[1], row[0], row[3])
		}
	}
	return bitmap, nil
}
