package systemd

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Command returns the words of a command, quoted for ExecStart. It fails for words that a unit cannot express.
func Command(words []string) (string, error) {
	quoted := make([]string, len(words))
	for i, word := range words {
		if !utf8.ValidString(word) || strings.ContainsRune(word, 0) {
			return "", inexpressible(word)
		}
		quoted[i] = quote(word)
	}
	return strings.Join(quoted, " "), nil
}

// quote quotes a word for a command of a unit, in which systemd expands specifiers (%) and variables ($), and
// interprets backslashes like C.
func quote(word string) string {
	var b strings.Builder
	for _, r := range word {
		switch {
		case r == '%' || r == '$':
			b.WriteString(string(r) + string(r))
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			b.WriteRune(r)
		}
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
			r >= '0' && r <= '9' || strings.ContainsRune("%$-_=./:,+@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return b.String()
	}
	return `"` + b.String() + `"`
}

// File returns a path that is the whole value of a key, such as EnvironmentFile. It fails for paths that a unit cannot
// express.
func File(path string) (string, error) {
	if !utf8.ValidString(path) || strings.ContainsFunc(path, unicode.IsControl) {
		return "", inexpressible(path)
	}
	return strings.ReplaceAll(path, "%", "%%"), nil
}

// Folder returns a path in a list, as for ReadWritePaths, in which quotes have a meaning and backslashes do not. It
// fails for paths that a unit cannot express.
func Folder(path string) (string, error) {
	text, err := File(path)
	switch {
	case err != nil:
		return "", err
	case !strings.ContainsAny(text, ` "'`):
		return text, nil
	case !strings.Contains(text, `"`):
		return `"` + text + `"`, nil
	case !strings.Contains(text, `'`):
		return `'` + text + `'`, nil
	}
	return "", inexpressible(path)
}

func inexpressible(text string) error { return fmt.Errorf("a systemd unit cannot contain %q", text) }
