package store

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"sextant/app/testkit"
)

func TestMergeOfTwoStores(t *testing.T) {
	for _, tt := range []struct{ before, after, now, want string }{
		{"", "a", "", "a"},
		{"", "x", "ab", "abx"},
		{"abc", "acb", "abc", "acb"}, // only one program changed it: moved
		{"abc", "ac", "abcd", "acd"}, // removed here, added there
		{"abc", "abcx", "ab", "abx"}, // added here, removed there
		{"abc", "abxc", "cba", "cbxa"},
		{"abc", "xabc", "abcy", "xabcy"},
		{"abc", "", "abcd", "d"},
		{"abc", "abx", "bc", "bx"},
		{"abc", "abcx", "abcx", "abcx"}, // the same by both
		{"abc", "ab", "ab", "ab"},
		{"aba", "ab", "abac", "abc"}, // one of two
		{"ab", "aab", "abc", "aabc"},
		{"abcd", "abcdx", "", "x"},
	} {
		split := func(s string) []string {
			if s == "" {
				return nil
			}
			return strings.Split(s, "")
		}
		merged := Merge(split(tt.before), split(tt.after), split(tt.now), strings.Clone, Same)
		got := strings.Join(merged, "")
		if got != tt.want {
			t.Errorf("from %q to %q on %q: %q, want %q", tt.before, tt.after, tt.now, got, tt.want)
		}
	}
	named := func(f Favourite) string { return string(rune(f.Page)) }
	before := []Favourite{{Page: 100}, {Page: 200}}
	got := Merge(before, []Favourite{{Page: 100, Name: "Index"}, {Page: 200}},
		[]Favourite{{Page: 200}, {Page: 300}, {Page: 100}}, named, Same)
	if want := []Favourite{{Page: 200}, {Page: 300}, {Page: 100, Name: "Index"}}; !reflect.DeepEqual(got, want) {
		t.Errorf("renamed: %v", got)
	}
}

func FuzzMerge(f *testing.F) {
	f.Add("abc", "acx", "bcd")
	f.Fuzz(func(t *testing.T, before, after, now string) {
		if len(before)+len(after)+len(now) > 200 {
			t.Skip("longer than any fuzzing needs")
		}
		key := func(b byte) string { return string(rune(b)) }
		got := string(Merge([]byte(before), []byte(after), []byte(now), key, Same))
		if before == now && got != after {
			t.Errorf("alone: %q, not %q", got, after)
		}
		if before == after && got != now && before != now {
			t.Errorf("nothing was changed: %q, not %q", got, now)
		}
	})
}

// TestTwoProgramsKeepFavourites sets favourites, watches and a state in two programs that do not know each other's.
func TestTwoProgramsKeepFavourites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pages.sqlite")
	var stores [2]*Store
	for i := range stores {
		stores[i], _ = Open(path, Options{Now: time.Now})
		defer stores[i].Close()
	}
	for i, s := range stores {
		s.SetFavourites(nil, []Favourite{{Page: 100 * (i + 1)}})
		s.SetWatches(nil, []Watch{{Page: 100 * (i + 1), Since: time.UnixMilli(1), Notified: time.UnixMilli(2)}})
		s.ChangeState("x", func(text string) string { return text + "y" })
		testkit.NoError(t, s.Flush(t.Context()))
	}
	favourites, err := stores[0].Favourites()
	watches, watchErr := stores[0].Watches()
	text, stateErr := stores[0].State("x")
	if len(favourites) != 2 || len(watches) != 2 || text != "yy" || err != nil || watchErr != nil || stateErr != nil {
		t.Errorf("%v, %v, %q; %v, %v, %v", favourites, watches, text, err, watchErr, stateErr)
	}
}
