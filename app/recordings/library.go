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

	mu     sync.Mutex           // never held while the disk is used
	files  map[string]*openFile // those in use, by their names
	spared map[string]bool      // the names of files that stay when room is needed
}

// A openFile is a recording in use: read, or just being opened, put away or removed.
type openFile struct {
	transfer  *Transfer // nil while it is not open for reading
	users     int
	forgotten bool
	free      chan struct{} // closed when the disk is done with
}

// NewLibrary makes a library of a folder that holds up to limit bytes.
func NewLibrary(dir string, limit int64, now func() time.Time) *Library {
	return &Library{dir: dir, limit: limit, now: now, files: map[string]*openFile{}, spared: map[string]bool{}}
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

// openTransfer returns that of a recording which is read, nil for one that is not.
func (l *Library) openTransfer(key string) *Transfer {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.files[l.name(key)]; s != nil {
		return s.transfer
	}
	return nil
}

// Progress returns how far a recording is that is read; open is false for one that is not.
func (l *Library) Progress(key string) (p Progress, open bool) {
	t := l.openTransfer(key)
	if t == nil {
		return Progress{}, false
	}
	return t.Progress(), true
}

// SetOpener changes how those who read a recording now ask for it, from the next request on.
func (l *Library) SetOpener(key string, ask Opener) {
	if t := l.openTransfer(key); t != nil {
		t.SetOpener(ask)
	}
}

// Has reports whether the recording of a key is on the disk as a whole.
func (l *Library) Has(key string) bool {
	info, err := os.Stat(l.path(key))
	return err == nil && info.Mode().IsRegular()
}

// What becomes of a recording that is read when its files are reserved.
type whenRead int

const (
	joined whenRead = iota // it has one user more
	leave                  // nothing
	forget                 // its files are reserved all the same
)

// reserve returns an open file of a name to which nobody else does anything until release, or, where mine is false, the
// one that is read. It waits while the file is opened, put away or removed.
func (l *Library) reserve(name string, when whenRead) (s *openFile, mine bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for s = l.files[name]; s != nil && s.transfer == nil; s = l.files[name] {
		free := s.free // closeFile makes another one
		l.mu.Unlock()
		<-free
		l.mu.Lock()
	}
	switch {
	case s == nil:
	case when == joined:
		s.users++
		return s, false
	case when == leave:
		return s, false
	case when == forget:
		s.forgotten = true
	}
	s = &openFile{free: make(chan struct{})}
	l.files[name] = s
	return s, true
}

// release lets others use a reserved file, with a transfer that is read from now on, or without one.
func (l *Library) release(name string, s *openFile, t *Transfer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.transfer = t; t != nil {
		s.users = 1
	} else if l.files[name] == s {
		delete(l.files, name)
	}
	close(s.free)
}

// Read returns a reader of the recording of a key, which is fetched through ask as far as it is not there.
// The caller must close it. It fails where the folder or its files cannot be opened, and waits while the same
// recording is just being put away.
func (l *Library) Read(key string, ask Opener) (*Recording, error) {
	name := l.name(key)
	s, mine := l.reserve(name, joined)
	if mine {
		t, err := OpenTransfer(l.path(key))
		if err == nil {
			t.recognise = l.Recognise
		}
		l.release(name, s, t)
		if err != nil {
			return nil, err
		}
	}
	r := s.transfer.Read(ask)
	r.done = func() error { return l.closeFile(name, s) }
	return r, nil
}

// closeFile ends one use of a recording, and puts it away with the last.
func (l *Library) closeFile(name string, s *openFile) error {
	l.mu.Lock()
	t := s.transfer
	if s.users--; s.users > 0 {
		l.mu.Unlock()
		return nil
	}
	s.transfer, s.free = nil, make(chan struct{})
	forgotten := s.forgotten
	l.mu.Unlock()
	err := t.Close()
	if forgotten {
		l.release(name, s, nil)
		return errors.Join(err, l.remove(name, leave)) // some systems keep an open file
	}
	now := l.now()
	for _, path := range []string{string(t.path), t.path.part()} {
		_ = os.Chtimes(path, now, now) // there is one of them
	}
	l.release(name, s, nil)
	return errors.Join(err, l.trim(now))
}

// remove deletes the files of a name, unless somebody reads them and they are to be left.
func (l *Library) remove(name string, when whenRead) (err error) {
	if s, mine := l.reserve(name, when); mine {
		err = recordingPath(filepath.Join(l.dir, name)).remove()
		l.release(name, s, nil)
	}
	return err
}

// Forget drops a recording that is of no use, so that the next one to read it fetches it again.
func (l *Library) Forget(key string) {
	_ = l.remove(l.name(key), forget) // or when it is closed, where an open file cannot be removed
}

// Discard drops what is there of a recording, unless it is in use.
func (l *Library) Discard(key string) {
	_ = l.remove(l.name(key), leave) // what cannot be removed is seen to be there
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
			if note, ok := recordingPath(filepath.Join(l.dir, name)).readNote(info.Size()); ok {
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

// trim removes what is too old or too much.
func (l *Library) trim(now time.Time) (err error) {
	held := l.Holdings()
	l.mu.Lock()
	limit, stays := l.limit, maps.Clone(l.spared)
	for name := range l.files {
		stays[name] = true
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
			err = errors.Join(err, l.remove(name, leave))
			total -= held[name].OnDisk
		}
	}
	return err
}
