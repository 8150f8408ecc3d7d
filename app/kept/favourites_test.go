package kept

import (
	"reflect"
	"strings"
	"testing"

	"sextant/app/store"
	"sextant/app/testkit"
)

func TestFavouritesFile(t *testing.T) {
	list := []store.Favourite{{Page: 100, Name: "Index"}, {Page: 430, Subpage: 2, Name: "“Häfen”"}}
	data := testkit.Must(WriteFavourites(list))(t)
	if got, err := readFavourites(data); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("%v, %v", got, err)
	}
	for bad, word := range map[string]string{
		"":                              "contains no favourites",
		"[]":                            "contains no favourites",
		`{"favourites":[]}`:             "from 1 to",
		`{"favourites":[{"page":900}]}`: "no page 900",
		`{"favourites":[{"page":100,"subpage":-1}]}`: "no page",
		strings.Repeat(" ", maxFavouritesFile+1):     "too large",
	} {
		if got, err := readFavourites([]byte(bad)); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%.40q: %v, %v", bad, got, err)
		}
	}
}

func FuzzReadFavourites(f *testing.F) {
	f.Add([]byte(`{"favourites":[{"page":100,"subpage":2,"name":"x"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := readFavourites(data)
		if err != nil {
			return
		}
		again := testkit.Must(WriteFavourites(list))(t)
		if got, err := readFavourites(again); err != nil || len(got) != len(list) {
			t.Errorf("%v becomes %v, %v", list, got, err)
		}
	})
}
