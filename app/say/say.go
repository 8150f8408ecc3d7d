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
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// A tongue is a language with its catalogue.
type tongue struct {
	tag       language.Tag
	plain     map[string]string // the messages without anything to put in
	localizer *i18n.Localizer
	numbers   *message.Printer
}

// inUse gives the language of the program, nil until one is chosen.
var inUse atomic.Pointer[func() *tongue]

var english = sync.OnceValue(func() *tongue { return open(first) })

// Use has everything said in one of the languages from now on. Another one is an error. The catalogue is read
// meanwhile: a caller who says something before it is there waits for it.
func Use(tag string) error {
	if !slices.Contains(tags(), tag) {
		return Error("language.unknown", "Language", tag, "Languages", Offered())
	}
	use(sync.OnceValue(func() *tongue { return open(tag) }))
	return nil
}

// UseCatalogue has everything said from a catalogue that is not one of the program's, such as a test's pseudo-language.
func UseCatalogue(tag string, data []byte) error {
	messages, err := parse(data)
	if err != nil {
		return err
	}
	use(sync.OnceValue(func() *tongue { return newTongue(tag, messages) }))
	return nil
}

func use(chosen func() *tongue) {
	inUse.Store(&chosen)
	go chosen()
}

// InUse is the tag of the language in which everything is said.
func InUse() string { return now().tag.String() }

func now() *tongue {
	if chosen := inUse.Load(); chosen != nil {
		return (*chosen)()
	}
	return english()
}

// open reads a catalogue. That it can be read is tested.
func open(tag string) *tongue { return newTongue(tag, read(tag)) }

func newTongue(tag string, messages map[string]note) *tongue {
	t := &tongue{tag: language.Make(tag), plain: map[string]string{}}
	t.numbers = message.NewPrinter(t.tag)
	bundle := i18n.NewBundle(t.tag)
	for key, m := range messages {
		if !m.counts() && !strings.Contains(m.Other, "{{") {
			t.plain[key] = m.Other
		} else if err := bundle.AddMessages(t.tag, m.message(key)); err != nil {
			panic(err)
		}
	}
	t.localizer = i18n.NewLocalizer(bundle, tag)
	return t
}

// Text is a message, into which values are put by their names: Text("page.none", "Page", 100). A key that there is not
// is its own message.
func Text(key string, pairs ...any) string { return now().text(key, nil, pairs) }

// Count is a message on a number of things, which is {{.Count}} in it.
func Count(key string, n int, pairs ...any) string {
	t := now()
	return t.text(key, n, append(pairs, "Count", t.numbers.Sprint(n)))
}

// text is a message of the language, or the English one where the language has none.
func (t *tongue) text(key string, count any, pairs []any) string {
	if said, ok := t.plain[key]; ok {
		return said
	}
	values := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		values[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	// Where a plural form is missing, there is an error beside the words of another form.
	said, _ := t.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: count, TemplateData: values})
	switch {
	case said != "":
		return said
	case t != english():
		return english().text(key, count, pairs)
	}
	return key
}
