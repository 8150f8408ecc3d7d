package kept

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"testing"
	"time"

	"sextant/app/media"
	"sextant/app/store"
	"sextant/app/testkit"
)

func openStore(t *testing.T, path string) *store.Store {
	t.Helper()
	s, outcome := store.Open(path, store.Options{Now: time.Now, Limit: 1e9})
	if outcome.Cause != nil {
		t.Fatal(outcome.Cause)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestListsOfAnotherFile removes the store's file while the program runs: the lists are not taken for empty, and are
// saved in the new file.
func TestListsOfAnotherFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo.sqlite")
	s := openStore(t, path)
	l := Read(s)
	l.SetFavourites([]store.Favourite{{Page: 100}})
	l.SetMark(marked("a", time.Second, 1000))
	l.SetSkipsSilence("series tide", true)
	if before, ok := l.readSnapshot(t.Context()); !ok || len(before.takes) != len(l.all) ||
		before.edition != l.edition || before.edits != l.edits.Load() {
		t.Fatalf("%+v, %v", before, ok)
	}
	edition := s.Edition()
	files, _ := filepath.Glob(path + "*")
	for _, f := range files {
		if err := os.Remove(f); err != nil && runtime.GOOS == "windows" {
			t.Skip("no file goes away here while it is open: ", err)
		} else if err != nil {
			t.Fatal(err)
		}
	}
	s.SetState("x", "y") // by this the store detects it
	testkit.Eventually(t, "a new store", func() bool { return s.Edition() != edition })
	take := l.Reload(t.Context())
	if take == nil {
		t.Fatal("the lists cannot be read")
	}
	take()
	if len(l.Favourites()) != 1 {
		t.Errorf("the empty file counts as the old one: %v", l.Favourites())
	}
	testkit.NoError(t, s.Flush(t.Context()))
	again := Read(s)
	if marksIn(again) != "1000 id a" || !again.SkipsSilence("series tide") {
		t.Errorf("the new file has the marks %q, silence is skipped: %v", marksIn(again), again.silence.elements)
	}
	if len(again.Favourites()) != 1 {
		t.Errorf("the new file has %v", again.Favourites())
	}
}

// TestListsOfTwoPrograms changes the same lists in two programs: each sees the other's changes, an undo only reverts
// its own change, and a later change is not overwritten by an older read.
func TestListsOfTwoPrograms(t *testing.T) {
	path := filepath.Join(t.TempDir(), "demo.sqlite")
	here, there := Read(openStore(t, path)), Read(openStore(t, path))
	var notified []List
	here.Changed.On(func(l List) { notified = append(notified, l) })
	look := func(l *Lists) {
		t.Helper()
		take := l.Reload(t.Context())
		if take == nil {
			t.Fatal("the lists cannot be read")
		}
		take()
	}
	undo := there.SetFavourites([]store.Favourite{{Page: 100}})
	there.SetQueue([]media.Item{{ID: "7"}})
	look(there) // by then it is written
	look(here)
	if want := []List{Favourites, Queue}; !reflect.DeepEqual(notified, want) ||
		len(here.Favourites()) != 1 || len(here.Queue()) != 1 {
		t.Fatalf("notified %v; %v, %v", notified, here.Favourites(), here.Queue())
	}
	here.SetFavourites([]store.Favourite{{Page: 100}, {Page: 200}})
	look(here)
	look(there)
	undo()
	look(there)
	look(here)
	if got := here.Favourites(); len(got) != 1 || got[0].Page != 200 {
		t.Errorf("after the undo: %v", got)
	}
	old := here.Reload(t.Context())
	here.SetWatches([]store.Watch{{Page: 300, Since: time.Now()}})
	old()
	if len(here.Watches()) != 1 {
		t.Error("what was changed meanwhile is gone")
	}
}

// TestPositionsAreSavedAndPublished checks that a position is saved and published.
func TestPositionsAreSavedAndPublished(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "demo.sqlite"))
	h := ReadPositions(s)
	notified := ""
	h.Changed.On(func(key string) { notified = key })
	h.Set(store.Position{Key: "id 7", Position: time.Minute, At: time.Now()})
	testkit.NoError(t, s.Flush(t.Context()))
	if got, ok := ReadPositions(s).Of("id 7"); notified != "id 7" || !ok || got.Position != time.Minute {
		t.Errorf("notified of %q; %+v, %v", notified, got, ok)
	}
}
