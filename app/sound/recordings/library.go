package recordings

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// partsStay is how long a partial recording is kept that is not continued.
const partsStay = 7 * 24 * time.Hour

// A Library is the folder with the recordings, so that one that was heard once is there the next time. Beyond its limit
// the least recently used are removed. It is safe for concurrent use.
type Library struct {
	// Recognise checks that an answer is a recording. Nil accepts any.
	Recognise Recogniser
	// EndsWell checks that a recording is not cut off. Nil accepts any.
	EndsWell EndChecker

	dir     string
	limit   int64
	now     func() time.Time
	readDir func(dir string) ([]os.DirEntry, error)

	mu     sync.Mutex           // never held while the disk is used
	files  map[string]*openFile // those in use, by their names
	spared map[string]bool      // the names of files that are not removed for room
	all    bool                 // none is removed, since it is not known which are spared
	// changes counts the reservations and releases: what the folder had before the last of them may have changed.
	changes int
}

// An openFile is a recording in use: read, or being opened, closed or removed.
type openFile struct {
	transfer  *Transfer // nil while it is not open for reading
	users     int
	forgotten bool
	free      chan struct{} // closed by release
}

// NewLibrary makes a library of a folder with a limit in bytes.
func NewLibrary(dir string, limit int64, now func() time.Time) *Library {
	return &Library{
		dir: dir, limit: limit, now: now, readDir: os.ReadDir, files: map[string]*openFile{}, spared: map[string]bool{},
	}
}

// name returns the name of a recording's file. The key, an id or an address, may have any characters.
func (l *Library) name(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:12]) + ".mp3"
}

func (l *Library) path(key string) string { return filepath.Join(l.dir, l.name(key)) }

// Limit returns the limit in bytes.
func (l *Library) Limit() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.limit
}

// SetLimit sets the limit in bytes. Recordings beyond it are removed when the next one is closed.
func (l *Library) SetLimit(limit int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limit = limit
}

// Spare sets whether a recording is kept when room is needed.
func (l *Library) Spare(key string, spare bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if spare {
		l.spared[l.name(key)] = true
	} else {
		delete(l.spared, l.name(key))
	}
}

// SpareAll sets whether all recordings are kept when room is needed, because those to spare are not known yet.
func (l *Library) SpareAll(all bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = all
}

// Fits reports whether there is room for a recording of a size in bytes beside the spared ones. It reads the folder.
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

// openTransfer returns the transfer of a recording that is being read, nil for any other.
func (l *Library) openTransfer(key string) *Transfer {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.files[l.name(key)]; s != nil {
		return s.transfer
	}
	return nil
}

// Progress returns the progress of a recording that is being read; open is false for any other.
func (l *Library) Progress(key string) (p Progress, open bool) {
	t := l.openTransfer(key)
	if t == nil {
		return Progress{}, false
	}
	return t.Progress(), true
}

// SetOpener replaces the opener of a recording's readers, from the next request on.
func (l *Library) SetOpener(key string, ask Opener) {
	if t := l.openTransfer(key); t != nil {
		t.SetOpener(ask)
	}
}

// Has reports whether a recording is complete on the disk.
func (l *Library) Has(key string) bool {
	info, err := os.Stat(l.path(key))
	return err == nil && info.Mode().IsRegular()
}

// What reserve does with a recording that is being read.
type whenRead int

const (
	joined whenRead = iota // it gets another user
	leave                  // nothing
	forget                 // its files are reserved all the same
)

// reserve returns an open file of a name that no other caller uses until release, or, where mine is false, the one that
// is read. It waits while the file is opened, put away or removed.
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
	l.changes++
	return s, true
}

// release ends a reservation, with a transfer that is read from now on, or nil.
func (l *Library) release(name string, s *openFile, t *Transfer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.transfer = t; t != nil {
		s.users = 1
	} else if l.files[name] == s {
		delete(l.files, name)
	}
	l.changes++
	close(s.free)
}

