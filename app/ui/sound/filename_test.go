package sound

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sextant/app/media"
	"sextant/app/words"
)

func TestFileName(t *testing.T) {
	day := time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		it   media.Item
		want string
	}{
		{media.Item{Title: "Tide: high/low?", Date: day}, "2026-03-09 Tide- high-low.mp3"},
		{media.Item{Title: " ..\n "}, "recording.mp3"},
		{media.Item{Title: "../../etc/passwd"}, "etc-passwd.mp3"},
		{media.Item{ID: "con"}, "con_.mp3"},
		{media.Item{ID: "COM1.txt"}, "COM1.txt_.mp3"},
		{media.Item{Title: strings.Repeat("ä", 200)}, strings.Repeat("ä", 50) + ".mp3"},
		{media.Item{Title: strings.Repeat("/a", 1<<20)}, strings.Repeat("-a", 50)[1:] + ".mp3"},
	} {
		if got := fileName(tt.it, words.Calendar{}); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.it, got, tt.want)
		}
	}
}

// TestPermitted makes file names of titles of a megabyte, which would take too long if every removed character copied
// the rest.
func TestPermitted(t *testing.T) {
	for _, tt := range []struct{ name, want string }{
		{strings.Repeat("a", 1<<20), strings.Repeat("a", 100)},
		{strings.Repeat("\x00", 1<<20) + "a", "a"},
		{strings.Repeat("a", 99) + "äa", strings.Repeat("a", 99)},
	} {
		if got := permitted(tt.name, 100); got != tt.want {
			t.Errorf("%.10q…: %q", tt.name, got)
		}
	}
}

// FuzzFileName makes file names of arbitrary titles of recordings.
func FuzzFileName(f *testing.F) {
	f.Add("Tide")
	f.Add("../../etc/passwd")
	f.Fuzz(func(t *testing.T, title string) {
		name := fileName(media.Item{Title: title}, words.Calendar{})
		if !filepath.IsLocal(name) || filepath.Base(name) != name {
			t.Errorf("%q would be saved elsewhere: %q", title, name)
		}
		if len(name) > 110 {
			t.Errorf("%q would be saved under %d bytes: %q", title, len(name), name)
		}
	})
}
