package desktop

import (
	"fmt"
	"os"
	"os/exec"
)

// CopyPicture copies a picture, as PNG, to the clipboard. It may block.
func CopyPicture(png []byte) error {
	if len(png) > MaxPicture {
		return errTooLarge
	}
	f, err := os.CreateTemp("", "sextant-*.png")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(png)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return exec.Command("osascript", "-e",
		fmt.Sprintf("set the clipboard to (read (POSIX file %q) as «class PNGf»)", f.Name())).Run()
}
