package recordings

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// partsStay is how long a recording stays of which only a part arrived, if nobody goes on with it.
const partsStay = 7 * 24 * time.Hour

// A Library is the folder that keeps recordings, so that what was heard once is there the next time. When it
// becomes too large, those that were not used for longest leave. It is safe for concurrent use.
type Library struct {
	// Recognise says whether what came is a recording; nil takes all for one.
	Recognise Recogniser

	dir   string
	limit int64
	now   func() time.Time

	disk sync.Mutex // held while files are opened and removed; taken before mu

	mu     sync.Mutex // never held while the disk is used
	open   map[string]*shelf
	spared map[string]bool // the names of files that stay when room is needed
}

// A shelf is a recording in use.
type shelf struct {
	transfer  *Transfer
	users     int
	forgotten bool
	cleared   chan struct{} // closed when nothing of it is open any more
}

// NewLibrary makes a library of a folder that holds up to limit bytes.
func NewLibrary(dir string, limit int64, now func() time.Time) *Library {
	return &Library{dir: dir, limit: limit, now: now, open: map[string]*shelf{}, spared: map[string]bool{}}
}

// name is that of a recording's file. Its key, an id or an address, may be anything.
func (l *Library) name(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:12]) + ".mp3"
}

func (l *Library) path(key string) string { return filepath.Join(l.dir, l.name(key)) }

// Limit is how many bytes the library may have.
func (l *Library) Limit() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.limit
}

// SetLimit changes how many bytes the library may have. What is too much leaves with the next recording
// that is put away.
func (l *Library) SetLimit(limit int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limit = limit
}

// Spare lets a recording stay when room is needed, or not any more.
func (l *Library) Spare(key string, spare bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if spare {
		l.spared[l.name(key)] = true
	} else {
		delete(l.spared, l.name(key))
	}
}

// Fits reports whether there is room for a recording of so many bytes beside those that stay. It looks at the
// disk.
func (l *Library) Fits(key string, size int64) bool {
	l.mu.Lock()
	spared, limit := maps.Clone(l.spared), l.limit
	l.mu.Unlock()
	for name := range spared {
		if info, err := os.Stat(filepath.Join(l.dir, name)); err == nil && name != l.name(key) {
			size += info.Size()
		}
	}
	return size <= limit
}

// shelf returns a recording that is in use, nil for one that is not.
func (l *Library) shelf(key string) *shelf {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open[key]
}

// Progress tells how far a recording is that is in use; open is false for one that is not.
func (l *Library) Progress(key string) (p Progress, open bool) {
	s := l.shelf(key)
	if s == nil {
		return Progress{}, false
	}
	return s.transfer.Progress(), true
}

// SetOpener changes how a recording that is in use is asked for from the next request on.
func (l *Library) SetOpener(key string, ask Opener) {
	if s := l.shelf(key); s != nil {
		s.transfer.SetOpener(ask)
	}
}

// Has reports whether the recording of a key is on the disk as a whole.
func (l *Library) Has(key string) bool {
	info, err := os.Stat(l.path(key))
	return err == nil && info.Mode().IsRegular()
}

// Read returns a reader of the recording of a key, which is fetched through ask as far as it is not there.
// The caller must close it. It fails where the folder or its files cannot be opened, and waits while the same
// recording is just being put away.
func (l *Library) Read(key string, ask Opener) (*Recording, error) {
	l.disk.Lock()
	defer l.disk.Unlock()
	s := l.use(key)
	for s != nil && s.users == 0 { // it is just being put away
		l.disk.Unlock()
		<-s.cleared
		l.disk.Lock()
		s = l.use(key)
	}
	if s == nil {
		t, err := OpenTransfer(l.path(key), ask)
		if err != nil {
			return nil, err
		}
		t.recognise = l.Recognise
		s = &shelf{transfer: t, users: 1, cleared: make(chan struct{})}
		l.mu.Lock()
		l.open[key] = s
		l.mu.Unlock()
	}
	r := s.transfer.Read()
	r.done = func() error { return l.put(key, s) }
	return r, nil
}