// changeCount returns how often a recording began or ceased to be used.
func (l *Library) changeCount() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changes
}

// Read returns a reader of a recording, whose missing bytes are fetched with ask. The caller must close it. It fails
// where the folder or its files cannot be opened, and waits while the same recording is being opened, closed or
// removed.
func (l *Library) Read(key string, ask Opener) (*Recording, error) {
	name := l.name(key)
	s, mine := l.reserve(name, joined)
	if mine {
		t, err := OpenTransfer(l.path(key))
		if err == nil {
			t.recognise, t.endsWell = l.Recognise, l.EndsWell
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

// closeFile ends one use of a recording, and closes its file with the last.
func (l *Library) closeFile(name string, s *openFile) error {
	l.mu.Lock()
	t := s.transfer
	if s.users--; s.users > 0 {
		l.mu.Unlock()
		return nil
	}
	s.transfer, s.free = nil, make(chan struct{})
	l.changes++
	forgotten := s.forgotten
	l.mu.Unlock()
	closed, err := t.close()
	if forgotten {
		l.release(name, s, nil)
		if t.path.has(closed) { // some systems cannot remove an open file
			err = errors.Join(err, l.remove(name, leave))
		}
		return err
	}
	if p := t.Progress(); p.Arrived == 0 && !p.Whole && t.path.has(closed) && !t.path.isTaken() {
		err = errors.Join(err, t.path.remove()) // it is not worth a place in the list
	}
	now := l.now()
	for _, path := range []string{string(t.path), t.path.part()} {
		_ = os.Chtimes(path, now, now) // fails where there is only a part
	}
	l.release(name, s, nil)
	return errors.Join(err, l.trim(now))
}

// remove deletes the files of a name, unless they are being read and when is leave.
func (l *Library) remove(name string, when whenRead) (err error) {
	if s, mine := l.reserve(name, when); mine {
		err = recordingPath(filepath.Join(l.dir, name)).remove()
		l.release(name, s, nil)
	}
	return err
}

// Forget deletes a recording that cannot be used, so that the next reader fetches it again.
func (l *Library) Forget(key string) {
	if t := l.openTransfer(key); t != nil {
		t.names.giveUp()
	}
	_ = l.remove(l.name(key), forget) // after an error it is removed when it is closed
}

// Discard deletes a recording or its part, unless it is in use.
func (l *Library) Discard(key string) {
	_ = l.remove(l.name(key), leave) // after an error Holdings still has it
}

// A Holding is a recording in the library, complete or not: sizes in bytes, and when it was used last.
type Holding struct {
	Size, Arrived, OnDisk int64 // Size is -1 where it is not known
	Whole                 bool
	Used                  time.Time
}

// Holdings returns the recordings in the library, by the names of their files. It reads the folder. Only one that does
// not exist is empty: after an error nothing is known of the recordings.
func (l *Library) Holdings() (map[string]Holding, error) {
	files, err := l.readDir(l.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	all := map[string]Holding{}
	for _, f := range files {
		info, err := f.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed meanwhile
			continue
		case err != nil:
			return nil, err
		case !info.Mode().IsRegular():
			continue
		}
		h := Holding{Size: info.Size(), Arrived: info.Size(), OnDisk: info.Size(), Used: info.ModTime()}
		switch name, part := strings.CutSuffix(f.Name(), ".part"); {
		case part:
			h.Size, h.Arrived = -1, 0
			if note, ok, _ := recordingPath(filepath.Join(l.dir, name)).readNote(info.Size()); ok {
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
	return all, nil
}

// trim removes old parts, and the least recently used recordings beyond the limit.
func (l *Library) trim(now time.Time) (err error) {
	held, err := l.Holdings()
	l.mu.Lock()
	limit, stays, all := l.limit, maps.Clone(l.spared), l.all
	for name := range l.files {
		stays[name] = true
	}
	l.mu.Unlock()
	if err != nil || all {
		return err
	}
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
