package acquire

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// partsStay is how long a recording stays of which only a part arrived, if nobody goes on with it.
const partsStay = 7 * 24 * time.Hour

// A Library is the folder that keeps recordings, so that what was heard once is there the next time. When
// it becomes too large, those that were not used for longest leave.
type Library struct {
	dir   string
	limit int64
	now   func() time.Time

	mu   sync.Mutex
	open map[string]*shelf
}

// A shelf is a recording in use.
type shelf struct {
	transfer  *Transfer
	users     int
	forgotten bool
}

// NewLibrary makes a library of a folder that holds up to limit bytes.
func NewLibrary(dir string, limit int64, now func() time.Time) *Library {
	return &Library{dir: dir, limit: limit, now: now, open: map[string]*shelf{}}
}

// path is the file of a recording. Its key, an id or an address, may be anything.
func (l *Library) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(l.dir, hex.EncodeToString(sum[:12])+".mp3")
}

// Read reads the recording of a key, which is fetched as far as it is not there.
func (l *Library) Read(key string, ask Opener) (*Recording, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.open[key]
	if s == nil {
		t, err := OpenTransfer(l.path(key), ask)
		if err != nil {
			return nil, err
		}
		s = &shelf{transfer: t}
		l.open[key] = s
	}
	s.users++
	r := s.transfer.Read()
	r.done = func() error { return l.put(key, s) }
	return r, nil
}

// put takes in that somebody has done with a recording.
func (l *Library) put(key string, s *shelf) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.users--; s.users > 0 {
		return nil
	}
	if l.open[key] == s {
		delete(l.open, key)
	}
	err := s.transfer.Close()
	if s.forgotten {
		return errors.Join(err, s.transfer.Remove())
	}
	now := l.now()
	for _, path := range []string{s.transfer.path, s.transfer.partPath()} {
		_ = os.Chtimes(path, now, now) // there is one of them
	}
	return errors.Join(err, l.trim(now))
}

// Forget drops a recording that is of no use, so that the next one to read it fetches it anew.
func (l *Library) Forget(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.open[key]
	if s == nil {
		s = &shelf{transfer: &Transfer{path: l.path(key)}}
	}
	s.forgotten = true
	delete(l.open, key)
	_ = s.transfer.Remove() // or when it is closed, where an open file cannot be removed
}

// kept is a recording that is not in use.
type kept struct {
	path string
	used time.Time
	size int64
}

// trim removes what is too old or too much. It needs the lock.
func (l *Library) trim(now time.Time) error {
	files, err := os.ReadDir(l.dir)
	if err != nil {
		return err
	}
	var list []kept
	total := int64(0)
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // gone meanwhile
		}
		total += info.Size()
		if whole, part := strings.HasSuffix(f.Name(), ".mp3"), strings.HasSuffix(f.Name(), ".part"); whole || part {
			k := kept{filepath.Join(l.dir, strings.TrimSuffix(f.Name(), ".part")), info.ModTime(), info.Size()}
			if part && now.Sub(k.used) > partsStay {
				k.used = time.Time{}
			}
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b kept) int { return cmp.Or(a.used.Compare(b.used), strings.Compare(a.path, b.path)) })
	for _, k := range list {
		if total <= l.limit && !k.used.IsZero() {
			break
		}
		if !l.inUse(k.path) {
			err = errors.Join(err, (&Transfer{path: k.path}).Remove())
			total -= k.size
		}
	}
	return err
}

func (l *Library) inUse(path string) bool {
	for _, s := range l.open {
		if s.transfer.path == path {
			return true
		}
	}
	return false
}
