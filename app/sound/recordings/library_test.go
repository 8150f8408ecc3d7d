package recordings

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/service"
	"sextant/app/testkit"
)

// TestLibrary reads recordings one after the other: a complete one is not requested again, the one not used for longest
// is removed, and forgotten ones are requested again.
func TestLibrary(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	l := NewLibrary(dir, 3*100_000, func() time.Time { return now })
	servers := map[string]*mediaServer{}
	read := func(key string, again bool) {
		t.Helper()
		if servers[key] == nil || !again {
			servers[key] = &mediaServer{data: randomBytes(100_000)}
		}
		r := testkit.Must(l.Read(key, servers[key].open))(t)
		expectRead(t, r, servers[key].data)
		noError(t, r.transfer.Wait(t.Context()))
		noError(t, r.Close())
		now = now.Add(time.Minute)
	}
	for _, key := range []string{"a", "b", "c", "a", "d"} {
		read(key, true)
	}
	if n := len(servers["a"].requests()); n != 1 {
		t.Errorf("a stored recording was asked for %d times", n)
	}
	if _, err := os.Stat(l.path("b")); err == nil {
		t.Error("the one not used for longest is still there")
	}
	if _, err := os.Stat(l.path("a")); err != nil {
		t.Error(err)
	}
	l.Forget("a")
	read("a", true)
	if n := len(servers["a"].requests()); n != 2 {
		t.Errorf("what was forgotten was asked for %d times", n)
	}
}

func TestLibraryKeepsWhatIsInUse(t *testing.T) {
	l := NewLibrary(t.TempDir(), 0, time.Now)
	m := &mediaServer{data: randomBytes(100_000)}
	first := testkit.Must(l.Read("a", m.open))(t)
	second, err := l.Read("a", nil) // the same one
	if err != nil {
		t.Fatal(err)
	}
	other := testkit.Must(l.Read("b", (&mediaServer{data: randomBytes(10)}).open))(t)
	for _, r := range []*Recording{first, other} {
		if _, err := io.ReadAll(r); err != nil {
			t.Error(err)
		}
		noError(t, r.Close())
	}
	expectRead(t, second, m.data)
	l.Forget("a") // while it is read
	noError(t, second.Close())
	if left, _ := os.ReadDir(l.dir); len(left) > 0 {
		t.Errorf("%v", fmt.Sprint(left))
	}
}

// TestLibraryReadWhileOpened makes a reader wait for a file that is closed as soon as it was opened: the race detector
// finds reads without the lock.
func TestLibraryReadWhileOpened(t *testing.T) {
	l := NewLibrary(t.TempDir(), 1<<20, time.Now)
	server := &mediaServer{data: randomBytes(1000)}
	name := l.name("one")
	synctest.Test(t, func(t *testing.T) {
		s, mine := l.reserve(name, joined)
		if !mine {
			t.Fatal("somebody reads it")
		}
		read := make(chan error)
		go func() {
			r, err := l.Read("one", server.open)
			if err == nil {
				err = r.Close()
			}
			read <- err
		}()
		time.Sleep(time.Millisecond) // synctest.Wait would order the two goroutines
		opened := testkit.Must(OpenTransfer(l.path("one")))(t)
		l.release(name, s, opened)
		noError(t, l.closeFile(name, s))
		noError(t, <-read)
	})
}

// A heldBody does not return io.EOF before its context ends.
type heldBody struct {
	io.ReadCloser
	ctx context.Context
}

func (b heldBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		<-b.ctx.Done()
		err = b.ctx.Err()
	}
	return n, err
}

// TestReaderLeavesWithLastByte closes a reader before the transfer sees that it is complete.
func TestReaderLeavesWithLastByte(t *testing.T) {
	l := NewLibrary(t.TempDir(), 1<<20, time.Now)
	m := &mediaServer{data: randomBytes(100_000)}
	r, err := l.Read("a", func(ctx context.Context, from service.Resume) (*service.Download, error) {
		d, err := m.open(ctx, from)
		if err == nil {
			d.Body = heldBody{d.Body, ctx}
		}
		return d, err
	})
	if err != nil {
		t.Fatal(err)
	}
	got := make([]byte, len(m.data))
	if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, m.data) {
		t.Errorf("other bytes, %v", err)
	}
	noError(t, r.Close())
	if !l.Has("a") {
		t.Error("it is not there as a whole")
	}
}
