package say

import (
	"encoding/json"
	"fmt"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"sextant/assets"
)

// A note is a message of a catalogue, with a form for each plural category of its language.
type note struct {
	Description                      string // for translators
	Zero, One, Two, Few, Many, Other string
}

// counts reports whether the message has more than one form.
func (n note) counts() bool {
	return n.Zero != "" || n.One != "" || n.Two != "" || n.Few != "" || n.Many != ""
}

// forms returns the forms of the message.
func (n note) forms() (forms []string) {
	for _, f := range []string{n.Zero, n.One, n.Two, n.Few, n.Many, n.Other} {
		if f != "" {
			forms = append(forms, f)
		}
	}
	return forms
}

func (n note) message(key string) *i18n.Message {
	return &i18n.Message{ID: key, Zero: n.Zero, One: n.One, Two: n.Two, Few: n.Few, Many: n.Many, Other: n.Other}
}

// UnmarshalJSON also accepts a message that is a plain string.
func (n *note) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		return json.Unmarshal(data, &n.Other)
	}
	type plain note
	return json.Unmarshal(data, (*plain)(n))
}

// read returns the messages of a catalogue by key.
func read(tag string) map[string]note {
	data, err := assets.Translations.ReadFile(file(tag))
	if err == nil {
		var messages map[string]note
		if messages, err = parse(data); err == nil {
			return messages
		}
	}
	panic(fmt.Errorf("the catalogue of %s: %w", tag, err))
}

func parse(data []byte) (messages map[string]note, err error) {
	err = json.Unmarshal(data, &messages)
	return messages, err
}

// file returns the path of a language's catalogue in the assets.
func file(tag string) string { return "translations/" + tag + ".json" }
