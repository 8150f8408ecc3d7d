package recordings

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/store"
	"sextant/app/testkit"
)

// TestPartOfFailedRecordingIsListed plays a recording that breaks off for good: its part is listed, also by the next
// run, counts as used, goes on, and is removed as others are.
func TestPartOfFailedRecordingIsListed(t *testing.T) {
	inRack(t, 1<<30, []string{"a", "none"}, func(t *testing.T, r *rack) {
		a := r.servers["a"]
		a.breaks = 100 << 10
		a.errors = []error{nil, errNotFound, errNotFound, errNotFound}
		r.servers["none"].errors = []error{errNotFound}
		play := func(key string) {
			t.Helper()
			rec := testkit.Must(r.Read(store.Recording{Key: key}))(t)
			if _, err := io.ReadAll(rec); api.KindOf(err) != api.NotFound {
				t.Errorf("%s: %v", key, err)
			}
			noError(t, rec.Close())
		}
		play("a")
		play("none")
		r.expect("failed", map[string]DownloadState{"a": Partial, "none": Absent})
		r.Close()
		r.begin(1 << 30)
		all := r.All()
		if len(all) != 1 || all[0].Key != "a" || all[0].Progress != Partial || all[0].Arrived != 100<<10 ||
			all[0].Size != 320<<10 {
			t.Errorf("listed: %+v", all)
		}
		if used, _ := r.Used(); used != 100<<10 {
			t.Errorf("%d bytes are used", used)
		}
		r.Remove("a")
		synctest.Wait()
		r.expect("removed", map[string]DownloadState{"a": Absent})
		if left, _ := os.ReadDir(r.dir); len(left) > 0 || len(r.All()) > 0 {
			t.Errorf("%v is left, %+v listed", left, r.All())
		}
		a.errors, a.breaks = nil, 0
		r.get("a")
		time.Sleep(time.Minute)
		r.expect("again", map[string]DownloadState{"a": Stored})
		r.expectWhole("a")
	})
}

// TestUnreadableNoteLosesNoPart cannot read the note of a part: the part stays, and goes on when the note can be read.
func TestUnreadableNoteLosesNoPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(320 << 10), slow: time.Second, etag: "a"}
		tr, path := openTest(t)
		r := tr.Read(m.open)
		time.Sleep(5 * time.Second)
		testkit.NoError(t, errors.Join(r.Close(), tr.Close()))
		note := recordingPath(path).note()
		err := errors.Join(os.Rename(note, note+"2"), os.Mkdir(note, 0o700))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := OpenTransfer(path); err == nil {
			t.Error("it is opened without its note")
		}
		testkit.NoError(t, errors.Join(os.Remove(note), os.Rename(note+"2", note)))
		if tr, err = OpenTransfer(path); err != nil || tr.Progress().Arrived < 100<<10 {
			t.Errorf("%+v, %v", tr.Progress(), err)
		}
		_ = tr.Close()
	})
}

// TestReadErrorIsNoWrongRecording cannot read what has arrived, so as to recognise it: nothing is deleted.
func TestReadErrorIsNoWrongRecording(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(320 << 10)}
		tr, _ := openTest(t)
		fails := &fs.PathError{Op: "read", Path: "part", Err: syscall.EIO}
		tr.recognise = func(io.ReaderAt, int64) error { return fails }
		r := tr.Read(m.open)
		if err := tr.Wait(t.Context()); !errors.Is(err, syscall.EIO) || tr.Progress().Arrived != int64(len(m.data)) {
			t.Errorf("%+v, %v", tr.Progress(), err)
		}
		_ = r.Close()
		tr.recognise = nil
		tr.Read(m.open)
		if err := tr.Wait(t.Context()); err != nil || len(m.requests()) != 1 {
			t.Errorf("%v, asked for %v", err, m.requests())
		}
		_ = tr.Close()
	})
}

// TestShorterDownloadIsSaidOnce downloads a recording with a length that is too large.
func TestShorterDownloadIsSaidOnce(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		said := 0
		r.events.Shorter = func(store.Recording) { said++ }
		r.servers["a"].lies = 1000
		r.get("a")
		time.Sleep(time.Minute)
		r.expect("then", map[string]DownloadState{"a": Stored})
		r.get("a")
		time.Sleep(time.Minute)
		r.expectWhole("a")
		if said != 1 {
			t.Errorf("said %d times", said)
		}
	})
}
