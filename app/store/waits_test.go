package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// TestWriterWaitsAfterEveryError has a file whose transactions fail for ten minutes, with an error of any kind: the
// writer tries again every so often, and then writes everything.
func TestWriterWaitsAfterEveryError(t *testing.T) {
	for _, failure := range []error{
		errors.New("SQL logic error"), fmt.Errorf("a wrapped error: %w", errors.New("misuse")), ErrFull,
	} {
		synctest.Test(t, func(t *testing.T) {
			var fails atomic.Bool
			var tries, reports atomic.Int64
			s, _ := Open(filepath.Join(t.TempDir(), "pages.sqlite"), Options{
				Now: time.Now,
				Disk: func(u Use) error {
					if u != Writing || !fails.Load() {
						return nil
					}
					if tries.Add(1) > 1000 { // it would never end
						fails.Store(false)
					}
					return failure
				},
				Trouble: func(error) { reports.Add(1) },
			})
			fails.Store(true)
			s.SetState("a", "b")
			time.Sleep(10 * time.Minute)
			if n := tries.Load(); n == 0 || n > 30 {
				t.Errorf("%v: tried %d times in ten minutes", failure, n)
			}
			fails.Store(false)
			s.SetState("c", "d")
			time.Sleep(time.Minute)
			for key, want := range map[string]string{"a": "b", "c": "d"} {
				if got, err := s.State(key); got != want || err != nil {
					t.Errorf("%v: %s is %q, %v", failure, key, got, err)
				}
			}
			if n := reports.Load(); n != 2 {
				t.Errorf("%v: %d reports", failure, n)
			}
			testkit.Check(t, s.Close())
		})
	}
}

// TestRefusedWriteHoldsUpNothing has a write that SQLite refuses: it is dropped, and the others are written at once.
func TestRefusedWriteHoldsUpNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := Open(filepath.Join(t.TempDir(), "pages.sqlite"), Options{Now: time.Now})
		s.SetState("a", "b")
		s.enqueue(write{do: func(w *statements) error {
			_, err := w.exec("INSERT INTO state (key, value) VALUES ('c', NULL)")
			return err
		}})
		s.SetState("d", "e")
		time.Sleep(time.Second)
		for key, want := range map[string]string{"a": "b", "c": "", "d": "e"} {
			if got, err := s.State(key); got != want || err != nil {
				t.Errorf("%s is %q, %v", key, got, err)
			}
		}
		testkit.Check(t, s.Close())
	})
}

// TestCloseWhileTransactionsFail closes a store whose transactions fail: it makes one more try, and says what is lost.
func TestCloseWhileTransactionsFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries atomic.Int64
		s, _ := Open(filepath.Join(t.TempDir(), "pages.sqlite"), Options{Now: time.Now, Disk: func(u Use) error {
			if u == Writing && tries.Add(1) < 1000 {
				return errors.New("SQL logic error")
			}
			return nil
		}})
		s.SetState("a", "b")
		time.Sleep(time.Minute)
		before := tries.Load()
		if err := s.Close(); err == nil || tries.Load() > before+2 {
			t.Errorf("%v after %d tries", err, tries.Load()-before)
		}
	})
}
