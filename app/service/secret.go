package service

import (
	"fmt"
	"regexp"
	"strings"
)

// secretPattern finds a key however an address, XML or JSON may write it; nil where there is none.
func secretPattern(key string) *regexp.Regexp {
	if key == "" {
		return nil
	}
	var pattern strings.Builder
	for _, c := range key {
		var escaped string
		for _, b := range []byte(string(c)) {
			escaped += fmt.Sprintf("%%%02x", b)
		}
		fmt.Fprintf(&pattern, `(?:(?i:%s|&#0*%d;|&#x0*%x;|\\u%04x)|`, escaped, c, c, c)
		if name := map[rune]string{
			'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&quot;", '\'': "&apos;", ' ': `\+`,
		}[c]; name != "" {
			pattern.WriteString(name + "|") // before what it begins with
		}
		pattern.WriteString(`\\?` + regexp.QuoteMeta(string(c)) + ")")
	}
	return regexp.MustCompile(pattern.String())
}

// WithoutKey is a text without the key, however that is written.
func (c *Client) WithoutKey(text string) string {
	if !c.holdsSecret(text) {
		return text
	}
	return c.secret.ReplaceAllLiteralString(text, "")
}

func (c *Client) holdsSecret(s string) bool { return c.secret != nil && c.secret.MatchString(s) }
