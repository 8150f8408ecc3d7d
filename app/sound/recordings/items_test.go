package recordings

import (
	"strings"
	"testing"

	"sextant/app/media"
	"sextant/app/store"
)

// TestItemOf reads notes of recordings, also invalid ones, which keep their key.
func TestItemOf(t *testing.T) {
	for _, it := range []media.Item{
		{ID: "7", Title: "Tide", Fields: []media.Field{{Name: "id", Value: "7"}}}, {URL: "http://sea.example/a.mp3"},
	} {
		n := NoteOf(it)
		if got := ItemOf(n); got.Title != it.Title || got.Key() != n.Key || len(got.Fields) != len(it.Fields) {
			t.Errorf("%+v, want %+v", got, it)
		}
		for _, text := range []string{"", "{", `{"ID":"another"}`} {
			n.Item = text
			if got := ItemOf(n); got.Key() != n.Key {
				t.Errorf("%q: %+v", text, got)
			}
		}
	}
}

// FuzzItemOf reads random notes: each keeps its key.
func FuzzItemOf(f *testing.F) {
	f.Add("id 7", `{"ID":"7","Title":"Tide","Duration":60000000000}`)
	f.Add("url http://sea.example/a.mp3", `[{"ID":"7"},{"URL":"x"}]`)
	f.Fuzz(func(t *testing.T, key, text string) {
		it := ItemOf(store.Recording{Key: key, Item: text})
		if known := strings.HasPrefix(key, "id ") && len(key) > 3; known && it.Key() != key {
			t.Errorf("%q leads to %q", key, it.Key())
		}
	})
}
