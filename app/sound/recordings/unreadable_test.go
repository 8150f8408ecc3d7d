package recordings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/store"
	"sextant/app/testkit"
)

// A fakeFolder is a folder whose listing fails or takes its time.
type fakeFolder struct {
	fails error
	waits time.Duration // between the reading of the folder and its end
}

func (f *fakeFolder) read(dir string) ([]os.DirEntry, error) {
	all, err := os.ReadDir(dir)
	time.Sleep(f.waits)
	if f.fails != nil {
		return all[:len(all)/2], &fs.PathError{Op: "open", Path: dir, Err: f.fails}
	}
	return all, err
}

// TestUnreadableFolderDropsNothing makes the library's folder unreadable for a while: the recordings stay in the list
// and in the notes, and no file is deleted.
func TestUnreadableFolderDropsNothing(t *testing.T) {
	all := []error{syscall.EIO, syscall.EMFILE, syscall.EACCES, syscall.ESTALE, syscall.ENOTDIR}
	unreadable := slices.DeleteFunc(all, func(err error) bool { // Windows has ENOTDIR of a path that does not exist
		return errors.Is(err, fs.ErrNotExist)
	})
	for _, fails := range unreadable {
		synctest.Test(t, func(t *testing.T) {
			r := newRack(t, 1<<30, "a", "b", "c")
			folder := &fakeFolder{}
			r.library.readDir = folder.read
			r.get("a", "b")
			time.Sleep(time.Minute)
			synctest.Wait()
			folder.fails = fails
			used, _ := r.Used()
			r.library.SetLimit(1) // the next trim would delete all
			rec := testkit.Must(r.Read(store.Recording{Key: "c"}))(t)
			_ = rec.Close()
			r.readNotes()
			r.expect("meanwhile", map[string]DownloadState{"a": Stored, "b": Stored})
			r.library.SetLimit(1 << 30)
			if now, _ := r.Used(); now < used {
				t.Errorf("%d bytes are used, then %d", used, now)
			}
			synctest.Wait()
			folder.fails = nil
			r.readNotes()
			r.expect("afterwards", map[string]DownloadState{"a": Stored, "b": Stored})
			r.notes.mu.Lock()
			if len(r.notes.all) < 2 {
				t.Errorf("the notes are %v", r.notes.all)
			}
			r.notes.mu.Unlock()
			r.expectWhole("a")
			r.Close()
		})
	}
}

// TestMissingFolderIsEmpty removes the library's folder: nothing is stored any more.
func TestMissingFolderIsEmpty(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		r.get("a")
		time.Sleep(time.Minute)
		testkit.NoError(t, os.RemoveAll(r.dir))
		r.readNotes()
		r.expect("without the folder", map[string]DownloadState{"a": Absent})
	})
}

// TestUnreadableFileIsNoMissingOne has a recording that is listed and cannot be looked at.
func TestUnreadableFileIsNoMissingOne(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		r.get("a")
		time.Sleep(time.Minute)
		synctest.Wait()
		r.library.readDir = func(dir string) ([]os.DirEntry, error) {
			all, err := os.ReadDir(dir)
			for i := range all {
				all[i] = unreadableEntry{all[i]}
			}
			return all, err
		}
		r.readNotes()
		r.expect("meanwhile", map[string]DownloadState{"a": Stored})
	})
}

type unreadableEntry struct{ os.DirEntry }

func (e unreadableEntry) Info() (fs.FileInfo, error) {
	return nil, &fs.PathError{Op: "lstat", Path: e.Name(), Err: syscall.EIO}
}

// TestSlowFolderDropsNothing reads a slow folder while a recording gets its name and is closed, and while others read
// it too: what was listed before that drops nothing.
func TestSlowFolderDropsNothing(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		folder := &fakeFolder{waits: 20 * time.Second}
		r.library.readDir = folder.read
		for range 4 {
			go r.readNotes()
			time.Sleep(time.Second)
		}
		rec := testkit.Must(r.Read(store.Recording{Key: "a"}))(t)
		testkit.NoError(t, errors.Join(rec.transfer.Wait(t.Context()), rec.Close()))
		time.Sleep(5 * time.Minute)
		r.expect("in the end", map[string]DownloadState{"a": Stored})
		if all, _ := r.notes.Recordings(); len(all) != 1 {
			t.Errorf("the notes are %v", all)
		}
	})
}

// TestKeptRecordingStaysWhileNotesCannotBeRead cannot read which recordings are kept: none is deleted for room. They
// are known when the notes can be read.
func TestKeptRecordingStaysWhileNotesCannotBeRead(t *testing.T) {
	inRack(t, 400<<10, []string{"a", "b"}, func(t *testing.T, r *rack) {
		r.Keep(store.Recording{Key: "a"}, true)
		rec, err := r.Read(store.Recording{Key: "a"})
		if err != nil {
			t.Fatal(err)
		}
		testkit.NoError(t, errors.Join(rec.transfer.Wait(t.Context()), rec.Close()))
		r.Close()
		r.notes.fails = errors.New("the disk is away")
		r.begin(400 << 10)
		rec, err = r.Read(store.Recording{Key: "b"})
		if err != nil {
			t.Fatal(err)
		}
		testkit.NoError(t, errors.Join(rec.transfer.Wait(t.Context()), rec.Close()))
		r.expectWhole("a")
		synctest.Wait()
		r.notes.fails = nil
		r.Follow()
		if a := r.Status("a"); a.Progress != Stored || !a.Keep {
			t.Errorf("%+v", a)
		}
	})
}

// TestPartThatCannotBeOpenedStays has an old part that cannot be opened, and so may be in use.
func TestPartThatCannotBeOpenedStays(t *testing.T) {
	path := recordingPath(filepath.Join(t.TempDir(), "one.mp3"))
	if path.isTaken() {
		t.Error("a missing part is in use")
	}
	testkit.NoError(t, os.Mkdir(path.part(), 0o700))
	if !path.isTaken() {
		t.Error("one that cannot be opened is not in use")
	}
}
