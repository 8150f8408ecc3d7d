package recordings

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/store"
	"sextant/app/testkit"
)

// TestForgottenTransferNamesNothing forgets a recording while it arrives, and fetches it again: the old transfer, which
// completes first, does not give its name to the part of the new one, nor writes its note.
func TestForgottenTransferNamesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLibrary(t.TempDir(), 1<<30, time.Now)
		bad, good := &mediaServer{data: randomBytes(320 << 10), slow: time.Second},
			&mediaServer{data: bytes.Repeat([]byte("good "), 64<<10), slow: 2 * time.Second}
		first := testkit.Must(l.Read("a", bad.open))(t)
		time.Sleep(5 * time.Second)
		l.Forget("a")
		second := testkit.Must(l.Read("a", good.open))(t)
		expectRead(t, first, bad.data)
		if l.Has("a") {
			t.Error("what was forgotten, or a part, is there as the whole")
		}
		noError(t, first.Close())
		expectRead(t, second, good.data)
		noError(t, second.transfer.Wait(t.Context()), second.Close())
		expectFile(t, l.path("a"), good.data)
	})
}

// TestForgottenReaderRemovesNothingNew closes the reader of a forgotten recording after the new one was stored: that
// one stays.
func TestForgottenReaderRemovesNothingNew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLibrary(t.TempDir(), 1<<30, time.Now)
		for _, bad := range []*mediaServer{
			{data: randomBytes(320 << 10)}, {data: randomBytes(320 << 10), slow: time.Minute}, // whole, and a part
		} {
			l.Forget("a")
			first := testkit.Must(l.Read("a", bad.open))(t)
			time.Sleep(90 * time.Second)
			l.Forget("a")
			good := &mediaServer{data: randomBytes(200 << 10)}
			second := testkit.Must(l.Read("a", good.open))(t)
			testkit.NoError(t, errors.Join(second.transfer.Wait(t.Context()), second.Close()))
			noError(t, first.Close())
			expectFile(t, l.path("a"), good.data)
		}
	})
}

// TestPartRemovedByAnotherProgram removes the files of a recording while it arrives, and lets another program begin it
// again: its part and its note stay its own.
func TestPartRemovedByAnotherProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(320 << 10), slow: time.Second, etag: "a"}
		tr, path := openTest(t)
		r := tr.Read(m.open)
		time.Sleep(5500 * time.Millisecond) // between two blocks
		testkit.NoError(t, recordingPath(path).remove())
		slow := &mediaServer{data: m.data, slow: time.Hour, etag: "a"}
		other := testkit.Must(OpenTransfer(path))(t)
		reader := other.Read(slow.open)
		expectRead(t, r, m.data)
		noError(t, r.Close(), tr.Close())
		if _, err := os.Stat(path); err == nil {
			t.Error("a part has the name of the whole")
		}
		if note, ok, _ := recordingPath(path).readNote(1 << 30); ok && note.Have.sum() > 0 {
			t.Errorf("the note of the new part says %+v", note)
		}
		noError(t, reader.Close(), other.Close())
	})
}

// TestOldPartGoesOn resumes a part and a note as an earlier version wrote them.
func TestOldPartGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLibrary(t.TempDir(), 1<<30, time.Now)
		m := &mediaServer{data: randomBytes(320 << 10), etag: "a"}
		const note = `{"Size":327680,"Have":[{"From":0,"Before":200000}],"Validators":{"ETag":"a"}}`
		err := errors.Join(os.WriteFile(l.path("a")+".part", m.data[:200_000], 0o600),
			os.WriteFile(l.path("a")+".note", []byte(note), 0o600))
		if err != nil {
			t.Fatal(err)
		}
		r := testkit.Must(l.Read("a", m.open))(t)
		noError(t, r.transfer.Wait(t.Context()), r.Close())
		if got, err := os.ReadFile(l.path("a")); err != nil || !bytes.Equal(got, m.data) || m.sent > 160_000 {
			t.Errorf("%d bytes are stored, %d were sent, %v", len(got), m.sent, err)
		}
	})
}

// TestForgetWhileDownloading forgets a recording that plays while it is being downloaded, again and again.
func TestForgetWhileDownloading(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		for range 5 {
			rec := testkit.Must(r.Read(store.Recording{Key: "a"}))(t)
			time.Sleep(4 * time.Second)
			r.Forget("a")
			defer rec.Close()
		}
		r.get("a")
		time.Sleep(time.Minute)
		r.expect("in the end", map[string]DownloadState{"a": Stored})
		r.expectWhole("a")
	})
}

// TestForgottenDownloadIsFetchedAgain forgets a recording while it is downloaded because it is wanted: it is not stored
// as it was, and fetched again.
func TestForgottenDownloadIsFetchedAgain(t *testing.T) {
	inRack(t, 1<<30, []string{"a"}, func(t *testing.T, r *rack) {
		r.get("a")
		time.Sleep(4 * time.Second)
		r.Forget("a")
		time.Sleep(time.Minute)
		r.expect("in the end", map[string]DownloadState{"a": Stored})
		r.expectWhole("a")
		r.mu.Lock()
		if len(r.ended) != 1 || r.ended[0] != "a" {
			t.Errorf("it has ended as %q", r.ended)
		}
		r.mu.Unlock()
	})
}
