package station

import (
	"testing"
	"time"

	"github.com/zalando/go-keyring"

	"sextant/app/settings"
	"sextant/app/testkit"
)

// TestDemoBeginsWithAPast opens the demo twice: it has earlier versions and favourites at first, and a removed
// favourite does not come back.
func TestDemoBeginsWithAPast(t *testing.T) {
	keyring.MockInit()
	p := settings.Profile{Dir: t.TempDir()}
	open := func() *Tuner {
		t.Helper()
		d := &desk{}
		tuner, err := NewTuner(p, settings.NewBox(p, settings.DefaultSettings(), d.post),
			Overrides{}, "", time.Now, d.post, &Libraries{})
		if err != nil {
			t.Fatal(err)
		}
		return tuner
	}
	tuner := open()
	st := tuner.Current()
	testkit.NoError(t, st.Store.Flush(t.Context()))
	list := st.Lists.Favourites()
	if len(list) != 4 || list[0].Name != "News index" || st.Directory.Name(202) != "Football results" {
		t.Errorf("the favourites are %+v", list)
	}
	versions, err := st.Store.Versions(202)
	if err != nil || len(versions) != 4 {
		t.Fatalf("%d versions, %v", len(versions), err)
	}
	if since := time.Since(versions[0].First); since < 40*time.Minute || since > 4*24*time.Hour {
		t.Errorf("a version came %v ago", since)
	}
	st.Lists.SetFavourites(list[:1])
	tuner.End()
	tuner = open()
	defer tuner.End()
	if list := tuner.Current().Lists.Favourites(); len(list) != 1 {
		t.Errorf("after a restart the favourites are %+v", list)
	}
	if versions, err := tuner.Current().Store.Versions(202); err != nil || len(versions) != 4 {
		t.Errorf("after a restart there are %d versions, %v", len(versions), err)
	}
}