// use returns a recording in use with one user more, unless it has none.
func (l *Library) use(key string) *shelf {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.open[key]
	if s != nil && s.users > 0 {
		s.users++
	}
	return s
}

// put ends one use of a recording, and puts it away with the last. Nobody else waits for the disk meanwhile.
func (l *Library) put(key string, s *shelf) error {
	l.mu.Lock()
	s.users--
	used := s.users > 0
	l.mu.Unlock()
	if used {
		return nil
	}
	err := s.transfer.Close()
	l.disk.Lock()
	defer l.disk.Unlock()
	defer close(s.cleared)
	l.mu.Lock()
	if l.open[key] == s {
		delete(l.open, key)
	}
	forgotten, again := s.forgotten, l.open[key] != nil
	l.mu.Unlock()
	switch {
	case forgotten && !again:
		return errors.Join(err, s.transfer.Remove())
	case forgotten:
		return err // it is being fetched again already
	}
	now := l.now()
	for _, path := range []string{string(s.transfer.path), s.transfer.path.part()} {
		_ = os.Chtimes(path, now, now) // there is one of them
	}
	return errors.Join(err, l.trim(now))
}

// Forget drops a recording that is of no use, so that the next one to read it fetches it again.
func (l *Library) Forget(key string) {
	l.disk.Lock()
	defer l.disk.Unlock()
	l.mu.Lock()
	if s := l.open[key]; s != nil {
		s.forgotten = true
		delete(l.open, key)
	}
	l.mu.Unlock()
	_ = recordingPath(l.path(key)).remove() // or when it is closed, where an open file cannot be removed
}

// Discard drops what is there of a recording, unless it is in use.
func (l *Library) Discard(key string) {
	l.disk.Lock()
	defer l.disk.Unlock()
	if l.shelf(key) == nil {
		_ = recordingPath(l.path(key)).remove() // what cannot be removed is seen to be there
	}
}

// A Holding is what the library has of a recording: sizes in bytes, and when it was used last.
type Holding struct {
	Size, Arrived, OnDisk int64 // Size is -1 where it is not known
	Whole                 bool
	Used                  time.Time
}

// Holdings returns what the library has, by the names of the files. It reads the folder; one that cannot be
// read has nothing.
func (l *Library) Holdings() map[string]Holding {
	files, _ := os.ReadDir(l.dir) // a folder that cannot be read has nothing
	all := map[string]Holding{}
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // gone meanwhile
		}
		h := Holding{Size: info.Size(), Arrived: info.Size(), OnDisk: info.Size(), Used: info.ModTime()}
		switch name, part := strings.CutSuffix(f.Name(), ".part"); {
		case part:
			h.Size, h.Arrived = -1, 0
			if note, ok := recordingPath(filepath.Join(l.dir, name)).recall(info.Size()); ok {
				h.Size, h.Arrived = note.Size, note.Have.sum()
			}
			if _, whole := all[name]; !whole {
				all[name] = h
			}
		case strings.HasSuffix(name, ".mp3"):
			h.Whole = true
			all[name] = h
		}
	}
	return all
}

// trim removes what is too old or too much. It needs the lock of the disk.
func (l *Library) trim(now time.Time) (err error) {
	held := l.Holdings()
	l.mu.Lock()
	limit, stays := l.limit, maps.Clone(l.spared)
	for key := range l.open {
		stays[l.name(key)] = true
	}
	l.mu.Unlock()
	total := int64(0)
	for name, h := range held {
		total += h.OnDisk
		if !h.Whole && now.Sub(h.Used) > partsStay {
			h.Used = time.Time{}
			held[name] = h
		}
	}
	names := slices.SortedFunc(maps.Keys(held), func(a, b string) int {
		return cmp.Or(held[a].Used.Compare(held[b].Used), strings.Compare(a, b))
	})
	for _, name := range names {
		if total <= limit && !held[name].Used.IsZero() {
			break
		}
		if path := recordingPath(filepath.Join(l.dir, name)); !stays[name] && (held[name].Whole || !path.isTaken()) {
			err = errors.Join(err, path.remove())
			total -= held[name].OnDisk
		}
	}
	return err
}
