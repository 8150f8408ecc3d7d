package find

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sextant/app/browse"
	"sextant/app/kept"
	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/testkit"
	"sextant/app/ui/hosttest"
	"sextant/app/words"
)

// A screen discards everything.
type screen struct{}

func (screen) Show(navigate.Scene)           {}
func (screen) Fail(browse.Failure)           {}
func (screen) Reject(browse.Reason)          {}
func (screen) Settle()                       {}
func (screen) Attention() navigate.Attention { return navigate.InFront }
func (screen) Changed()                      {}
func (screen) Arrived(navigate.Scene, int)   {}

// newPresenter returns the panel for a profile in dir.
func newPresenter(t *testing.T, dir string) (*Presenter, *hosttest.Host) {
	t.Helper()
	h := hosttest.New(t)
	tuner, _ := hosttest.DemoIn(t, dir, h.Do)
	return presenterOn(t, h, tuner), h
}

// presenterOn returns the panel for the service that the tuner is tuned in to.
func presenterOn(t *testing.T, h *hosttest.Host, tuner *station.Tuner) *Presenter {
	t.Helper()
	st := tuner.Current()
	nav := navigate.New(st.Pages, st.Directory, screen{}, navigate.Config{Do: h.Do, Now: h.Now})
	t.Cleanup(nav.Stop)
	t.Cleanup(h.Close)
	return New(h, Parts{Tuner: tuner, Nav: nav, Opened: func() {}})
}

// TestChangesAreUndone adds and removes a favourite, and undoes both.
func TestChangesAreUndone(t *testing.T) {
	f, h := newPresenter(t, t.TempDir())
	isFavourite := func() bool { return f.favourites.isOn(300) }
	before := isFavourite()
	for range 2 { // remove, then add
		f.favourites.toggle(300)
		if h.Undo == nil || isFavourite() == before {
			t.Fatalf("%q cannot be undone", h.Mentioned)
		}
		if said := "Page 300 added to favourites."; !before && h.Mentioned != said {
			t.Errorf("said %q", h.Mentioned)
		}
		if h.Undo(); isFavourite() != before {
			t.Error("undoing changes nothing")
		}
		f.favourites.toggle(300)
		before = isFavourite()
	}
}

// TestUnkeptIsSaid adds and removes a favourite while the store cannot be written. The message must say that the change
// is not saved.
func TestUnkeptIsSaid(t *testing.T) {
	dir := t.TempDir()
	// a file in the place of the store's folder
	testkit.NoError(t, os.WriteFile(settings.Profile{Dir: dir}.Path("pages"), nil, 0o600))
	f, h := newPresenter(t, dir)
	for range 2 {
		if f.favourites.toggle(300); !strings.HasSuffix(h.Mentioned, " "+say.Text("change.unkept")) {
			t.Errorf("said %q", h.Mentioned)
		}
	}
}

// favouritesFile writes a file of favourites and returns its path.
func favouritesFile(t *testing.T, list ...store.Favourite) string {
	t.Helper()
	data := testkit.Must(kept.WriteFavourites(list))(t)
	path := filepath.Join(t.TempDir(), "favourites.json")
	testkit.NoError(t, os.WriteFile(path, data, 0o600))
	return path
}

// TestFavouritesFromFile imports favourites. Only missing ones are added, which can be undone; a file that cannot be
// read changes nothing.
func TestFavouritesFromFile(t *testing.T) {
	f, h := newPresenter(t, t.TempDir())
	f.lists().SetFavourites(nil) // remove those of the demo
	f.favourites.toggle(300)
	before := f.lists().Favourites()
	read := func(path string) {
		t.Helper()
		h.Mentioned, h.Undo, h.Notice = "", nil, words.Message{}
		f.favourites.importFile()
		h.Files[len(h.Files)-1].Chosen(path)
		h.Until(t, "what comes of it", func() bool { return h.Mentioned != "" || h.Notice.Sentence != "" })
	}
	read(favouritesFile(t, store.Favourite{Page: 300, Name: "Sport"}, store.Favourite{Page: 300, Subpage: 2},
		store.Favourite{Page: 123, Name: "Tides"}))
	if all := f.lists().Favourites(); len(all) != 3 || all[0].Name == "Sport" || all[2].Name != "Tides" {
		t.Errorf("%+v", all)
	}
	if h.Mentioned != say.Count("favourites.imported", 2) || h.Undo == nil {
		t.Fatalf("said %q", h.Mentioned)
	}
	h.Undo()
	if all := f.lists().Favourites(); !slices.Equal(all, before) {
		t.Errorf("undoing leaves %+v", all)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	testkit.NoError(t, os.WriteFile(bad, []byte("no favourites"), 0o600))
	for _, path := range []string{bad, filepath.Join(t.TempDir(), "none.json")} {
		read(path)
		if h.Notice.Sentence != say.Text("favourites.unread") || h.Notice.Hint == "" || h.Mentioned != "" {
			t.Errorf("%s: %+v, said %q", path, h.Notice, h.Mentioned)
		}
		if all := f.lists().Favourites(); !slices.Equal(all, before) {
			t.Errorf("%s: %+v", path, all)
		}
	}
}

// TestFavouritesAreMoved moves favourites up and down, but not beyond the ends of the list.
func TestFavouritesAreMoved(t *testing.T) {
	f, _ := newPresenter(t, t.TempDir())
	f.lists().SetFavourites(nil) // remove those of the demo
	for _, page := range []int{100, 200, 300} {
		f.favourites.toggle(page)
	}
	for _, tt := range []struct {
		from, to int
		want     []int
	}{
		{0, 2, []int{200, 300, 100}},
		{2, 1, []int{200, 100, 300}},
		{0, -1, []int{200, 100, 300}},
		{2, 3, []int{200, 100, 300}},
		{3, 0, []int{200, 100, 300}},
	} {
		f.favourites.move(tt.from, tt.to)
		var got []int
		for _, v := range f.lists().Favourites() {
			got = append(got, v.Page)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("from %d to %d: %v", tt.from, tt.to, got)
		}
	}
}
