package store

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"sextant/app/testkit"
)

// TestInMemory uses a store without a file from several goroutines at once.
func TestInMemory(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	testkit.NoError(t, os.WriteFile(blocked, nil, 0o600))
	troubles := make(listener, 10)
	s, outcome := open(filepath.Join(blocked, "helm.db"), Options{Now: noon, Trouble: troubles.notify}, quick())
	defer s.Close()
	if !outcome.InMemory || outcome.Cause == nil {
		t.Fatalf("%+v", outcome)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 40 {
				writeBatch(s, i)
				find(t, s, "batch", false, 5)
				if _, err := s.Page(100 + i); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	flush(t, s)
	if n := count(t, s, "visit"); n != 160 {
		t.Errorf("%d visits", n)
	}
	checkWorks(t, s)
	troubles.silent(t)
}

// TestNoPath opens a store with an empty path, which writes no file.
func TestNoPath(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s, outcome := open("", Options{Now: noon}, quick())
	if !outcome.InMemory || outcome.Cause != nil {
		t.Errorf("%+v", outcome)
	}
	checkWorks(t, s)
	testkit.Check(t, s.Close())
	if left, err := os.ReadDir(dir); len(left) != 0 || err != nil {
		t.Errorf("%v, %v", left, err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(dir), "*.lock")); len(left) != 0 || err != nil {
		t.Errorf("beside the folder: %v, %v", left, err)
	}
}
