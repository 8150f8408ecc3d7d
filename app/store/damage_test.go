package store

import (
	"bytes"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"sextant/app/api"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// filled makes a closed file with many pages, from 100 on, and returns its path.
func filled(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "helm.db")
	s, _ := open(path, Options{Now: noon}, quick())
	for i := range 120 {
		p := newPage(100+i, "Page", "text", rand.Text())
		save(t, s, p, noon())
		s.SavePicture(key(p, 0), []byte(rand.Text()+rand.Text()), noon(), api.Validators{})
	}
	s.SetFavourites(nil, []Favourite{{100, 1, "Index"}, {300, 2, "Sport"}})
	s.SetWatches(nil, []Watch{{Phrase: "ferry", Since: noon()}})
	testkit.NoError(t, s.Close())
	return path
}

// copyTo copies a file to a folder.
func copyTo(t testing.TB, path, dir string) string {
	t.Helper()
	to := filepath.Join(dir, "helm.db")
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// alter changes the bytes of a file.
func alter(t testing.TB, path string, change func([]byte) []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, change(data), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// scribble writes noise over some bytes of every page of the file after the schema and the roots of all tables.
func scribble(data []byte) []byte {
	for at := 40*4096 + 256; at+64 <= len(data); at += 1024 {
		_, _ = rand.Read(data[at : at+64])
	}
	return data
}

func TestDamagedAtOpen(t *testing.T) {
	whole := filled(t)
	for name, change := range map[string]func([]byte) []byte{
		"noise":           func(b []byte) []byte { _, _ = rand.Read(b); return b },
		"text":            func([]byte) []byte { return []byte("this is no database, but some text") },
		"long text":       func([]byte) []byte { return bytes.Repeat([]byte("this is no database"), 1000) },
		"half of it":      func(b []byte) []byte { return b[:len(b)/2] },
		"its first page":  func(b []byte) []byte { return b[:4096] },
		"a broken schema": func(b []byte) []byte { clear(b[100:4096]); return b },
	} {
		t.Run(name, func(t *testing.T) {
			path := copyTo(t, whole, t.TempDir())
			alter(t, path, change)
			before, _ := os.ReadFile(path)
			s, outcome := open(path, Options{Now: noon}, quick())
			defer s.Close()
			if outcome.SetAside != path+".damaged-20261121-120000" || outcome.Cause != nil {
				t.Fatalf("%+v", outcome)
			}
			if aside, err := os.ReadFile(outcome.SetAside); err != nil || !bytes.Equal(aside, before) {
				t.Errorf("%d bytes were set aside, %v", len(aside), err)
			}
			checkWorks(t, s)
			check(t, path)
		})
	}
}

// TestTruncatedFile removes the end of a file: favourites and watches are carried over.
func TestTruncatedFile(t *testing.T) {
	whole := filled(t)
	for _, missing := range []int{1, 4096, 5 * 4096} {
		path := copyTo(t, whole, t.TempDir())
		alter(t, path, func(b []byte) []byte { return b[:len(b)-missing] })
		s, outcome := open(path, Options{Now: noon}, quick())
		if outcome.SetAside == "" && missing > 1 || outcome.Lost != 0 {
			t.Errorf("%d bytes missing: %+v", missing, outcome)
		}
		if all := must[[]Favourite](t)(s.Favourites()); !reflect.DeepEqual(all, []Favourite{
			{100, 1, "Index"}, {300, 2, "Sport"},
		}) {
			t.Errorf("%d bytes missing: favourites %v", missing, all)
		}
		if all := must[[]Watch](t)(s.Watches()); !reflect.DeepEqual(all, []Watch{{Phrase: "ferry", Since: noon()}}) {
			t.Errorf("%d bytes missing: watches %v", missing, all)
		}
		testkit.Check(t, s.Close())
	}
}

// TestLostPartsAreNamed makes the whole file unreadable, and then the favourites alone.
func TestLostPartsAreNamed(t *testing.T) {
	whole := filled(t)
	all := FavouritesPart | WatchesPart | HeardPart | MarksPart | RecordingsPart | StatePart | VisitsPart
	path := copyTo(t, whole, t.TempDir())
	alter(t, path, func(b []byte) []byte { clear(b[100:4096]); return b })
	s, outcome := open(path, Options{Now: noon}, quick())
	if outcome.Lost != all {
		t.Errorf("without a schema: %+v", outcome)
	}
	s.Close()
	path = copyTo(t, whole, t.TempDir())
	s, _ = open(path, Options{Now: noon}, quick())
	var root int
	if err := s.base.reads.queryRow(
		"SELECT rootpage FROM sqlite_schema WHERE name = 'favourite'").scan(&root); err != nil {
		t.Fatal(err)
	}
	s.Close()
	alter(t, path, func(b []byte) []byte {
		clear(b[(root-1)*4096 : root*4096])
		return b[:len(b)-4096] // is detected at once
	})
	s, outcome = open(path, Options{Now: noon}, quick())
	defer s.Close()
	if outcome.Lost != FavouritesPart || len(must[[]Watch](t)(s.Watches())) != 1 {
		t.Errorf("without favourites: %+v", outcome)
	}
}

func TestNothingDamagedInAnEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "helm.db")
	testkit.NoError(t, os.WriteFile(path, nil, 0o600))
	start(t, path, Options{})
}

