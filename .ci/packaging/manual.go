package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"sextant/app/say"
	"sextant/assets"
)

// manual writes the manual from the template of a name, in the language of mdoc.
func (r release) manual(name string, h help, keys [][2]string) ([]byte, error) {
	var options, list, commands strings.Builder
	for _, o := range h[0].options {
		options.WriteString(".It Fl " + roff(strings.TrimPrefix(o.name, "-")))
		if o.argument != "" {
			options.WriteString(" Ar " + o.argument)
		}
		options.WriteString("\n" + prose(o.text) + "\n")
	}
	for _, k := range keys {
		list.WriteString(".It " + quoted(k[0]) + "\n" + prose(k[1]) + "\n")
	}
	for _, c := range h[1:] {
		commands.WriteString(".Ss sextant " + c.name + "\n.Bd -literal\n")
		for line := range strings.Lines(strings.TrimSpace(c.help)) {
			commands.WriteString(roff(strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    ")) + "\n")
		}
		commands.WriteString(".Ed\n")
	}
	return r.fill(name, map[string]any{"Options": options.String(), "Keys": list.String(), "Commands": commands.String()})
}

// inLanguage says what keys do, and which these are, in the language in use, from what the guide to shortcuts says of
// them.
func inLanguage(keys [][2]string) (said [][2]string, err error) {
	data, err := assets.Translations.ReadFile("translations/en.json")
	messages := map[string]any{}
	if err == nil {
		err = json.Unmarshal(data, &messages)
	}
	byWords := map[string]string{}
	for key, m := range messages {
		if words, is := m.(string); is && (byWords[words] == "" || strings.HasSuffix(key, ".help")) {
			byWords[words] = key
		}
	}
	names := regexp.MustCompile(`\b(Left|Right|Up|Down|Space)\b`)
	for _, k := range keys {
		key := byWords[k[1]]
		if key == "" && err == nil {
			err = fmt.Errorf("no message says %q", k[1])
		}
		named := names.ReplaceAllStringFunc(k[0], func(name string) string { return say.Text("keyboard." + strings.ToLower(name)) })
		said = append(said, [2]string{named, say.Text(key)})
	}
	return said, err
}

// roff has the manual's language take a line as it is.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}

// prose is text whose lines may break elsewhere.
func prose(text string) string {
	return roff(strings.Join(strings.Fields(text), " "))
}

// quoted is text in which nothing is taken for a macro or a delimiter.
func quoted(text string) string {
	var words []string
	for w := range strings.FieldsSeq(text) {
		words = append(words, `\&`+strings.ReplaceAll(roff(w), `"`, `\(dq`))
	}
	return `"` + strings.Join(words, " ") + `"`
}
