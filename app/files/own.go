package files

import (
	"errors"
	"os"
	"time"
)

// How often, and after which pause, it is tried to get a file for oneself: ten seconds in all.
const (
	ownTries = 500
	ownPause = 20 * time.Millisecond
)

// Own waits until no other program has a file, and has it until free is called. The file is made and stays; it has
// nothing, and stands for another one, which is replaced and could not be locked itself.
func Own(path string) (free func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for range ownTries {
		if Lock(f) {
			return func() { _ = f.Close() }, nil
		}
		time.Sleep(ownPause)
	}
	_ = f.Close()
	return nil, errors.New("another program is changing the file and does not end")
}
