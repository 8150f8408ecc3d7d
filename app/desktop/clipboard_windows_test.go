package desktop

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"unsafe"
)

// TestCopyPicture reads the picture from the clipboard in both formats.
func TestCopyPicture(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 3, 2))
	for i, c := range []color.RGBA{{1, 2, 3, 255}, {4, 5, 6, 255}, {7, 8, 9, 255}, {10, 11, 12, 255}} {
		picture.SetRGBA(i%3, i/3, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := CopyPicture(b.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if got := onClipboard(t, "PNG", 0); !bytes.HasPrefix(got, b.Bytes()) { // memory is allocated in larger units
		t.Errorf("the PNG is %x, want %x", got, b.Bytes())
	}
	header := []byte{40, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 24, 0, 0, 0}
	want := slices.Concat(header, make([]byte, 16), []byte{12, 11, 10, 255}, make([]byte, 8),
		[]byte{3, 2, 1, 255, 6, 5, 4, 255, 9, 8, 7, 255})
	if got := onClipboard(t, "", deviceIndependent); !bytes.HasPrefix(got, want) {
		t.Errorf("the bitmap is %x, want %x", got, want)
	}
	if err := CopyPicture(make([]byte, MaxPicture+1)); !errors.Is(err, errTooLarge) {
		t.Errorf("a picture that is too large: %v", err)
	}
	if CopyPicture([]byte("no picture")) == nil {
		t.Error("what is no picture is copied")
	}
}

// onClipboard returns the clipboard's data in a format, by its name or its number.
func onClipboard(t *testing.T, name string, format uintptr) []byte {
	t.Helper()
	if name != "" {
		text, err := syscall.UTF16PtrFromString(name)
		if err != nil {
			t.Fatal(err)
		}
		format, _, _ = user32.NewProc("RegisterClipboardFormatW").Call(uintptr(unsafe.Pointer(text)))
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := openClipboard(0); err != nil {
		t.Fatal(err)
	}
	defer user32.NewProc("CloseClipboard").Call()
	memory, _, err := user32.NewProc("GetClipboardData").Call(format)
	if memory == 0 {
		t.Fatalf("nothing is there of format %d: %v", format, err)
	}
	size, _, _ := kernel32.NewProc("GlobalSize").Call(memory)
	at, _, _ := kernel32.NewProc("GlobalLock").Call(memory)
	defer kernel32.NewProc("GlobalUnlock").Call(memory)
	data := make([]byte, size)
	if size > 0 {
		kernel32.NewProc("RtlMoveMemory").Call(uintptr(unsafe.Pointer(&data[0])), at, size)
	}
	return data
}