// A listener receives the calls of Trouble.
type listener chan error

func (l listener) notify(err error) { l <- err }

func (l listener) next(t testing.TB) error {
	t.Helper()
	select {
	case err := <-l:
		return err
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing was reported")
		return nil
	}
}

// silent fails if anything was reported.
func (l listener) silent(t testing.TB) {
	t.Helper()
	select {
	case err := <-l:
		t.Errorf("reported %v", err)
	default:
	}
}

func TestDamageFoundByUse(t *testing.T) {
	path := filled(t)
	alter(t, path, scribble)
	troubles := make(listener, 10)
	s := start(t, path, Options{Trouble: troubles.notify})
	var failed error
	for page := 100; page < 220 && failed == nil; page++ {
		_, failed = s.Page(page)
	}
	if failed == nil {
		t.Fatal("no page failed")
	}
	checkReplaced(t, s, path, troubles)
}

// checkReplaced checks that a damaged file was replaced, with its favourites and watches.
func checkReplaced(t testing.TB, s *Store, path string, troubles listener) {
	t.Helper()
	var damaged *DamagedError
	if err := troubles.next(t); !errors.As(err, &damaged) || !strings.HasPrefix(damaged.SetAside, path+".damaged-") {
		t.Fatalf("reported %v", err)
	}
	if favourites := must[[]Favourite](t)(s.Favourites()); !reflect.DeepEqual(favourites, []Favourite{
		{100, 1, "Index"}, {300, 2, "Sport"},
	}) {
		t.Errorf("the favourites are %v", favourites)
	}
	if watches := must[[]Watch](t)(s.Watches()); !reflect.DeepEqual(watches, []Watch{
		{Phrase: "ferry", Since: noon()},
	}) {
		t.Errorf("the watches are %v", watches)
	}
	save(t, s, newPage(100, "Index", "new"), noon())
	flush(t, s)
	if hits := find(t, s, "new", false, 9); len(hits) != 1 {
		t.Errorf("%+v", hits)
	}
	check(t, path)
	troubles.silent(t)
}

func TestDamageFoundByInspection(t *testing.T) {
	path := filled(t)
	alter(t, path, scribble)
	troubles := make(listener, 10)
	p := quick()
	p.inspect = 0
	s, outcome := open(path, Options{Now: noon, Trouble: troubles.notify}, p)
	defer s.Close()
	if outcome != (Outcome{}) {
		t.Fatalf("%+v", outcome)
	}
	checkReplaced(t, s, path, troubles)
}

func TestInspectionOfAWholeFile(t *testing.T) {
	testkit.Check(t, inspect(t.Context(), filled(t)))
}

