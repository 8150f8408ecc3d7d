package files

import (
	"errors"
	"os"
	"time"
)

// The number of attempts to lock a file, and the pause between them: ten seconds in all.
const (
	ownTries = 500
	ownPause = 20 * time.Millisecond
)

// Own waits until no other program has locked a file, and locks it until free is called. The file is created if
// necessary and stays empty; it stands for another one that cannot be locked, because it is replaced.
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
