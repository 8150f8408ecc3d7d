//go:build !linux && !darwin && !windows

package desktop

import "errors"

// CopyPicture fails: there is no way here to put a picture on the clipboard.
func CopyPicture([]byte) error {
	return errors.New("pictures cannot be put on this system's clipboard")
}
