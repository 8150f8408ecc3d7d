//go:build !linux

package desktop

// KeepPicture does nothing: the system keeps what was copied.
func KeepPicture() {}
