package store

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// noon returns the time at which the tests start.
func noon() time.Time { return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC) }

// quick returns a pace with short waits.
func quick() pace {
	return pace{retry: 20 * time.Millisecond, busy: time.Millisecond, inspect: time.Hour, close: 10 * time.Second}
}

// start opens the store in a file until the test ends, and fails if the outcome is not good.
func start(t testing.TB, path string, o Options) *Store {
	t.Helper()
	s, outcome := open(path, withClock(o), quick())
	if outcome != (Outcome{}) {
		t.Fatalf("opening %s: %+v", path, outcome)
	}
	t.Cleanup(func() {
		testkit.Check(t, s.Close())
	})
	return s
}

func withClock(o Options) Options {
	if o.Now == nil {
		o.Now = noon
	}
	return o
}

// empty opens a new store.
func empty(t testing.TB) *Store {
	t.Helper()
	return start(t, filepath.Join(t.TempDir(), "profile", "helm.db"), Options{})
}

// flush waits until everything was written.
func flush(t testing.TB, s *Store) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	testkit.NoError(t, s.Flush(ctx))
}

// newPage returns a page of one subpage with lines in the codes of content type all.
func newPage(number int, name string, lines ...string) *teletext.Page {
	p := &teletext.Page{Network: "Helm", Number: number, Name: name, Modified: noon()}
	addSubpage(p, 1, lines...)
	return p
}

func addSubpage(p *teletext.Page, number int, lines ...string) {
	all := &teletext.Lines{}
	copy(all[:], lines)
	p.Subpages = append(p.Subpages, teletext.Subpage{Number: number, All: all})
	p.SubpageCount = len(p.Subpages)
}

// save saves a page as JSON.
func save(t testing.TB, s *Store, p *teletext.Page, at time.Time) {
	t.Helper()
	raw := testkit.Must(p.EncodeJSON())(t)
	s.SavePage(p, raw, "json", at, api.Validators{})
}

// must returns a value, or fails if there was an error.
func must[T any](t testing.TB) func(T, error) T {
	return func(value T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// keptVersion returns a version, or fails where it is not kept.
func keptVersion(t testing.TB, s *Store, id int64) Stored {
	t.Helper()
	v, ok, err := s.Version(id)
	if err != nil || !ok {
		t.Fatalf("version %d is not kept: %v", id, err)
	}
	return v
}

// key returns the key of the picture of a page's subpage at an index.
func key(p *teletext.Page, index int) PictureKey {
	s := &p.Subpages[index]
	return PictureKey{Place: teletext.Place{Page: p.Number, Subpage: s.Number}, Digest: s.Digest()}
}

// check fails unless SQLite's integrity check succeeds.
func check(t testing.TB, path string) {
	t.Helper()
	b := &base{}
	defer b.close()
	c := testkit.Must(b.connect(address(path, busyFor)))(t)
	var verdict string
	if err := c.QueryRowContext(context.Background(), "PRAGMA integrity_check").Scan(&verdict); err != nil ||
		verdict != "ok" {
		t.Fatalf("integrity_check: %q, %v", verdict, err)
	}
}

// count returns the number of rows of a table.
func count(t testing.TB, s *Store, from string) int {
	t.Helper()
	var n int
	testkit.NoError(t, s.base.reads.queryRow("SELECT count(*) FROM "+from).scan(&n))
	return n
}
