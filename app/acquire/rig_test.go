package acquire

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/budget"
	"sextant/app/store"
	"sextant/app/teletext"
)

// fakeSource answers with the functions in its fields, and records the requests.
type fakeSource struct {
	page    func(ctx context.Context, page int, known api.Validators) (*api.Document, error)
	picture func(ctx context.Context, page, subpage int, known api.Validators) (*api.Picture, error)

	mu    sync.Mutex
	asked []string
}

func (s *fakeSource) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, fmt.Sprintf(format, args...))
}

// forget returns the requests since it was last called.
func (s *fakeSource) forget() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = nil
	return asked
}

func (s *fakeSource) Page(ctx context.Context, page int, _ api.Format, known api.Validators) (*api.Document, error) {
	s.note("%d", page)
	return s.page(ctx, page, known)
}

func (s *fakeSource) Picture(ctx context.Context, page, subpage int, known api.Validators) (*api.Picture, error) {
	s.note("%d/%d", page, subpage)
	return s.picture(ctx, page, subpage, known)
}

// documentOf returns a page with subpages of the given numbers, all with the same line.
func documentOf(page int, line string, subpages ...int) *api.Document {
	p := &teletext.Page{Number: page, Name: "Test", Next: page + 1, Modified: time.Unix(1, 0)}
	for _, n := range subpages {
		p.Subpages = append(p.Subpages, teletext.Subpage{Number: n, Text: &teletext.Lines{line}})
	}
	p.SubpageCount = len(subpages)
	raw, err := p.EncodeJSON()
	if err != nil {
		panic(err)
	}
	return &api.Document{Page: p, Raw: raw, Format: api.JSON}
}

// pictureOf returns a picture that depends on a text.
func pictureOf(tb testing.TB, text string) *api.Picture {
	var b bytes.Buffer
	img := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.Black, color.White})
	for i, hash := range sha256.Sum256([]byte(text)) {
		img.Pix[i] = hash & 1
	}
	if err := png.Encode(&b, img); err != nil {
		tb.Fatal(err)
	}
	return &api.Picture{PNG: b.Bytes(), Image: img}
}

// newSource returns a source whose pages have subpages of the given numbers, with the line that line points to.
func newSource(tb testing.TB, line *string, subpages ...int) *fakeSource {
	s := &fakeSource{}
	s.page = func(_ context.Context, page int, _ api.Validators) (*api.Document, error) {
		return documentOf(page, *line, subpages...), nil
	}
	s.picture = func(_ context.Context, _, subpage int, _ api.Validators) (*api.Picture, error) {
		for _, n := range subpages {
			if n == subpage {
				return pictureOf(tb, *line), nil
			}
		}
		return nil, errMissing
	}
	return s
}

// A rig is Pages with its own store, and a clock that the test sets.
type rig struct {
	*Pages
	source  *fakeSource
	kept    *store.Store
	path    string
	now     time.Time
	changes []Change
	mu      sync.Mutex
}

func newRig(tb testing.TB, s *fakeSource) *rig {
	tb.Helper()
	r := &rig{
		source: s, path: filepath.Join(tb.TempDir(), "pages.sqlite"), now: time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC),
	}
	r.open(tb)
	tb.Cleanup(func() { _ = r.kept.Close() })
	return r
}

// open restarts with the same store.
func (r *rig) open(tb testing.TB) {
	tb.Helper()
	if r.kept != nil {
		if err := r.kept.Close(); err != nil {
			tb.Fatal(err)
		}
	}
	r.kept, _ = store.Open(r.path, store.Options{Now: r.clock})
	limits := budget.Limits{PerSecond: 1000, PerHour: 100_000, PerDay: 1_000_000}
	b := budget.New(limits, nil, budget.Clock{Now: r.clock}, nil)
	r.Pages = NewPages(r.source, r.kept, b,
		Config{Format: api.JSON, MaxAge: DefaultFreshness, Now: r.clock, OnChanged: func(c Change) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.changes = append(r.changes, c)
		}})
}

func (r *rig) clock() time.Time { return r.now }

// expect checks the requests to the service since it was last called.
func (r *rig) expect(t *testing.T, want ...string) {
	t.Helper()
	got := r.source.forget()
	if len(got) == 2 && len(want) == 2 && got[0] == want[1] { // sent at once, in any order
		got[0], got[1] = got[1], got[0]
	}
	if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("asked for %v, want %v", got, want)
	}
}

func want(page, subpage int) Want { return Want{Page: page, Subpage: subpage, Picture: true} }

func (r *rig) keptVersions(t *testing.T) ([]store.VersionInfo, error) {
	if err := r.kept.Flush(t.Context()); err != nil {
		return nil, err
	}
	return r.kept.Versions(100)
}
