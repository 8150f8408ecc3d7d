package say

import (
	"github.com/jeandeaual/go-locale"
	"golang.org/x/text/language"
)

// System returns the best match for the system's languages, English if there is none.
func System() string {
	wanted, err := locale.GetLocales()
	if err != nil {
		return Suited(nil)
	}
	return Suited(wanted)
}

// Suited returns the best match for a list of locales, such as sv-FI, in order of preference; English if there is none.
// Languages with an unfinished translation are never matched.
func Suited(wanted []string) string { return suited(wanted, languages()) }

func suited(wanted []string, offered []Language) string {
	var there, tags []language.Tag
	var finished []string
	for _, l := range offered {
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
