package playlist

import (
	_ "embed" // for the example
	"strings"
	"unicode/utf8"

	"sextant/app/say"
)

// example has the key of a message behind each "#: ".
//
//go:embed example.toml
var example string

// exampleWidth and exampleSide are the columns that the example has, and those before comments beside a key.
const (
	exampleWidth = 110
	exampleSide  = 25
)

// Example is a playlist with every key, explained in the language in use.
func Example() string {
	var b strings.Builder
	for line := range strings.Lines(example) {
		line = strings.TrimSuffix(line, "\n")
		toml, key, explained := strings.Cut(line, "#: ")
		if !explained {
			b.WriteString(line + "\n")
			continue
		}
		indent := 0
		if toml != "" {
			indent = exampleSide
		}
		b.WriteString(toml + strings.Repeat(" ", max(0, indent-len(toml))))
		for i, part := range wrapped(say.Text(key), exampleWidth-indent-2) {
			if i > 0 {
				b.WriteString(strings.Repeat(" ", indent))
			}
			b.WriteString("# " + part + "\n")
		}
	}
	return b.String()
}

// wrapped breaks a text into lines of at most so many characters, and where it has a line break.
func wrapped(text string, width int) (lines []string) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
				lines = append(lines, line)
				line = ""
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		lines = append(lines, line)
	}
	return lines
}
