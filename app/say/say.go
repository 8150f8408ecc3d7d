// Package say translates the program's texts.
//
// All texts are in catalogues (assets/translations), one for each language, under keys that name their meaning:
// Text("page.none", "Page", 100) is "There is no page 100." The catalogues are those of go-i18n, which the toolkit's
// own package (fyne.io/fyne/v2/lang) uses too. That package is not used here: it only supports the system's language,
// and programs without a window have texts too.
//
// The language is global, like the locale. A test compares the catalogues with each other and with the code, which must
// not contain texts for users.
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

// A Tongue says texts in one language, to answer somebody in another than the program's. nil says them in the language
// in use. It is safe for concurrent use.
type Tongue struct {
	tag       language.Tag
	plain     map[string]string // messages without values
	localizer *i18n.Localizer
	numbers   *message.Printer
}

// inUse returns the language of the program, nil until one is set.
var inUse atomic.Pointer[func() *Tongue]

var english = sync.OnceValue(func() *Tongue { return open(first) })

// Use sets the language. A tag without a catalogue is an error. The catalogue is read in the background; the first text
// waits for it.
func Use(tag string) error {
	if !slices.Contains(tags(), tag) {
		return Error("language.unknown", "Language", tag, "Languages", Offered())
	}
	use(sync.OnceValue(func() *Tongue { return open(tag) }))
	return nil
}

// UseCatalogue sets a catalogue that is not one of the program's, such as a test's pseudo-language.
func UseCatalogue(tag string, data []byte) error {
	messages, err := parse(data)
	if err != nil {
		return err
	}
	use(sync.OnceValue(func() *Tongue { return newTongue(tag, messages) }))
	return nil
}

func use(chosen func() *Tongue) {
	inUse.Store(&chosen)
	go chosen()
}

// InUse returns the tag of the language.
func InUse() string { return now().Tag() }

func now() *Tongue { return (*Tongue)(nil).orInUse() }

// orInUse returns the language, that in use for nil.
func (t *Tongue) orInUse() *Tongue {
	if t != nil {
		return t
	}
	if chosen := inUse.Load(); chosen != nil {
		return (*chosen)()
	}
	return english()
}

// Tag returns the language's tag (BCP 47).
func (t *Tongue) Tag() string { return t.orInUse().tag.String() }

// open reads a catalogue. A test reads all of them, so it cannot fail.
func open(tag string) *Tongue { return newTongue(tag, read(tag)) }

func newTongue(tag string, messages map[string]note) *Tongue {
	t := &Tongue{tag: language.Make(tag), plain: map[string]string{}}
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

// Text returns a message with values by name: Text("page.none", "Page", 100). An unknown key is returned itself.
func Text(key string, pairs ...any) string { return now().Text(key, pairs...) }

// Text is the function Text in the language.
func (t *Tongue) Text(key string, pairs ...any) string { return t.orInUse().text(key, nil, pairs) }

// Count returns a message in the plural form for n, which is {{.Count}} in it.
func Count(key string, n int, pairs ...any) string { return now().Count(key, n, pairs...) }

// Count is the function Count in the language.
func (t *Tongue) Count(key string, n int, pairs ...any) string {
	t = t.orInUse()
	return t.text(key, n, append(pairs, "Count", t.numbers.Sprint(n)))
}

// text returns a message of the language, or the English one if it is not translated.
func (t *Tongue) text(key string, count any, pairs []any) string {
	if said, ok := t.plain[key]; ok {
		return said
	}
	values := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		values[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	// If a plural form is missing, it returns an error together with another form.
	said, _ := t.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: count, TemplateData: values})
	switch {
	case said != "":
		return said
	case t != english():
		return english().text(key, count, pairs)
	}
	return key
}
