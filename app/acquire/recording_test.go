package acquire

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"
	"time"
)

// pipeStream is a download whose bytes the test sends.
func pipeStream(size int64) (*io.PipeWriter, func(context.Context) (Stream, error)) {
	r, w := io.Pipe()
	return w, func(context.Context) (Stream, error) { return Stream{r, size}, nil }
}

func openTest(t *testing.T, open func(context.Context) (Stream, error)) (*Recording, string) {
	t.Helper()
	dir := t.TempDir()
	r, err := OpenRecording(dir, open)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Close()
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%v is left behind", left)
		}
	})
	return r, dir
}

func TestReadingWhileItArrives(t *testing.T) {
	w, open := pipeStream(6)
	r, _ := openTest(t, open)
	buf := make([]byte, 10)
	for _, part := range []string{"abc", "def"} {
		go w.Write([]byte(part))
		if n, err := r.Read(buf); string(buf[:n]) != part || err != nil {
			t.Errorf("%q, %v", buf[:n], err)
		}
	}
	w.Close()
	if n, err := r.Read(buf); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := r.Seek(-2, io.SeekEnd); err != nil {
		t.Error(err)
	}
	if data, err := io.ReadAll(r); string(data) != "ef" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if r.Size() != 6 || r.Arrived() != 6 {
		t.Errorf("%d of %d", r.Arrived(), r.Size())
	}
}

func TestReadAheadWaits(t *testing.T) {
	w, open := pipeStream(-1)
	r, _ := openTest(t, open)
	if _, err := r.Seek(3, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		data, _ := io.ReadAll(r)
		got <- string(data)
	}()
	w.Write([]byte("abc"))
	w.Write([]byte("def"))
	w.Close()
	if s := <-got; s != "def" {
		t.Errorf("%q", s)
	}
}

func TestBrokenDownloadGivesWhatCame(t *testing.T) {
	w, open := pipeStream(9)
	r, _ := openTest(t, open)
	w.Write([]byte("abc"))
	broken := errors.New("the line broke")
	w.CloseWithError(broken)
	if data, err := io.ReadAll(r); string(data) != "abc" || !errors.Is(err, broken) {
		t.Errorf("%q, %v", data, err)
	}
}

func TestRefusedDownload(t *testing.T) {
	r, _ := openTest(t, func(context.Context) (Stream, error) { return Stream{}, errMissing })
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, errMissing) {
		t.Error(err)
	}
}

func TestCloseFreesAReader(t *testing.T) {
	_, open := pipeStream(9)
	blocking := func(ctx context.Context) (Stream, error) {
		s, _ := open(ctx)
		go func() {
			<-ctx.Done()
			s.Body.Close()
		}()
		return s, nil
	}
	r, _ := openTest(t, blocking)
	done := make(chan error)
	go func() {
		_, err := r.Read(make([]byte, 1))
		done <- err
	}()
	time.Sleep(10 * time.Millisecond)
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

func TestWait(t *testing.T) {
	w, open := pipeStream(9)
	r, _ := openTest(t, open)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := r.Wait(ctx, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	go w.Write([]byte("abc"))
	if err := r.Wait(t.Context(), 2); err != nil || r.Arrived() != 3 {
		t.Errorf("%v with %d bytes", err, r.Arrived())
	}
	w.Close()
	if err := r.Wait(t.Context(), 100); err != nil {
		t.Error(err)
	}
}

func TestRemoveLeftovers(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"sextant-1.part", "keep.mp3"} {
		if err := os.WriteFile(dir+"/"+name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	RemoveLeftovers(dir)
	left, _ := os.ReadDir(dir)
	if len(left) != 1 || left[0].Name() != "keep.mp3" {
		t.Errorf("%v", left)
	}
}
