package find

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/navigate"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/ui/hosttest"
)

// newPresenter makes the panel for a profile in a folder.
func newPresenter(t *testing.T, dir string) (*Presenter, *hosttest.Host) {
	t.Helper()
	keyring.MockInit()
	h, p := hosttest.New(t), settings.Profile{Dir: dir}
	box := settings.NewBox(p, settings.DefaultSettings(), h.Do)
	tuner, err := station.NewTuner(p, box, station.Overrides{}, "", time.Now, h.Do, &station.Libraries{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tuner.End)
	st := tuner.Current()
	nav := navigate.New(st.Pages, st.Directory, nil, navigate.Config{Do: h.Do, Now: h.Now})
	f := New(h, Parts{Tuner: tuner, Nav: nav})
	t.Cleanup(h.Close)
	return f, h
}

// TestChangesAreUndone adds and removes a favourite and a watch, of which each can be undone.
func TestChangesAreUndone(t *testing.T) {
	f, h := newPresenter(t, t.TempDir())
	isFavourite := func() bool { return f.favourites.isOn(300) }
	isWatched := func() bool { return f.watches.isOn(300) }
	for _, tt := range []struct {
		name, said string
		toggle     func(page int)
		is         func() bool
	}{
		{"favourite", "Page 300 added to favourites.", f.favourites.toggle, isFavourite},
		{"watch", say.Text("watch.begun", "Page", 300), f.watches.toggle, isWatched},
	} {
		before := tt.is()
		for range 2 { // off and on
			tt.toggle(300)
			if h.Undo == nil || tt.is() == before {
				t.Fatalf("%s: %q cannot be undone", tt.name, h.Mentioned)
			}
			if !before && h.Mentioned != tt.said {
				t.Errorf("%s: said %q", tt.name, h.Mentioned)
			}
			if h.Undo(); tt.is() != before {
				t.Errorf("%s: undoing changes nothing", tt.name)
			}
			tt.toggle(300)
			before = tt.is()
		}
	}
}

// TestUnkeptIsSaid adds a favourite and a watch where the store cannot be written: that they are gone at the end is
// said.
func TestUnkeptIsSaid(t *testing.T) {
	dir := t.TempDir()
	// where its folder would be
	if err := os.WriteFile(settings.Profile{Dir: dir}.Path("pages"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, h := newPresenter(t, dir)
	for name, toggle := range map[string]func(page int){"favourite": f.favourites.toggle, "watch": f.watches.toggle} {
		for range 2 {
			if toggle(300); !strings.HasSuffix(h.Mentioned, " "+say.Text("change.unkept")) {
				t.Errorf("%s: said %q", name, h.Mentioned)
			}
		}
	}
}
