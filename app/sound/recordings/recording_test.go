package recordings

import (
	"bytes"
	"context"
	"crypto/md5"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/api"
	"sextant/app/backoff"
	"sextant/app/service"
	"sextant/app/testkit"
)

func TestSpans(t *testing.T) {
	var s spans
	for _, add := range []span{{10, 20}, {30, 40}, {50, 60}, {20, 30}, {5, 5}, {0, 3}, {55, 70}} {
		s = s.with(add.From, add.Before)
	}
	if want := (spans{{0, 3}, {10, 40}, {50, 70}}); !reflect.DeepEqual(s, want) {
		t.Fatalf("%v, want %v", s, want)
	}
	if s.end(15) != 40 || s.end(40) != 40 || s.end(0) != 3 || s.sum() != 53 {
		t.Errorf("ends %d, %d, %d; %d bytes", s.end(15), s.end(40), s.end(0), s.sum())
	}
	for _, tt := range []struct {
		at, size int64
		want     span
		ok       bool
	}{
		{0, 100, span{3, 10}, true},
		{15, 100, span{40, 50}, true},
		{45, 100, span{45, 50}, true},
		{60, 100, span{70, 100}, true},
		{60, 70, span{3, 10}, true},
		{60, -1, span{70, -1}, true},
	} {
		if g, ok := s.gap(tt.at, tt.size); g != tt.want || ok != tt.ok {
			t.Errorf("from %d of %d: %v, %v", tt.at, tt.size, g, ok)
		}
	}
	if g, ok := (spans{{0, 7}}).gap(3, 7); ok {
		t.Errorf("all is there, but %v", g)
	}
}

// A mediaServer serves a recording, in many bad ways.
type mediaServer struct {
	data     []byte
	etag     string
	noRanges bool
	noSize   bool
	md5      []byte
	breaks   int           // bytes after which each connection breaks, 0 for never
	slow     time.Duration // delay for every 32 kB
	lies     int64         // added to the length
	honest   bool          // but not to that of a part
	errors   []error       // for the next requests

	mu    sync.Mutex
	asked []int64
	sent  int
}

func (m *mediaServer) open(ctx context.Context, r service.Resume) (*service.Download, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, r.From)
	if len(m.errors) > 0 {
		err := m.errors[0]
		m.errors = m.errors[1:]
		if err != nil {
			return nil, err
		}
	}
	from := r.From
	if m.noRanges || r.Known.ETag != "" && r.Known.ETag != m.etag {
		from = 0
	}
	if from >= int64(len(m.data)) && from > 0 {
		return nil, &api.Error{Kind: api.BadContent, Op: "test", Status: 416}
	}
	d := &service.Download{
		From: from, Size: int64(len(m.data)) + m.lies,
		Validators: api.Validators{ETag: m.etag}, Ranges: !m.noRanges, MD5: m.md5,
	}
	switch {
	case m.noSize:
		d.Size = -1
	case m.honest && from > 0:
		d.Size -= m.lies
	}
	d.Body = &mediaBody{m: m, ctx: ctx, rest: m.data[from:], whole: m.lies == 0}
	return d, nil
}

type mediaBody struct {
	m     *mediaServer
	ctx   context.Context
	rest  []byte
	given int
	whole bool
}

func (b *mediaBody) Read(p []byte) (int, error) {
	backoff.Wait(b.ctx, b.m.slow)
	b.m.mu.Lock()
	defer b.m.mu.Unlock()
	broken := &api.Error{Kind: api.NoNetwork, Op: "test", Err: io.ErrUnexpectedEOF}
	switch {
	case b.ctx.Err() != nil:
		return 0, &api.Error{Kind: api.Cancelled, Op: "test", Err: b.ctx.Err()}
	case b.m.breaks > 0 && b.given >= b.m.breaks, len(b.rest) == 0 && !b.whole:
		return 0, broken
	case len(b.rest) == 0:
		return 0, io.EOF
	}
	n := copy(p, b.rest)
	if b.m.breaks > 0 {
		n = min(n, b.m.breaks-b.given)
	}
	b.rest, b.given = b.rest[n:], b.given+n
	b.m.sent += n
	return n, nil
}

func (b *mediaBody) Close() error { return nil }

