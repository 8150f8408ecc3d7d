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

// Suited is the language that suits a list of locales best, such as sv-FI, the most wanted first; English where none
// does. A language whose translation is unfinished suits nobody who did not choose it.
func Suited(wanted []string) string {
	var there, tags []language.Tag
	var finished []string
	for _, l := range languages() {
		if l.Finished {
			finished = append(finished, l.Tag)
			there = append(there, language.Make(l.Tag))
		}
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
	return finished[i]
}
