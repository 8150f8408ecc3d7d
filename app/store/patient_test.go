package store

import (
	"path/filepath"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/testkit"
)

// unattended opens an unattended store with a patience, and a second store on the same file.
func unattended(t *testing.T, patience time.Duration) (own, other *Store) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "helm.db")
	p := quick()
	p.patient = patience
	own, _ = open(path, withClock(Options{}), p)
	t.Cleanup(func() { _ = own.Close() })
	own.SetUnattended(true)
	return own, start(t, path, Options{})
}

// TestUnattendedStoreWritesTogether checks that the first version of a page is written at once, and later ones only
// together with an urgent write, although the program itself reads them at once.
func TestUnattendedStoreWritesTogether(t *testing.T) {
	s, other := unattended(t, time.Hour)
	lastSeen := func(s *Store) time.Time {
		t.Helper()
		p := testkit.Must(s.Page(100))(t)
		if p == nil {
			return time.Time{}
		}
		return p.Last
	}
	waitUntil := func(at time.Time) {
		t.Helper()
		testkit.Eventually(t, "the write", func() bool { return lastSeen(other).Equal(at) })
	}
	save(t, s, newPage(100, "Weather", "Rain"), noon())
	waitUntil(noon())
	sun := newPage(100, "Weather", "Sun")
	save(t, s, sun, noon().Add(time.Minute))
	s.Confirm(100, sun.Digest(), noon().Add(2*time.Minute), api.Validators{})
	for range 50 { // much longer than an attended store waits
		if at := lastSeen(other); !at.Equal(noon()) {
			t.Fatalf("it was written at once: %v", at)
		}
		time.Sleep(time.Millisecond)
	}
	if at := lastSeen(s); !at.Equal(noon().Add(2 * time.Minute)) {
		t.Errorf("the program itself sees it as of %v", at)
	}
	s.Confirm(100, sun.Digest(), noon().Add(3*time.Minute), api.Validators{})
	s.Visit(100, 1, 0, noon()) // is urgent, and written together with the others
	waitUntil(noon().Add(3 * time.Minute))
}

// TestUnattendedStoreWritesInTime checks that waiting writes are done after the patience, and by Close.
func TestUnattendedStoreWritesInTime(t *testing.T) {
	s, other := unattended(t, 20*time.Millisecond)
	rain := newPage(100, "Weather", "Rain")
	save(t, s, rain, noon())
	for i := range 2 {
		at := noon().Add(time.Duration(i+1) * time.Minute)
		s.Confirm(100, rain.Digest(), at, api.Validators{})
		if i == 1 {
			testkit.NoError(t, s.Close())
		}
		testkit.Eventually(t, "the write", func() bool {
			p, err := other.Page(100)
			return err == nil && p != nil && p.Last.Equal(at)
		})
	}
}
