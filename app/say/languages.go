package say

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/language"

	"sextant/assets"
)

// A Language is a language with a catalogue.
type Language struct {
	Tag      string // BCP 47, such as "fi"
	Name     string // in the language itself, within a sentence: "suomi"
	Title    string // in the language itself, in a list: "Suomi", or "Nederlands (onvolledig)"
	Finished bool   // whether the catalogue has all messages
}

// Languages returns all languages: English, which is the fallback, first, and unfinished ones last.
func Languages() []Language { return slices.Clone(languages()) }

var languages = sync.OnceValue(func() (list []Language) {
	for _, tag := range tags() {
		list = append(list, describe(tag))
	}
	sortFinished(list)
	return list
})

// sortFinished puts the finished languages first.
func sortFinished(list []Language) {
	slices.SortStableFunc(list, func(a, b Language) int {
		switch {
		case a.Finished == b.Finished:
			return 0
		case a.Finished:
			return -1
		}
		return 1
	})
}

// describe returns the language of a catalogue.
func describe(tag string) Language {
	data, err := assets.Translations.ReadFile(file(tag))
	if err != nil {
		panic(err)
	}
	return languageOf(tag, data)
}

// languageOf returns the language of a catalogue's text, with the names from its own messages. An unfinished catalogue
// has the message language.unfinished; English has it too, because it has every message.
func languageOf(tag string, catalogue []byte) Language {
	var own struct {
		Name       note `json:"language.own"`
		Unfinished note `json:"language.unfinished"`
	}
	if err := json.Unmarshal(catalogue, &own); err != nil {
		panic(err)
	}
	l := Language{Tag: tag, Name: own.Name.Other, Finished: tag == first || own.Unfinished.Other == ""}
	_, size := utf8.DecodeRuneInString(l.Name)
	l.Title = strings.ToUpper(l.Name[:size]) + l.Name[size:]
	if !l.Finished {
		l.Title = strings.ReplaceAll(own.Unfinished.Other, "{{.Language}}", l.Title)
	}
	return l
}

// first is the source language of the translations.
const first = "en"

// tags returns the tags of all languages, English first. They are the names of the catalogues' files.
var tags = sync.OnceValue(func() []string {
	files, err := assets.Translations.ReadDir("translations")
	if err != nil {
		panic(err)
	}
	list := []string{first}
	for _, f := range files {
		if tag := strings.TrimSuffix(f.Name(), ".json"); tag != first {
			list = append(list, tag)
		}
	}
	return list
})

// Offered returns the list of languages within a sentence: their tags, with their names in brackets.
func Offered() string {
	var list []string
	for _, l := range languages() {
		list = append(list, l.Tag+" ("+l.Name+")")
	}
	return strings.Join(list, ", ")
}

// For returns the finished language that an Accept-Language header prefers (RFC 9110, section 12.5.4), nil, which is
// the language in use, where it prefers none of them.
func For(accept string) *Tongue {
	if len(accept) > longestAccept {
		return nil
	}
	wanted, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(wanted) == 0 {
		return nil
	}
	_, i, sure := offers().matcher.Match(wanted...)
	if sure == language.No {
		return nil
	}
	return offers().tongues[i]()
}

// longestAccept bounds a header in bytes.
const longestAccept = 1000

// offered are the finished languages, as a matcher numbers them.
type offered struct {
	matcher language.Matcher
	tongues []func() *Tongue
}

var offers = sync.OnceValue(func() offered {
	var o offered
	var list []language.Tag
	for _, l := range languages() {
		if l.Finished {
			list = append(list, language.Make(l.Tag))
			o.tongues = append(o.tongues, sync.OnceValue(func() *Tongue { return open(l.Tag) }))
		}
	}
	o.matcher = language.NewMatcher(list)
	return o
})
