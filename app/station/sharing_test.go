package station

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sextant/app/settings"
	"sextant/app/store"
)

// TestListsOfAnotherFile takes the store away from under a running program: what the user keeps is not taken for
// gone.
func TestListsOfAnotherFile(t *testing.T) {
	p := settings.Profile{Dir: t.TempDir()}
	st, err := Open(settings.DefaultSettings(), Access{}, p, time.Now, Events{}, Libraries{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	st.SetFavourites(nil, []store.Favourite{{Page: 100}})
	st.Edition = st.Store.Edition()
	before, ok := st.readLists(t.Context())
	if !ok || len(before.Favourites) != 1 || before.Edition != st.Edition || before.Edits != st.Edits.Load() {
		t.Fatalf("%+v, %v", before, ok)
	}
	files, _ := filepath.Glob(p.Path(filepath.Join("pages", "demo.sqlite*")))
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
	st.Store.SetState("x", "y") // by which the store finds out
	for end := time.Now().Add(20 * time.Second); st.Store.Edition() == before.Edition && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
	if after, ok := st.readLists(t.Context()); !ok || after.Edition == st.Edition {
		t.Errorf("the empty file counts as the old one: %+v, %v", after, ok)
	}
}
