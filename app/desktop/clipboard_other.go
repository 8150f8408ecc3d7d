//go:build !linux && !darwin && !windows

package desktop

import "errors"

// CopyPicture fails: it is not supported on this system.
func CopyPicture([]byte) error {
	return errors.New("pictures cannot be put on this system's clipboard")
}