func (m *mediaServer) requests() []int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked
}

func randomBytes(n int) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

const megabyte = 1 << 20

// expectRead reads a recording to its end, and checks its bytes.
func expectRead(t *testing.T, r io.Reader, want []byte) {
	t.Helper()
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes are read of %d, %v", len(got), len(want), err)
	}
}

// expectFile checks the bytes of a file.
func expectFile(t *testing.T, path string, want []byte) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes are stored of %d, %v", len(got), len(want), err)
	}
}

// noError checks that there is none.
func noError(t *testing.T, all ...error) {
	t.Helper()
	testkit.Check(t, errors.Join(all...))
}

func openTest(t *testing.T) (*Transfer, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "one.mp3")
	tr := testkit.Must(OpenTransfer(path))(t)
	return tr, path
}

// TestTransfers downloads a recording from good and bad servers: the file has the same bytes, or the failure is
// reported, and then there is no file of its name.
func TestTransfers(t *testing.T) {
	data := randomBytes(megabyte)
	sum := md5.Sum(data)
	temporary := &api.Error{Kind: api.Trouble, Op: "test"}
	for name, tt := range map[string]struct {
		server *mediaServer
		fails  error
		most   int // number of requests
	}{
		"good":                {&mediaServer{etag: "a"}, nil, 1},
		"no length":           {&mediaServer{noSize: true}, nil, 1},
		"a checksum":          {&mediaServer{md5: sum[:]}, nil, 1},
		"breaks":              {&mediaServer{etag: "a", breaks: 100_000}, nil, 11},
		"breaks, no tag":      {&mediaServer{breaks: 100_000}, nil, 11},
		"no ranges":           {&mediaServer{etag: "a", noRanges: true, breaks: megabyte - 1}, ErrLength, 7},
		"in trouble at first": {&mediaServer{errors: []error{temporary, temporary, temporary}}, nil, 4},
		"in trouble": {
			&mediaServer{errors: []error{temporary, temporary, temporary, temporary, temporary, temporary}},
			temporary, 6,
		},
		"missing":              {&mediaServer{errors: []error{errNotFound}}, errNotFound, 1},
		"too short":            {&mediaServer{etag: "a", lies: 1000}, nil, 2},
		"too short, said late": {&mediaServer{lies: 1000, honest: true}, nil, 2},
		"a wrong checksum":     {&mediaServer{md5: make([]byte, md5.Size)}, ErrChecksum, 2},
		"too long":             {&mediaServer{lies: MaxRecording}, ErrTooLong, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tt.server.data = data
				tr, path := openTest(t)
				defer tr.Close()
				tr.endsWell = func(_ io.ReaderAt, size int64) bool { return size == megabyte }
				tr.Read(tt.server.open)
				err := tr.Wait(t.Context())
				got, fileErr := os.ReadFile(path)
				if tt.fails == nil {
					if err != nil || !bytes.Equal(got, data) {
						t.Errorf("%v, %d bytes, %v", err, len(got), fileErr)
					}
				} else if !errors.Is(err, tt.fails) || !errors.Is(fileErr, fs.ErrNotExist) {
					t.Errorf("%v, want %v; the file: %v", err, tt.fails, fileErr)
				}
				if n := len(tt.server.requests()); n > tt.most {
					t.Errorf("%d requests: %v", n, tt.server.requests())
				}
			})
		})
	}
}

// TestTransferGoesOnAfterARestart closes a transfer in the middle and opens it again: the bytes that are there are not
// sent again.
func TestTransferGoesOnAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(megabyte), etag: "a", slow: time.Second}
		tr, path := openTest(t)
		r := tr.Read(m.open)
		time.Sleep(10 * time.Second)
		testkit.NoError(t, errors.Join(r.Close(), tr.Close()))
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a part stands under the whole's name: %v", err)
		}
		tr = testkit.Must(OpenTransfer(path))(t)
		there := tr.Progress().Arrived
		tr.Read(m.open)
		testkit.NoError(t, tr.Wait(t.Context()))
		got, err := os.ReadFile(path)
		if there < 200_000 || m.sent > len(m.data)+64<<10 || !bytes.Equal(got, m.data) {
			t.Errorf("%d bytes were there, %d sent, %v", there, m.sent, err)
		}
		noError(t, tr.Close())
		whole, err := OpenTransfer(path)
		if err != nil || !whole.Progress().Whole {
			t.Fatalf("%+v, %v", whole.Progress(), err)
		}
		noError(t, whole.Close(), whole.path.remove())
		if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
			t.Errorf("%v is left", left)
		}
	})
}

