//go:build unix

package files

import "os"

// SyncFolder syncs the names of a folder's files: syncing a file is not enough after it was created or renamed. An
// error is ignored, because some file systems do not support it.
func SyncFolder(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	_ = f.Sync()
	_ = f.Close()
}
