package recordings

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"io"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/service"
	"sextant/app/testkit"
)

// TestReaderGetsTheErrorAtTheEnd reads a recording with a wrong checksum to its end.
func TestReaderGetsTheErrorAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(megabyte), md5: make([]byte, md5.Size)}
		tr, _ := openTest(t)
		r := tr.Read(m.open)
		if got, err := io.ReadAll(r); !errors.Is(err, ErrChecksum) {
			t.Errorf("%v after %d bytes", err, len(got))
		}
		noError(t, r.Close(), tr.Close())
	})
}

// TestBecomesShorter reads a recording that is replaced by one that ends before the position of the reader.
func TestBecomesShorter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(megabyte), etag: "a", breaks: 500_000}
		tr, path := openTest(t)
		defer tr.Close()
		r := tr.Read(m.open)
		if _, err := io.ReadFull(r, make([]byte, 450_000)); err != nil {
			t.Fatal(err)
		}
		m.mu.Lock()
		m.data, m.etag = m.data[:300_000], "b"
		m.mu.Unlock()
		if _, err := io.Copy(io.Discard, r); err != nil {
			t.Error(err)
		}
		noError(t, tr.Wait(t.Context()))
		expectFile(t, path, m.data)
		noError(t, r.Close())
	})
}

// TestWaitCanBeGivenUp waits for a byte of a slow service: it is requested first, and the wait ends with its context.
func TestWaitCanBeGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(4 * megabyte), slow: time.Second}
		tr, _ := openTest(t)
		r := tr.Read(m.open)
		const at = 3 * megabyte
		start := time.Now()
		if err := r.Wait(t.Context(), at); err != nil || time.Since(start) > 5*time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		start = time.Now()
		if err := r.Wait(ctx, megabyte); !errors.Is(err, context.DeadlineExceeded) ||
			time.Since(start) > 500*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		for _, there := range []int64{0, at, 4 * megabyte, 5 * megabyte} {
			if err := r.Wait(t.Context(), there); err != nil {
				t.Errorf("at %d: %v", there, err)
			}
		}
		noError(t, r.Close(), r.Wait(t.Context(), megabyte), tr.Close())
	})
}

// TestJumpDoesNotWait seeks while no data comes: on a connection that hangs, and between two retries.
func TestJumpDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(4 * megabyte), slow: time.Minute}
		tr, _ := openTest(t)
		r := tr.Read(m.open)
		time.Sleep(time.Second)
		start := time.Now()
		if err := r.Wait(t.Context(), 3*megabyte); err != nil || time.Since(start) > time.Minute {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		m.mu.Lock()
		m.slow = 0
		for range 3 {
			m.errors = append(m.errors, &api.Error{Kind: api.NoNetwork, Op: "test"})
		}
		m.mu.Unlock()
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		_ = r.Wait(ctx, megabyte)    // that connection is dropped too, and three retries fail
		time.Sleep(13 * time.Second) // the next one comes at least eight seconds later
		start = time.Now()
		if err := r.Wait(t.Context(), 2*megabyte); err != nil || time.Since(start) > time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		noError(t, r.Close(), tr.Close())
	})
}

// TestTwoProgramsOneRecording makes two programs request the same recording: one downloads it, the other reads along,
// and takes over when the first one stops.
func TestTwoProgramsOneRecording(t *testing.T) {
	for name, stops := range map[string]bool{"one brings it": false, "the other takes over": true} {
		synctest.Test(t, func(t *testing.T) {
			m := &mediaServer{data: randomBytes(megabyte), slow: 300 * time.Millisecond, etag: "a"}
			first, path := openTest(t)
			reader := first.Read(m.open)
			time.Sleep(time.Second)
			second := testkit.Must(OpenTransfer(path))(t)
			r := second.Read(m.open)
			read := make(chan []byte)
			go func() {
				got, _ := io.ReadAll(r)
				read <- got
			}()
			time.Sleep(4 * time.Second)
			if stops {
				noError(t, reader.Close(), first.Close())
			}
			if got := <-read; !bytes.Equal(got, m.data) {
				t.Errorf("%s: the second one read %d bytes", name, len(got))
			}
			if err := second.Wait(t.Context()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if m.sent > megabyte+100_000 {
				t.Errorf("%s: the service sent %d bytes", name, m.sent)
			}
			expectFile(t, path, m.data)
			noError(t, r.Close(), second.Close())
			if !stops {
				noError(t, reader.Close(), first.Close())
			}
		})
	}
}

// TestShareOfOneListener uses up the share of one listener while another reads the same recording: that one's share is
// used. If all shares are used up, all wait for a listener who has one.
func TestShareOfOneListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(megabyte), etag: "a"}
		spent := 0
		poor := func(context.Context, service.Resume) (*service.Download, error) {
			spent++
			return nil, ShareError{&api.Error{Kind: api.QuotaUsed, Op: "test", RetryAfter: time.Minute}}
		}
		tr, path := openTest(t)
		defer tr.Close()
		first := tr.Read(poor)
		time.Sleep(time.Second)
		if p := tr.Progress(); api.KindOf(p.Stalled) != api.QuotaUsed || p.Err != nil || spent != 1 {
			t.Errorf("%+v, asked %d times", p, spent)
		}
		start := time.Now()
		second := tr.Read(m.open)
		for _, r := range []*Recording{first, second} {
			expectRead(t, r, m.data)
		}
		if err := tr.Wait(t.Context()); err != nil || time.Since(start) > 0 {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		expectFile(t, path, m.data)
		noError(t, first.Close(), second.Close())
	})
}

