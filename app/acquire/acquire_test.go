package acquire

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/service"
	"sextant/app/teletext"
)

// fakeSource answers from function fields and counts what it was asked.
type fakeSource struct {
	page    func(ctx context.Context, page int) (*teletext.Page, error)
	picture func(ctx context.Context, page, subpage int) (*service.Picture, error)

	mu    sync.Mutex
	asked []string
}

func (s *fakeSource) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, fmt.Sprintf(format, args...))
}

func (s *fakeSource) Page(ctx context.Context, page int, _ service.Format) (*teletext.Page, error) {
	s.note("%d", page)
	return s.page(ctx, page)
}

func (s *fakeSource) Picture(ctx context.Context, page, subpage int) (*service.Picture, error) {
	s.note("%d/%d", page, subpage)
	return s.picture(ctx, page, subpage)
}

var errMissing = &service.Error{Kind: service.NotFound, Op: "test"}

// newSource has pages whose subpages have the given numbers.
func newSource(modified *time.Time, subpages ...int) *fakeSource {
	s := &fakeSource{}
	s.page = func(_ context.Context, page int) (*teletext.Page, error) {
		p := &teletext.Page{Number: page, Modified: *modified}
		for _, n := range subpages {
			p.Subpages = append(p.Subpages, teletext.Subpage{Number: n})
		}
		return p, nil
	}
	s.picture = func(_ context.Context, _, subpage int) (*service.Picture, error) {
		for _, n := range subpages {
			if n == subpage {
				return &service.Picture{Image: image.NewPaletted(image.Rect(0, 0, 1, 1), nil)}, nil
			}
		}
		return nil, errMissing
	}
	return s
}

func TestRecallAfterFetch(t *testing.T) {
	modified, now := time.Unix(1, 0), time.Unix(1000, 0)
	s := newSource(&modified, 1, 2)
	p := NewPages(s, service.JSON, func() time.Time { return now })
	if _, _, ok := p.Recall(100, 0, true); ok {
		t.Error("an empty memory recalls something")
	}
	p.Fetch(t.Context(), 100, 0, true)
	a, fresh, ok := p.Recall(100, 0, true)
	if !ok || !fresh || a.Subpage != 1 || a.Document == nil || a.Picture == nil {
		t.Errorf("%+v, fresh %v, ok %v", a, fresh, ok)
	}
	now = now.Add(Freshness)
	if _, fresh, ok := p.Recall(100, 1, true); !ok || fresh {
		t.Errorf("after its time: fresh %v, ok %v", fresh, ok)
	}
	if _, _, ok := p.Recall(100, 2, true); ok {
		t.Error("a picture is recalled that never came")
	}
}

func TestTurnAsksForThePictureOnly(t *testing.T) {
	modified, now := time.Unix(1, 0), time.Unix(1000, 0)
	s := newSource(&modified, 1, 2)
	p := NewPages(s, service.JSON, func() time.Time { return now })
	p.Fetch(t.Context(), 100, 0, true)
	s.asked = nil
	if a := p.Turn(t.Context(), 100, 2, true); a.Document == nil || a.Picture == nil || !reflect.DeepEqual(s.asked, []string{"100/2"}) {
		t.Errorf("%+v after asking %v", a, s.asked)
	}
	now = now.Add(Freshness)
	s.asked = nil
	if p.Turn(t.Context(), 100, 2, true); len(s.asked) != 2 {
		t.Errorf("when it is no longer fresh, %v was asked for", s.asked)
	}
}

func TestChangedPageDropsItsPictures(t *testing.T) {
	modified := time.Unix(1, 0)
	s := newSource(&modified, 1, 2)
	p := NewPages(s, service.JSON, time.Now)
	p.Fetch(t.Context(), 100, 1, true)
	p.Turn(t.Context(), 100, 2, true)
	modified = time.Unix(2, 0)
	p.Fetch(t.Context(), 100, 1, true)
	if _, _, ok := p.Recall(100, 2, true); ok {
		t.Error("the picture of an older version is recalled")
	}
	if _, _, ok := p.Recall(100, 1, true); !ok {
		t.Error("the picture that came with the newer version is lost")
	}
}