// TestChangedMeanwhile checks that parts of two recordings are never mixed, with and without an ETag, also if the
// service sends a part of the new one without notice.
func TestChangedMeanwhile(t *testing.T) {
	for name, tags := range map[string][2]string{"tagged": {"a", "b"}, "untagged": {}, "untagged, without ranges": {}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				old, changed := randomBytes(megabyte), bytes.Repeat([]byte("another\n"), megabyte/8) // the same length
				m := &mediaServer{data: old, etag: tags[0], slow: time.Second}
				tr, path := openTest(t)
				defer tr.Close()
				tr.Read(m.open)
				time.Sleep(10 * time.Second)
				m.mu.Lock()
				m.data, m.etag, m.breaks, m.noRanges = changed, tags[1], 100_000, name == "untagged, without ranges"
				m.mu.Unlock()
				time.Sleep(3 * time.Second) // meanwhile the connection breaks
				m.mu.Lock()
				m.breaks = 0
				m.mu.Unlock()
				err := tr.Wait(t.Context())
				if got, _ := os.ReadFile(path); err != nil || !bytes.Equal(got, changed) {
					t.Errorf("%v, %d bytes, the new one %v", err, len(got), bytes.Equal(got, changed))
				}
			})
		})
	}
}

// TestReaderComesFirst seeks to the end of a slow recording: that part is requested at once, and the rest after it.
func TestReaderComesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(4 * megabyte), etag: "a", slow: time.Second}
		tr, path := openTest(t)
		defer tr.Close()
		r := tr.Read(m.open)
		start, buf := time.Now(), make([]byte, 1000)
		if _, err := io.ReadFull(r, buf); err != nil || !bytes.Equal(buf, m.data[:1000]) {
			t.Fatal(err)
		}
		const at = 3 * megabyte
		if _, err := r.Seek(at, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(r, buf); err != nil || !bytes.Equal(buf, m.data[at:at+1000]) {
			t.Fatal(err)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("the far part took %v", d)
		}
		expectRead(t, r, m.data[at+1000:])
		for _, beyond := range []int64{0, 1000} {
			if _, err := r.Seek(beyond, io.SeekEnd); err != nil {
				t.Error(err)
			}
			if n, err := r.Read(buf); n != 0 || !errors.Is(err, io.EOF) {
				t.Errorf("%d bytes beyond the end: %d, %v", beyond, n, err)
			}
		}
		if r.Arrived() >= at || r.Size() != int64(len(m.data)) {
			t.Errorf("%d of %d", r.Arrived(), r.Size())
		}
		noError(t, tr.Wait(t.Context()))
		if got, _ := os.ReadFile(path); !bytes.Equal(got, m.data) || m.sent > len(m.data)+512<<10 {
			t.Errorf("%d bytes, of which %d were sent", len(got), m.sent)
		}
		noError(t, r.Close())
	})
}

func TestCloseFreesAReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &mediaServer{data: randomBytes(100), slow: time.Hour}
		tr, _ := openTest(t)
		r := tr.Read(m.open)
		done := make(chan error)
		go func() {
			_, err := r.Read(make([]byte, 1))
			done <- err
		}()
		synctest.Wait()
		_ = r.Close()
		if err := <-done; !errors.Is(err, fs.ErrClosed) {
			t.Error(err)
		}
		noError(t, tr.Close())
	})
}

func FuzzParseNote(f *testing.F) {
	f.Add([]byte(`{"Size":10,"Have":[{"From":0,"Before":5}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		note, err := parseNote(data)
		if err != nil {
			return
		}
		if n := note.Have.sum(); n < 0 || note.Size >= 0 && n > note.Size {
			t.Errorf("%+v has %d bytes", note, n)
		}
	})
}

var errNotFound = &api.Error{Kind: api.NotFound, Op: "test"}
