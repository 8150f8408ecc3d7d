package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"sextant/app/say"
	"sextant/assets"
)

// manuals are the templates of the manual pages, in mdoc.
var manuals = []string{"sextant.1", "sextant-kiosk.1", "sextant-relay.1"}

// manual returns a manual page with the help of the program in the language in use.
func (r release) manual(name string, h help, keys [][2]string) ([]byte, error) {
	more := map[string]any{}
	switch name {
	case "sextant.1":
		var list strings.Builder
		for _, k := range keys {
			list.WriteString(".It " + quoted(k[0]) + "\n" + prose(k[1]) + "\n")
		}
		more["Options"], more["Keys"], more["Commands"] = options(h[0].options), list.String(), commands(h.of("export"),
			h.of("check"), h.of("demo"))
	case "sextant-kiosk.1":
		screen := slices.DeleteFunc(slices.Clone(h[0].options), func(o option) bool {
			return !slices.Contains(
				[]string{"--kiosk", "--monitor", "--playlist-key", "--status", "--status-token", "--profile"}, o.name)
		})
		more["Options"], more["Commands"], more["Playlist"] = options(screen),
			commands(h.of("kiosk")), literal(h.of("kiosk").example)
	case "sextant-relay.1":
		c := h.of("relay")
		more["Options"] = options(c.explained())
		c.help, _, _ = strings.Cut(c.help, say.Text("usage.options"))
		more["Commands"] = commands(c)
	}
	return r.fill(name, more)
}

// options returns a list of options in mdoc.
func options(list []option) string {
	var b strings.Builder
	for _, o := range list {
		b.WriteString(".It Fl " + roff(strings.TrimPrefix(o.name, "-")))
		if o.argument != "" {
			b.WriteString(" Ar " + o.argument)
		}
		b.WriteString("\n" + prose(o.text) + "\n")
	}
	return b.String()
}

// commands returns the help of each command as printed.
func commands(list ...command) string {
	var b strings.Builder
	for _, c := range list {
		b.WriteString(".Ss sextant " + c.name + "\n.Bd -literal\n" + literal(c.help) + ".Ed\n")
	}
	return b.String()
}

// literal returns text in mdoc whose lines and blanks are preserved.
func literal(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		b.WriteString(roff(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")) + "\n")
	}
	return b.String()
}

// inLanguage translates the names of keys and their commands to the language in use. It finds the messages by the
// English text in the guide to shortcuts, and prefers the help of a command to a title with the same text.
func inLanguage(keys [][2]string) (said [][2]string, err error) {
	english, err := englishMessages()
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	byWords := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(english)) {
		words := english[key]
		if strings.HasPrefix(key, "keyboard.") && !strings.Contains(words, "{{") {
			names[words] = key
		}
		if !strings.HasSuffix(key, ".help") {
			byWords[words] = append(byWords[words], key)
			continue
		}
		byWords[words] = append([]string{key}, byWords[words]...)
	}
	for _, k := range keys {
		does, ok := actionsInLanguage(k[1], english)
		if found := byWords[k[1]]; len(found) > 0 {
			does, ok = say.Text(found[0]), true
		}
		if !ok {
			return nil, fmt.Errorf("no message says %q", k[1])
		}
		named := keyName.ReplaceAllStringFunc(k[0], func(name string) string {
			if key := names[name]; key != "" {
				return say.Text(key)
			}
			return name
		})
		said = append(said, [2]string{named, does})
	}
	return said, nil
}

// actionsInLanguage translates the words of a message with a list of actions, each of which is a message beside it:
// those of "lists.help" are "lists.add", "lists.remove" and so on.
func actionsInLanguage(words string, english map[string]string) (said string, ok bool) {
	for key, message := range english {
		before, after, is := strings.Cut(message, "{{.Actions}}")
		list, begins := strings.CutPrefix(words, before)
		if !is || !begins || !strings.HasSuffix(list, after) {
			continue
		}
		var actions []string
		for action := range strings.SplitSeq(strings.TrimSuffix(list, after), ", ") {
			for one, message := range english {
				if strings.HasPrefix(one, strings.TrimSuffix(key, "help")) && message == action {
					actions = append(actions, say.Text(one))
				}
			}
		}
		if strings.Count(list, ", ")+1 != len(actions) {
			continue
		}
		return say.Text(key, "Actions", strings.Join(actions, ", ")), true
	}
	return "", false
}

// keyName matches a word that may be the name of a key.
var keyName = regexp.MustCompile(`\b[A-Z][A-Za-z]+\b`)

// englishMessages returns the English messages by key.
func englishMessages() (map[string]string, error) {
	data, err := assets.Translations.ReadFile("translations/en.json")
	if err != nil {
		return nil, err
	}
	var messages map[string]any
	if err := json.Unmarshal(data, &messages); err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for key, m := range messages {
		if note, is := m.(map[string]any); is {
			m = note["other"]
		}
		texts[key] = m.(string)
	}
	return texts, nil
}

// roff escapes a line for roff.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}

// prose returns text in mdoc whose lines are filled.
func prose(text string) string {
	return roff(strings.Join(strings.Fields(text), " "))
}

// quoted returns text that contains no macro or delimiter for mdoc.
func quoted(text string) string {
	var words []string
	for w := range strings.FieldsSeq(text) {
		words = append(words, `\&`+strings.ReplaceAll(roff(w), `"`, `\(dq`))
	}
	return `"` + strings.Join(words, " ") + `"`
}
