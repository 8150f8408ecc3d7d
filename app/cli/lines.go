package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"
	"unicode/utf8"

	"sextant/app/say"
)

// A Line describes a word of the command line.
type Line struct {
	Word, Words string
	Choices     []Line // the words that may follow, printed before the description
}

const (
	width        = 100
	wordColumn   = 25 // where descriptions start
	verbColumn   = 8
	choiceColumn = wordColumn + 7
)

// Print writes lines, each with its description beside the word, or below it if the word is long.
func Print(w io.Writer, lines []Line) {
	for _, l := range lines {
		begin := fmt.Sprintf("  %s", l.Word)
		for i, c := range l.Choices {
			if i > 0 {
				begin = ""
			}
			print(w, fmt.Sprintf("%-*s%s", wordColumn, begin, c.Word), c.Words, choiceColumn)
			begin = ""
		}
		if l.Words != "" || len(l.Choices) == 0 {
			print(w, begin, l.Words, wordColumn)
		}
	}
}

// PrintVerbs writes the usages of a command, each with its description below it.
func PrintVerbs(w io.Writer, command string, lines []Line) {
	for _, l := range lines {
		fmt.Fprintf(w, "  %s %s\n", command, l.Word)
		print(w, "", l.Words, verbColumn)
	}
}

// print writes words from a column on. The first line starts with begin.
func print(w io.Writer, begin, words string, column int) {
	if begin != "" && utf8.RuneCountInString(begin) >= column && words != "" {
		fmt.Fprintln(w, begin)
		begin = ""
	}
	line := begin + strings.Repeat(" ", max(0, column-utf8.RuneCountInString(begin)))
	empty := true
	for word := range strings.FieldsSeq(words) {
		if !empty && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			fmt.Fprintln(w, line)
			line, empty = strings.Repeat(" ", column), true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

// Wrap writes words as a paragraph.
func Wrap(w io.Writer, words string) { print(w, "", words, 0) }

// The errors of package flag, which are in English.
var wrong = []struct {
	is  *regexp.Regexp
	key string
}{
	{regexp.MustCompile(`^flag provided but not defined: -+(.*)$`), "usage.unknown"},
	{regexp.MustCompile(`^flag needs an argument: -+(.*)$`), "usage.argument"},
	{regexp.MustCompile(`^bad flag syntax: -+(.*)$`), "usage.unknown"},
	{
		regexp.MustCompile(
			`(?s)^invalid (?:boolean )?value .* for (?:flag )?-+([^:]*): (?:parse error|value out of ` +
				`range|strconv.*)$`), "usage.value",
	},
}

// ofOption matches package flag's error for an option that refused its value, with the option and its reason.
var ofOption = regexp.MustCompile(`(?s)^invalid value "(?:[^"\\]|\\.)*" for flag -+([^:]*): (.*)$`)

// Wrong translates the errors of package flag to the language in use. Other errors stay as they are.
func Wrong(err error) error {
	if err == nil {
		return nil
	}
	for _, w := range wrong {
		if m := w.is.FindStringSubmatch(err.Error()); m != nil {
			return say.Error(w.key, "Option", dashed(m[1]))
		}
	}
	if m := ofOption.FindStringSubmatch(err.Error()); m != nil {
		return errors.New(dashed(m[1]) + ": " + m[2])
	}
	return err
}

// Listen fails where an option is no address to listen at. An empty one is left to others.
func Listen(option, address string) error {
	if address == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.DefaultResolver.LookupPort(context.Background(), "tcp", port)
	}
	if err != nil {
		return say.Error("usage.listen", "Option", option)
	}
	return nil
}

// mostText is how many bytes of a text are printed, about.
const mostText = 400

// Short is a text without its middle where that is very long, as it is where it repeats a long word of the command
// line.
func Short(text string) string {
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText/2], "") + "…" + strings.ToValidUTF8(text[len(text)-mostText/2:], "")
}

// dashed writes an option as people do.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}
