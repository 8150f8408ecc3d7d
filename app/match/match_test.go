package match

import (
	"slices"
	"strings"
	"testing"
)

// TestFind finds subjects by words of their titles, by synonyms and by descriptions.
func TestFind(t *testing.T) {
	all := []Subject{
		NewSubject("Undo", "take back", "cancel").Behind(),
		NewSubject("Start page", "home", "the first page"),
		NewSubject("Add to favourites", "star, bookmark", "Page Ctrl+D"),
		NewSubject("Theme…", "dark mode, light", "how the window looks"),
		NewSubject("Kaiku äänestä", "tumma", "Näkymä"),
		NewSubject("High-contrast colours", "", "4:3"),
	}
	for text, want := range map[string]string{
		"":             "0 1 2 3 4 5",
		"undo":         "0",
		"page":         "1 2",
		"PAGE start":   "1",
		"star":         "2 1",   // a whole synonym comes before the start of a title
		"sta":          "1 2 4", // a title comes before a synonym, and both before the middle of a word
		"theme…":       "3",
		"light DARK":   "3",
		"look":         "3",
		"contrast":     "5",
		"high-c":       "5",
		"4:3":          "5",
		"ctrl+d":       "2",
		"aanesta":      "4",
		"vouri":        "2", // inside a word
		"ou":           "",
		"favuorites":   "2",
		"bokmark":      "2",
		"bookmarq":     "2",
		"boookmark":    "2",
		"contrst":      "5",
		"bkomarks":     "",
		"tummaksi":     "4",
		"drak":         "", // too short for a typing error
		"undo nowhere": "",
	} {
		var got []string
		for _, i := range Find(all, text) {
			got = append(got, string(rune('0'+i)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
}

// TestMarks marks the words of a text that begin like the sought ones, in bytes.
func TestMarks(t *testing.T) {
	for _, tt := range []struct {
		text, sought string
		want         []string
	}{
		{"Dark, darker, undark", "dark", []string{"Dark", "dark"}},
		{"Ääni ja ääntä", "aan", []string{"Ään", "ään"}},
		{"Straße", "stras", []string{"Straß"}},
		{"text and size", "si TEXT", []string{"text", "si"}},
		{"text", "texts", nil},
		{"text", "", nil},
	} {
		var got []string
		for _, m := range Marks(tt.text, tt.sought) {
			got = append(got, tt.text[m[0]:m[1]])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q in %q: %q, want %q", tt.sought, tt.text, got, tt.want)
		}
	}
}

// FuzzMarks checks that the marks are within the text, in its order.
func FuzzMarks(f *testing.F) {
	f.Add("Straße ﬁ İ", "stras fi i")
	f.Fuzz(func(t *testing.T, text, sought string) {
		last := 0
		for _, m := range Marks(text, sought) {
			if m[0] < last || m[1] <= m[0] || m[1] > len(text) {
				t.Errorf("%v in %q", m, text)
			}
			last = m[1]
		}
		Find([]Subject{NewSubject(text, sought, text)}, sought)
	})
}
