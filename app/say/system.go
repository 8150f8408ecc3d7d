package say

import (
	"github.com/jeandeaual/go-locale"
	"golang.org/x/text/language"
)

// System is the language that suits the system's best, English where none does.
func System() string {
	wanted, err := locale.GetLocales()
	if err != nil {
		return Suited(nil)
	}
	return Suited(wanted)
}

// Suited is the language that suits a list of locales best, such as sv-FI, the most wanted first; the first language
// where none does.
func Suited(wanted []string) string {
	var there, tags []language.Tag
	for _, l := range Languages() {
		there = append(there, language.Make(l.Tag))
	}
	for _, w := range wanted {
		if tag, err := language.Parse(w); err == nil {
			tags = append(tags, tag)
		}
	}
	_, i, confidence := language.NewMatcher(there).Match(tags...)
	if confidence < language.High {
		i = 0
	}
	return Languages()[i].Tag
}
