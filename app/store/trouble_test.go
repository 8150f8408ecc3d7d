package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// mountVariable is an environment variable of a test that may mount file systems.
const mountVariable = "SEXTANT_STORE_MOUNT"

// mayMount reports whether the test may mount file systems. If not, it runs the test again in its own name space, where
// it may, and the caller should return.
func mayMount(t *testing.T) bool {
	t.Helper()
	if os.Getenv(mountVariable) != "" {
		return true
	}
	if err := exec.Command("unshare", "-rm", "true").Run(); err != nil {
		t.Skipf("no name space can be made to mount something: %v", err)
	}
	c := exec.Command("unshare", "-rm", os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
	c.Env = append(os.Environ(), mountVariable+"=1")
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	return false
}

// disk mounts a disk of a number of kilobytes and returns its path.
func disk(t testing.TB, kilobytes int) string {
	t.Helper()
	dir := t.TempDir()
	mount(t, "-t", "tmpfs", "-o", fmt.Sprintf("size=%dk", kilobytes), "none", dir)
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	})
	return dir
}

func mount(t testing.TB, args ...string) {
	t.Helper()
	if out, err := exec.Command("mount", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// fill fills a disk, except for a number of bytes.
func fill(t testing.TB, dir string, but int) {
	t.Helper()
	path := filepath.Join(dir, "fill")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	for err == nil {
		var n int
		n, err = f.Write(make([]byte, 4096))
		size += int64(n)
	}
	testkit.NoError(t, errors.Join(f.Truncate(max(0, size-int64(but))), f.Close()))
}

func TestReadOnlyProfile(t *testing.T) {
	if !mayMount(t) {
		return
	}
	dir := disk(t, 4096)
	path := copyTo(t, filled(t), dir)
	mount(t, "-o", "remount,ro", dir)
	s, outcome := open(path, Options{Now: noon}, quick())
	if !outcome.ReadOnly || outcome.InMemory || !errors.Is(outcome.Cause, ErrReadOnly) || s.Lasting() {
		t.Errorf("%+v", outcome)
	}
	if p := must[*Stored](t)(s.Page(100)); p == nil || len(find(t, s, "text", false, 9)) != 9 {
		t.Error("what is stored cannot be read")
	}
	save(t, s, newPage(500, "New", "new"), noon())
	flush(t, s)
	if p := must[*Stored](t)(s.Page(500)); p != nil {
		t.Error("something was written")
	}
	testkit.Check(t, s.Close())
	s, outcome = open(filepath.Join(dir, "profile", "other.db"), Options{Now: noon}, quick())
	defer s.Close()
	if outcome.ReadOnly || !outcome.InMemory || !errors.Is(outcome.Cause, ErrReadOnly) || s.Lasting() {
		t.Errorf("%+v", outcome)
	}
	checkWorks(t, s)
}

// TestReadOnlyAfterKill reads a file that cannot be written and was not closed by its last program.
func TestReadOnlyAfterKill(t *testing.T) {
	if !mayMount(t) {
		return
	}
	dir := disk(t, 4096)
	path := copyTo(t, filled(t), dir)
	writeUntilKilled(t, path, 1000, 20*time.Millisecond)
	mount(t, "-o", "remount,ro", dir)
	s, outcome := open(path, Options{Now: noon}, quick())
	defer s.Close()
	if !outcome.ReadOnly && !outcome.InMemory || !errors.Is(outcome.Cause, ErrReadOnly) {
		t.Errorf("%+v", outcome)
	}
	if p := must[*Stored](t)(s.Page(219)); p == nil {
		t.Errorf("what is stored cannot be read: %+v", outcome)
	}
}

func TestFullDiskAtOpen(t *testing.T) {
	if !mayMount(t) {
		return
	}
	whole := filled(t)
	for _, room := range []int{0, 4096, 40_000} {
		dir := disk(t, 4096)
		path := copyTo(t, whole, dir)
		fill(t, dir, room)
		s, outcome := open(path, Options{Now: noon}, quick())
		if outcome.Cause != nil && (!outcome.ReadOnly || !errors.Is(outcome.Cause, ErrFull)) {
			t.Errorf("with room for %d bytes: %+v", room, outcome)
		}
		if p := must[*Stored](t)(s.Page(100)); p == nil {
			t.Error("what is stored cannot be read")
		}
		s.Close()
		s, outcome = open(filepath.Join(dir, "other.db"), Options{Now: noon}, quick())
		if !outcome.InMemory || !errors.Is(outcome.Cause, ErrFull) {
			t.Errorf("with room for %d bytes: %+v", room, outcome)
		}
		checkWorks(t, s)
		s.Close()
	}
}

// TestDiskFillsUp fills the disk while the store is used. Failed writes are done when there is room again.
func TestDiskFillsUp(t *testing.T) {
	if !mayMount(t) {
		return
	}
	dir := disk(t, 1024)
	troubles := make(listener, 100)
	path := filepath.Join(dir, "helm.db")
	s := start(t, path, Options{Trouble: troubles.notify})
	flush(t, s)
	fill(t, dir, 100_000)
	var noise []string
	for range 20 {
		noise = append(noise, rand.Text())
	}
	for page := 100; page < 300; page++ {
		save(t, s, newPage(page, "Page", append(noise, fmt.Sprint("number", page))...), noon())
	}
	if err := troubles.next(t); !errors.Is(err, ErrFull) {
		t.Fatalf("reported %v", err)
	}
	if _, err := s.Directory(); err != nil {
		t.Errorf("reading from a full disk: %v", err)
	}
	troubles.silent(t)
	testkit.NoError(t, os.Remove(filepath.Join(dir, "fill")))
	if err := troubles.next(t); err != nil {
		t.Fatalf("reported %v", err)
	}
	flush(t, s)
	if n := len(must[[]Listing](t)(s.Directory())); n != 200 {
		t.Errorf("%d pages are stored", n)
	}
	troubles.silent(t)
	check(t, path)
}

// TestCloseOnAFullDisk expects an error that says how much is lost.
func TestCloseOnAFullDisk(t *testing.T) {
	if !mayMount(t) {
		return
	}
	dir := disk(t, 1024)
	s, _ := open(filepath.Join(dir, "helm.db"), Options{Now: noon}, quick())
	flush(t, s)
	fill(t, dir, 0)
	for i := range 500 {
		save(t, s, newPage(100+i, "Page", rand.Text(), rand.Text(), rand.Text(), rand.Text()), noon())
	}
	if err := s.Close(); err == nil || !strings.Contains(err.Error(), "could not be written") {
		t.Errorf("%v", err)
	}
}

// TestReplacingBlocksNobody moves the store's file away while the lock for opening it is held, as by another program
// that migrates it. No call waits for the lock.
func TestReplacingBlocksNobody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "helm.db")
	s := start(t, path, Options{})
	save(t, s, newPage(100, "Index", "old"), noon())
	flush(t, s)
	unlock := testkit.Must(lock(path + ".lock"))(t)
	if err := os.Rename(path, path+".moved"); err != nil && runtime.GOOS == "windows" {
		unlock()
		t.Skip("no file is moved here while it is open: ", err)
	} else if err != nil {
		t.Fatal(err)
	}
	save(t, s, newPage(101, "Sport", "new"), noon())
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		if _, err := s.Page(100); errors.Is(err, errNotOpen) {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("the store did not see that its file was moved")
		}
	}
	s.SetFavourites(nil, []Favourite{{300, 2, "Sport"}})
	none := func([]Spend) (Spend, bool) { return Spend{}, false }
	if err := s.Claim(Moment{At: noon()}, none); !errors.Is(err, errNotOpen) {
		t.Errorf("a claim returned %v", err)
	}
	if s.Edition() != 1 {
		t.Errorf("edition %d while the file is replaced", s.Edition())
	}
	if _, err := s.Page(100); !errors.Is(err, errNotOpen) {
		t.Errorf("somebody waited until the file was replaced: %v", err)
	}
	testkit.NoError(t, unlock())
	flush(t, s)
	if favourites := must[[]Favourite](t)(s.Favourites()); len(favourites) != 1 || s.Edition() != 2 {
		t.Errorf("favourites %v in edition %d", favourites, s.Edition())
	}
	if p := must[*Stored](t)(s.Page(101)); p == nil {
		t.Error("a page was lost that came meanwhile")
	}
}

// TestCloseOnSlowDisk closes a store whose disk takes longer than Close waits: later its file is closed too.
func TestCloseOnSlowDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // fails if a goroutine of a connection is left
		s, _ := Open(filepath.Join(t.TempDir(), "pages.sqlite"), Options{Now: time.Now, Disk: func(u Use) error {
			if u == Writing {
				time.Sleep(time.Minute)
			}
			return nil
		}})
		s.SetState("a", "b")
		time.Sleep(time.Second)
		if err := s.Close(); err == nil {
			t.Error("it was closed in time")
		}
		time.Sleep(5 * time.Minute)
	})
}
