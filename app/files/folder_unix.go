//go:build unix

package files

import "os"

// SyncFolder returns when the names of a folder's files are on the disk: to sync a file is not enough for that after
// it was made or renamed. Where the file system cannot do it, its names are as safe as they can be.
func SyncFolder(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	_ = f.Sync()
	_ = f.Close()
}
