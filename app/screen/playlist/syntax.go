package playlist

import (
	"strings"

	"sextant/app/say"
)

// syntaxReasons have parts of what the TOML parser says, which is in English, and the messages for them.
var syntaxReasons = []struct{ says, key string }{
	{"strings must be quoted", "playlist.syntax.value"},
	{"'#' at start of value", "playlist.syntax.noValue"},
	{"at start of value", "playlist.syntax.value"},
	{"expected keyword", "playlist.syntax.value"},
	{"expected value", "playlist.syntax.noValue"},
	{"end of input", "playlist.syntax.cut"},
	{"not terminated", "playlist.syntax.open"},
	{"cannot have new lines", "playlist.syntax.open"},
	{"unterminated", "playlist.syntax.open"},
	{"expected '=' after key", "playlist.syntax.equals"},
	{"invalid character at start of key", "playlist.syntax.key"},
	{"array is incomplete", "playlist.syntax.list"},
	{"after array value", "playlist.syntax.list"},
	{"table is incomplete", "playlist.syntax.braces"},
	{"in inline table", "playlist.syntax.braces"},
	{"after inline table key", "playlist.syntax.braces"},
	{"table name", "playlist.syntax.section"},
	{"expected newline", "playlist.syntax.behind"},
	{"escape", "playlist.syntax.backslash"},
	{`need a character after \`, "playlist.syntax.backslash"},
	{"leading zero", "playlist.syntax.number"},
	{"digit", "playlist.syntax.number"},
	{"number", "playlist.syntax.number"},
	{"already", "playlist.syntax.twice"},
}

// syntaxReason returns a message for an error of the TOML parser, which is in it where it has none of its own.
func syntaxReason(err error) string {
	text := strings.TrimPrefix(err.Error(), "toml: ")
	for _, r := range syntaxReasons {
		if strings.Contains(text, r.says) {
			return say.Text(r.key)
		}
	}
	return say.Text("playlist.syntax", "Reason", text)
}
