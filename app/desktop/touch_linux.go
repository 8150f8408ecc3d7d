package desktop

import (
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// HasTouchScreen reports whether there is a touch screen.
func HasTouchScreen() bool { return touches(os.DirFS("/sys/class/input")) }

// touches searches the kernel's list of input devices for a direct one that reports several fingers. The numbers are
// from the kernel's input-event-codes.h.
func touches(devices fs.FS) bool {
	const direct, finger = 1, 0x35 // INPUT_PROP_DIRECT and ABS_MT_POSITION_X
	list, _ := fs.Glob(devices, "input*")
	for _, dir := range list {
		if bitSet(devices, dir+"/properties", direct) && bitSet(devices, dir+"/capabilities/abs", finger) {
			return true
		}
	}
	return false
}

// bitSet reports whether a bit is set in a file of hexadecimal words, the highest first. The words have 64 or 32 bits,
// depending on the kernel.
func bitSet(devices fs.FS, name string, bit int) bool {
	data, err := fs.ReadFile(devices, name)
	if err != nil {
		return false
	}
	words := strings.Fields(string(data))
	at := len(words) - 1 - bit/strconv.IntSize
	if at < 0 {
		return false
	}
	word, err := strconv.ParseUint(words[at], 16, strconv.IntSize)
	return err == nil && word>>(bit%strconv.IntSize)&1 == 1
}