func TestSubpagesThatDoNotBeginAtOne(t *testing.T) {
	modified := time.Unix(1, 0)
	s := newSource(&modified, 3, 7)
	p := NewPages(s, service.JSON, time.Now)
	if a := p.Fetch(t.Context(), 100, 0, true); a.Subpage != 3 || a.Picture == nil {
		t.Errorf("%+v", a)
	}
	s.asked = nil
	p.Fetch(t.Context(), 100, 0, true)
	if len(s.asked) != 2 {
		t.Errorf("a known page costs %v", s.asked)
	}
	if a := p.Fetch(t.Context(), 100, 5, true); a.Subpage != 3 || a.Picture == nil {
		t.Errorf("a subpage that is gone gives %+v", a)
	}
	if a := p.Fetch(t.Context(), 100, 7, true); a.Subpage != 7 || a.Picture == nil {
		t.Errorf("%+v", a)
	}
}

func TestBothAreAskedTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &fakeSource{
			page: func(context.Context, int) (*teletext.Page, error) {
				time.Sleep(time.Second)
				return &teletext.Page{Number: 100, Subpages: []teletext.Subpage{{Number: 1}}}, nil
			},
			picture: func(context.Context, int, int) (*service.Picture, error) {
				time.Sleep(time.Second)
				return &service.Picture{}, nil
			},
		}
		start := time.Now()
		NewPages(s, service.JSON, time.Now).Fetch(t.Context(), 100, 0, true)
		if d := time.Since(start); d != time.Second {
			t.Errorf("two answers of a second each took %v", d)
		}
	})
}

func TestSameFetchIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		modified := time.Unix(1, 0)
		s := newSource(&modified, 1)
		answer := s.page
		s.page = func(ctx context.Context, page int) (*teletext.Page, error) {
			select {
			case <-time.After(time.Second):
				return answer(ctx, page)
			case <-ctx.Done():
				return nil, &service.Error{Kind: service.Cancelled}
			}
		}
		p := NewPages(s, service.JSON, time.Now)
		first, cancel := context.WithCancel(t.Context())
		go p.Fetch(first, 200, 0, true)
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				if a := p.Fetch(t.Context(), 100, 0, true); a.Document == nil {
					t.Errorf("%+v", a)
				}
			})
		}
		both.Wait()
		synctest.Wait()
		s.mu.Lock()
		if len(s.asked) != 4 {
			t.Errorf("asked for %v", s.asked)
		}
		s.mu.Unlock()
		// Whoever shares a flight that is given up asks for itself.
		go p.Fetch(first, 300, 0, true)
		synctest.Wait()
		both.Go(func() {
			if a := p.Fetch(t.Context(), 300, 0, true); a.Document == nil {
				t.Errorf("%+v", a)
			}
		})
		synctest.Wait()
		cancel()
		both.Wait()
	})
}

func TestFailuresAreKeptApart(t *testing.T) {
	modified := time.Unix(1, 0)
	s := newSource(&modified, 1)
	s.page = func(context.Context, int) (*teletext.Page, error) { return nil, errMissing }
	p := NewPages(s, service.JSON, time.Now)
	a := p.Fetch(t.Context(), 100, 0, true)
	if a.Document != nil || !errors.Is(a.DocumentErr, errMissing) || a.Picture == nil || a.PictureErr != nil {
		t.Errorf("%+v", a)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	modified := time.Unix(1, 0)
	p := NewPages(newSource(&modified, 1, 2), service.JSON, time.Now)
	for n := range 3 * maxPages {
		p.Fetch(t.Context(), 100+n, 1, true)
		p.Turn(t.Context(), 100+n, 2, true)
	}
	pictures := 0
	for _, e := range p.pages {
		pictures += len(e.pictures)
	}
	if len(p.pages) != maxPages || pictures != maxPictures || pictures != p.pictures {
		t.Errorf("%d pages, %d pictures, counted %d", len(p.pages), pictures, p.pictures)
	}
	if _, _, ok := p.Recall(99+3*maxPages, 2, true); !ok {
		t.Error("the latest picture was forgotten")
	}
}

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
