package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/store"
)

// TestListsOfAnotherFile takes the store away from under a running program: what the user keeps is not taken for
// gone.
func TestListsOfAnotherFile(t *testing.T) {
	p := Profile{t.TempDir()}
	st, err := tune(DefaultSettings(), access{}, p, time.Now, events{}, libraries{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.close()
	st.setFavourites(nil, []store.Favourite{{Page: 100}})
	st.edition = st.store.Edition()
	before, ok := st.readLists(t.Context())
	if !ok || len(before.favourites) != 1 || before.edition != st.edition || before.edits != st.edits.Load() {
		t.Fatalf("%+v, %v", before, ok)
	}
	files, _ := filepath.Glob(p.path(filepath.Join("pages", "demo.sqlite*")))
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	st.store.SetState("x", "y") // by which the store finds out
	for end := time.Now().Add(20 * time.Second); st.store.Edition() == before.edition && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
	if after, ok := st.readLists(t.Context()); !ok || after.edition == st.edition {
		t.Errorf("the empty file counts as the old one: %+v, %v", after, ok)
	}
}
