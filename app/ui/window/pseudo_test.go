package window

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"sextant/app/say"
	"sextant/app/testkit"
)

// pseudo is the tag of a language for tests only: English with accents, 40 % longer. A text that is cut in it would be
// cut in a language with long words, and a text without accents is not translated.
const pseudo = "en-x-long"

var (
	pseudoPlace = regexp.MustCompile(`\{\{[^}]*\}\}`)
	// Layouts of dates, and texts that must be short in every language.
	pseudoKept = regexp.MustCompile(`^(date\.(day(Month|Seconds)|long.*|short|weekday.*|[a-z]+\.short)|` +
		`time\.(clock|seconds|weekday)|header\..*|measure\..*)$`)
)

// pseudoText makes a text 40 % longer and writes it with accents. Placeholders stay as they are.
func pseudoText(said string) string {
	accents := strings.NewReplacer(
		"a", "á", "c", "ç", "e", "é", "g", "ĝ", "i", "í", "j", "ĵ",
		"n", "ñ", "o", "ö", "s", "š", "u", "ü", "y", "ý", "z", "ž",
		"A", "Å", "C", "Ç", "D", "Ď", "E", "É", "I", "Í", "N", "Ñ",
		"O", "Ö", "S", "Š", "T", "Ť", "U", "Ü", "Y", "Ý", "Z", "Ž",
	)
	var b strings.Builder
	more, end := 0.0, 0
	lengthen := func(words string) {
		for _, r := range words {
			b.WriteString(accents.Replace(string(r)))
			if !unicode.IsLetter(r) {
				continue
			}
			if more += 0.4; more > 0.99 {
				more--
				b.WriteString(accents.Replace(string(unicode.ToLower(r))))
			}
		}
	}
	for _, at := range pseudoPlace.FindAllStringIndex(said, -1) {
		lengthen(said[end:at[0]])
		b.WriteString(said[at[0]:at[1]])
		end = at[1]
	}
	lengthen(said[end:])
	return b.String()
}

// pseudoCatalogue returns the English catalogue in the pseudo-language.
func pseudoCatalogue(t *testing.T) []byte {
	t.Helper()
	return testkit.Catalogue(t, func(key, text string) string {
		if pseudoKept.MatchString(key) {
			return text
		}
		return pseudoText(text)
	})
}

// TestPseudo checks the accents, the additional letters and the placeholders.
func TestPseudo(t *testing.T) {
	for said, want := range map[string]string{
		"There is no page {{.Page}}.": "Ťhééréé íš ññö ppáĝéé {{.Page}}.", "Save": "Šávvé", "": "", "1–9": "1–9",
	} {
		if got := pseudoText(said); got != want {
			t.Errorf("%q: %q, not %q", said, got, want)
		}
	}
	speak(t, pseudo)
	if got := say.Text("page.none", "Page", 100); !strings.Contains(got, " 100.") || !strings.HasPrefix(got, "Ťh") {
		t.Errorf("it says %q", got)
	}
	if got := say.Count("count.days", 1); got == "1 day" || !strings.HasPrefix(got, "1 d") {
		t.Errorf("it counts %q", got)
	}
}
