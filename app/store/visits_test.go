package store

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestHistory(t *testing.T) {
	s := empty(t)
	save(t, s, newPage(100, "Index"), noon())
	s.Visit(100, 1, 0, noon())
	s.Visit(200, 2, 100, noon().Add(time.Minute))
	s.Visit(100, 1, 200, noon().Add(2*time.Minute))
	flush(t, s)
	want := []Visited{{100, 1, "Index", noon().Add(2 * time.Minute)}, {200, 2, "", noon().Add(time.Minute)}}
	if got := must[[]Visited](t)(s.History(2)); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	s := empty(t)
	for i := range keptVisits + 100 {
		s.Visit(i, 1, 0, noon())
	}
	flush(t, s)
	if got := must[[]Visited](t)(s.History(2 * keptVisits)); len(got) != keptVisits || got[keptVisits-1].Page != 100 {
		t.Errorf("%d visits, the oldest of %d", len(got), got[len(got)-1].Page)
	}
}

func TestDestinations(t *testing.T) {
	for _, tt := range []struct {
		name   string
		visits []Visited // from page 100
		want   []int
	}{
		{"nowhere", nil, nil},
		{"the more often the better", []Visited{{Page: 200}, {Page: 300}, {Page: 300}}, []int{300, 200}},
		{
			"the later the better",
			[]Visited{{Page: 200, At: noon().Add(-week)}, {Page: 300, At: noon()}},
			[]int{300, 200},
		},
		{
			"often long ago",
			[]Visited{
				{Page: 200, At: noon().Add(-week)},
				{Page: 200, At: noon().Add(-week)},
				{Page: 200, At: noon().Add(-week)},
				{Page: 300, At: noon()},
			},
			[]int{200, 300},
		},
		{
			"a clock that was wrong",
			[]Visited{{Page: 200, At: noon().Add(9 * week)}, {Page: 300}, {Page: 300}},
			[]int{300, 200},
		},
		{"itself", []Visited{{Page: 100}, {Page: 200}}, []int{200}},
		{"not too many", []Visited{{Page: 200}, {Page: 201}, {Page: 202}, {Page: 203}}, []int{200, 201, 202}},
	} {
		s := empty(t)
		s.Visit(400, 1, 101, noon())
		for _, v := range tt.visits {
			if v.At.IsZero() {
				v.At = noon()
			}
			s.Visit(v.Page, 1, 100, v.At)
		}
		flush(t, s)
		if got := must[[]int](t)(s.Destinations(100, 3)); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestVisitsTo checks the weights of visits by age and by the page before.
func TestVisitsTo(t *testing.T) {
	s := empty(t)
	s.Visit(220, 1, 300, noon())
	s.Visit(220, 1, 100, noon())
	s.Visit(221, 1, 300, noon().Add(-week))
	s.Visit(229, 1, 300, noon().Add(week)) // by a clock that was wrong
	s.Visit(219, 1, 100, noon())
	s.Visit(230, 1, 100, noon())
	flush(t, s)
	want := map[int]float64{220: 3, 221: 0.5, 229: 1}
	if got := must[map[int]float64](t)(s.VisitsTo(220, 229, 100)); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestWishes(t *testing.T) {
	s := empty(t)
	favourites := []Favourite{{300, 2, "Sport"}, {100, 1, "Index"}}
	watches := []Watch{{Page: 300, Since: noon(), Notified: noon().Add(time.Hour)}, {Phrase: "ferry", Since: noon()}}
	someF, someW := []Favourite{{1, 1, "a"}, {2, 2, "b"}, {3, 3, "c"}}, []Watch{{Page: 1}, {Page: 2}, {Page: 3}}
	var lastF []Favourite
	var lastW []Watch
	for range 2 {
		s.SetFavourites(lastF, someF)
		s.SetWatches(lastW, someW)
		s.SetFavourites(someF, favourites)
		s.SetWatches(someW, watches)
		lastF, lastW = favourites, watches
		flush(t, s)
		if got := must[[]Favourite](t)(s.Favourites()); !reflect.DeepEqual(got, favourites) {
			t.Errorf("%v", got)
		}
		if got := must[[]Watch](t)(s.Watches()); !reflect.DeepEqual(got, watches) {
			t.Errorf("%v", got)
		}
	}
	s.SetFavourites(favourites, nil)
	flush(t, s)
	if got := must[[]Favourite](t)(s.Favourites()); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestSpent(t *testing.T) {
	s := empty(t)
	s.Spend(noon(), "page")
	s.Spend(noon(), "page")
	s.Spend(noon(), "image")
	s.Spend(noon().Add(time.Hour), "page")
	flush(t, s)
	want := []Spend{{noon(), "image", 1}, {noon(), "page", 2}, {noon().Add(time.Hour), "page", 1}}
	if got := must[[]Spend](t)(s.Spent(noon())); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if got := must[[]Spend](t)(s.Spent(noon().Add(time.Second))); !reflect.DeepEqual(got, want[2:]) {
		t.Errorf("%v", got)
	}
	s.Spend(noon().Add(spendKept+time.Second), "page")
	flush(t, s)
	if got := must[[]Spend](t)(s.Spent(time.Time{})); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

func TestStatesAreKept(t *testing.T) {
	s := empty(t)
	s.SetState("a", "1")
	s.SetState("b", "2")
	s.SetState("a", "3")
	flush(t, s)
	for k, want := range map[string]string{"a": "3", "b": "2", "c": ""} {
		if got := must[string](t)(s.State(k)); got != want {
			t.Errorf("%s is %q", k, got)
		}
	}
}

func TestOnlyTheOwnerReads(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes say nothing here")
	}
	dir := filepath.Join(t.TempDir(), "profile")
	s := start(t, filepath.Join(dir, "helm.db"), Options{})
	flush(t, s)
	for name, want := range map[string]os.FileMode{
		"": 0o700, "helm.db": 0o600, "helm.db-wal": 0o600, "helm.db-shm": 0o600,
	} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%q: %v, %v", name, info.Mode(), err)
		}
	}
}

// TestOddNames opens files whose names have special characters of URIs.
func TestOddNames(t *testing.T) {
	for _, name := range []string{"a b.db", "a?mode=ro.db", "a#b.db", "50%25.db", "ä&ö.db"} {
		if runtime.GOOS == "windows" && strings.Contains(name, "?") {
			continue // is invalid in a name
		}
		path := filepath.Join(t.TempDir(), name)
		s := start(t, path, Options{})
		checkWorks(t, s)
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