// TestShareComesBack closes the listener who downloads a recording, while the share of the other one is used up for
// some time.
func TestShareComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(megabyte), etag: "a", slow: time.Second}
		back := time.Now().Add(20 * time.Second)
		poor := func(ctx context.Context, r service.Resume) (*service.Download, error) {
			if time.Now().Before(back) {
				return nil, ShareError{&api.Error{Kind: api.QuotaUsed, Op: "test", RetryAfter: time.Minute}}
			}
			return m.open(ctx, r)
		}
		tr, _ := openTest(t)
		defer tr.Close()
		first, second := tr.Read(poor), tr.Read(m.open)
		time.Sleep(2 * time.Second)
		const at = 900_000 // far from the position of the connection
		if _, err := first.Seek(at, io.SeekStart); err != nil {
			t.Error(err)
		}
		noError(t, second.Close())
		expectRead(t, first, m.data[at:])
		noError(t, first.Close())
	})
}

// TestNewOpenerCountsAtOnce sets another opener while the old one fails: readers use it at once.
func TestNewOpenerCountsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(megabyte), etag: "a"}
		refused := func(context.Context, service.Resume) (*service.Download, error) {
			return nil, &api.Error{Kind: api.Trouble, Op: "test"}
		}
		tr, _ := openTest(t)
		defer tr.Close()
		r := tr.Read(refused)
		time.Sleep(time.Second)
		start := time.Now()
		tr.SetOpener(m.open)
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, m.data) || time.Since(start) > 0 {
			t.Errorf("%d bytes, %v, after %v", len(got), err, time.Since(start))
		}
		noError(t, r.Close())
	})
}

// TestPartWithoutValidatorsKeepsThem fetches a recording over connections that break, from a service whose partial
// answers have no validators, or only some: each request says which recording is known, also after a restart.
func TestPartWithoutValidatorsKeepsThem(t *testing.T) {
	whole := api.Validators{ETag: `"a"`, LastModified: "Thu, 01 Jan 1970 00:00:01 GMT"}
	for name, part := range map[string]api.Validators{
		"none": {}, "no tag": {LastModified: whole.LastModified}, "the tag": {ETag: whole.ETag},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &mediaServer{data: randomBytes(megabyte), breaks: 100_000, slow: time.Second}
				requests := 0
				open := func(ctx context.Context, r service.Resume) (*service.Download, error) {
					known := r.Known
					r.Known = api.Validators{}
					d, err := m.open(ctx, r)
					if err != nil {
						return nil, err
					}
					if d.Validators = whole; r.From > 0 {
						d.Validators = part
					}
					known.CacheControl, known.Age, known.Date = "", "", ""
					if requests++; requests > 1 && known != whole {
						t.Errorf("request %d from %d knows %+v", requests, r.From, known)
					}
					return d, nil
				}
				tr, path := openTest(t)
				r := tr.Read(open)
				time.Sleep(8 * time.Second)
				testkit.NoError(t, errors.Join(r.Close(), tr.Close()))
				tr = testkit.Must(OpenTransfer(path))(t)
				tr.Read(open)
				noError(t, tr.Wait(t.Context()), tr.Close())
				if got, _ := os.ReadFile(path); !bytes.Equal(got, m.data) || requests < 5 {
					t.Errorf("%d bytes, %d requests", len(got), requests)
				}
			})
		})
	}
}