// TestDamagedTwice damages the store twice: only the first file is set aside, and then the store continues in memory.
func TestDamagedTwice(t *testing.T) {
	troubles := make(listener, 10)
	path := filepath.Join(t.TempDir(), "helm.db")
	s := start(t, path, Options{Trouble: troubles.notify})
	for range 2 {
		s.suspect(s.base, errDamaged)
		var damaged *DamagedError
		if err := troubles.next(t); !errors.As(err, &damaged) {
			t.Errorf("reported %v", err)
		}
		save(t, s, newPage(100, "Index", "new"), noon())
		flush(t, s)
		if hits := find(t, s, "new", false, 9); len(hits) != 1 {
			t.Errorf("%+v", hits)
		}
	}
	if err := troubles.next(t); !errors.Is(err, errDamaged) {
		t.Errorf("reported %v", err)
	}
	if files, _ := filepath.Glob(path + ".damaged-*0"); len(files) != 1 {
		t.Errorf("%v were set aside", files)
	}
	troubles.silent(t)
}

// TestBrokenContents damages contents in ways that SQLite cannot detect.
func TestBrokenContents(t *testing.T) {
	whole := filled(t)
	for name, update := range map[string]string{
		"a document":          "UPDATE content SET packed = zeroblob(100)",
		"its end":             "UPDATE content SET packed = substr(packed, 1, length(packed) - 1)",
		"its length":          "UPDATE content SET length = length + 1",
		"its length, smaller": "UPDATE content SET length = length - 1",
		"its length, absurd":  "UPDATE content SET length = -1",
		"a picture":           "UPDATE image SET png = zeroblob(100)",
	} {
		t.Run(name, func(t *testing.T) {
			troubles := make(listener, 10)
			s := start(t, copyTo(t, whole, t.TempDir()), Options{Trouble: troubles.notify})
			k := anyKey(t, s, 100, 1)
			s.enqueue(write{do: func(w *statements) error {
				_, err := w.exec(update)
				return err
			}})
			flush(t, s)
			_, err := s.Page(100)
			if err == nil {
				_, _, _, err = s.Picture(k)
			}
			if err == nil {
				t.Fatal("no error")
			}
			checkReplaced(t, s, s.path, troubles)
		})
	}
}

func anyKey(t testing.TB, s *Store, page, subpage int) PictureKey {
	t.Helper()
	k := PictureKey{Place: teletext.Place{Page: page, Subpage: subpage}}
	var digest []byte
	if err := s.base.reads.queryRow("SELECT digest FROM picture WHERE page = ? AND subpage = ?",
		page, subpage).scan(&digest); err != nil {
		t.Fatal(err)
	}
	copy(k.Digest[:], digest)
	return k
}

// TestMovedAway moves the file away while it is open, as another program does that found it damaged.
func TestMovedAway(t *testing.T) {
	troubles := make(listener, 10)
	path := filled(t)
	s := start(t, path, Options{Trouble: troubles.notify})
	if _, err := setAside(path, noon()); err != nil && runtime.GOOS == "windows" {
		t.Skip("no file is moved here while it is open: ", err)
	} else if err != nil {
		t.Fatal(err)
	}
	save(t, s, newPage(500, "New", "new"), noon())
	flush(t, s)
	other := start(t, path, Options{})
	if p := must[*Stored](t)(other.Page(500)); p == nil {
		t.Error("the page went with the old file")
	}
	if p := must[*Stored](t)(s.Page(100)); p != nil {
		t.Error("the old file is still read")
	}
	troubles.silent(t)
}

func TestSetAsideTwiceAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "helm.db")
	for _, want := range []string{"helm.db.damaged-20261121-120000", "helm.db.damaged-20261121-120000-2"} {
		testkit.NoError(t, os.WriteFile(path, []byte(want), 0o600))
		aside, err := setAside(path, noon())
		if data, _ := os.ReadFile(aside); filepath.Base(aside) != want || string(data) != want || err != nil {
			t.Errorf("%s with %q, %v", aside, data, err)
		}
	}
}
