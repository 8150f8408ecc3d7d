package store

import (
	"path/filepath"
	"testing"
	"time"

	"sextant/app/api"
)

// unattended opens a store at which nobody sits, whose patience outlasts the test unless it is given another one, and a
// second one on the same file.
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

// TestUnattendedStoreWritesTogether lets a screen see a page three times: the first time is written at once, the others
// wait, although the program itself sees them at once.
func TestUnattendedStoreWritesTogether(t *testing.T) {
	s, other := unattended(t, time.Hour)
	lastSeen := func(s *Store) time.Time {
		t.Helper()
		p, err := s.Page(100)
		if err != nil {
			t.Fatal(err)
		}
		if p == nil {
			return time.Time{}
		}
		return p.Last
	}
	waitUntil := func(at time.Time) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); !lastSeen(other).Equal(at); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("last seen at %v, not %v", lastSeen(other), at)
			}
		}
	}
	save(t, s, newPage(100, "Weather", "Rain"), noon())
	waitUntil(noon())
	save(t, s, newPage(100, "Weather", "Sun"), noon().Add(time.Minute))
	s.Confirm(100, noon().Add(2*time.Minute), api.Validators{})
	for range 50 { // many times the moment after which a window's store writes
		if at := lastSeen(other); !at.Equal(noon()) {
			t.Fatalf("it was written at once: %v", at)
		}
		time.Sleep(time.Millisecond)
	}
	if at := lastSeen(s); !at.Equal(noon().Add(2 * time.Minute)) {
		t.Errorf("the program itself sees it as of %v", at)
	}
	s.Confirm(100, noon().Add(3*time.Minute), api.Validators{})
	s.Visit(100, 1, 0, noon()) // which cannot wait, and takes the other along
	waitUntil(noon().Add(3 * time.Minute))
}

// TestUnattendedStoreWritesInTime writes what can wait when it has waited long enough, and at the end.
func TestUnattendedStoreWritesInTime(t *testing.T) {
	s, other := unattended(t, 20*time.Millisecond)
	save(t, s, newPage(100, "Weather", "Rain"), noon())
	for i := range 2 {
		at := noon().Add(time.Duration(i+1) * time.Minute)
		s.Confirm(100, at, api.Validators{})
		if i == 1 {
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
			p, err := other.Page(100)
			if err == nil && p != nil && p.Last.Equal(at) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%+v, %v", p, err)
			}
		}
	}
}
