// Package say says what people read in the language that they chose.
//
// All words are in catalogues (assets/translations), one for each language, under keys that are named after what is
// meant: Text("page.none", "Page", 100) is "There is no page 100." The catalogues are those of go-i18n, which the
// toolkit's own package of languages (fyne.io/fyne/v2/lang) is made of too. That one is not used here: it knows no
// language but the system's, and what has no window speaks as well.
//
// The language belongs to the whole program, as the locale does. A test compares the catalogues with each other and
// with the code, in which nothing that people read may stand.
package say

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"sextant/assets"
)

// A Language is one of those that there is a catalogue for.
type Language struct {
	Tag  string // as BCP 47 has it, such as "fi"
	Name string // in the language itself
}

// Languages are all languages, the first of which stands in for those that there are not.
func Languages() []Language {
	return []Language{{"en", "English"}, {"fi", "suomi"}, {"sv", "svenska"}}
}

// A tongue is a language with its catalogue.
type tongue struct {
	tag       language.Tag
	plain     map[string]string // the messages without anything to put in
	localizer *i18n.Localizer
	numbers   *message.Printer
}

// inUse gives the language of the program, nil until one is chosen.
var inUse atomic.Pointer[func() *tongue]

var english = sync.OnceValue(func() *tongue { return open("en") })

// Use has everything said in one of the languages from now on. Another one is an error. The catalogue is read
// meanwhile: a caller who says something before it is there waits for it.
func Use(tag string) error {
	for _, l := range Languages() {
		if l.Tag == tag {
			chosen := sync.OnceValue(func() *tongue { return open(tag) })
			inUse.Store(&chosen)
			go chosen()
			return nil
		}
	}
	return Error("language.unknown", "Language", tag)
}

// InUse is the tag of the language in which everything is said.
func InUse() string { return now().tag.String() }

func now() *tongue {
	if chosen := inUse.Load(); chosen != nil {
		return (*chosen)()
	}
	return english()
}

// A note is a message of a catalogue that has more than its words.
type note struct {
	Description string // for translators
	One, Other  string
}

// open reads a catalogue. That it can be read is tested.
func open(tag string) *tongue {
	t := &tongue{tag: language.Make(tag), plain: map[string]string{}}
	t.numbers = message.NewPrinter(t.tag)
	bundle := i18n.NewBundle(t.tag)
	for key, m := range read(tag) {
		if m.One == "" && !strings.Contains(m.Other, "{{") {
			t.plain[key] = m.Other
		} else if err := bundle.AddMessages(t.tag, &i18n.Message{ID: key, One: m.One, Other: m.Other}); err != nil {
			panic(err)
		}
	}
	t.localizer = i18n.NewLocalizer(bundle, tag)
	return t
}

// read gives the messages of a catalogue by their keys.
func read(tag string) map[string]note {
	messages := map[string]note{}
	data, err := assets.Translations.ReadFile("translations/" + tag + ".json")
	if err == nil {
		err = json.Unmarshal(data, &messages)
	}
	if err != nil {
		panic(fmt.Errorf("the catalogue of %s: %w", tag, err))
	}
	return messages
}

// UnmarshalJSON reads a message that is nothing but its words too.
func (n *note) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &n.Other)
	}
	type plain note
	return json.Unmarshal(data, (*plain)(n))
}

// Text is a message, into which values are put by their names: Text("page.none", "Page", 100). A key that there is not
// is its own message.
func Text(key string, pairs ...any) string { return now().text(key, nil, pairs) }

// Count is a message on a number of things, which is {{.Count}} in it.
func Count(key string, n int, pairs ...any) string {
	t := now()
	return t.text(key, n, append(pairs, "Count", t.numbers.Sprint(n)))
}

func (t *tongue) text(key string, count any, pairs []any) string {
	if said, ok := t.plain[key]; ok {
		return said
	}
	values := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		values[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	said, err := t.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: count, TemplateData: values})
	if err != nil {
		return key
	}
	return said
}
