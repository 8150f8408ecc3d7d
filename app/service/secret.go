package service

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A keyFinder finds a key however an address, XML or JSON may write it.
type keyFinder struct {
	pattern *regexp.Regexp // of a text that begins with the key
	first   string         // the characters with which it may begin: those alone are looked at, for speed
}

// newKeyFinder returns nil where there is no key.
func newKeyFinder(key string) *keyFinder {
	if key == "" {
		return nil
	}
	var pattern strings.Builder
	pattern.WriteByte('^')
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
	first, _ := utf8.DecodeRuneInString(key)
	return &keyFinder{regexp.MustCompile(pattern.String()), `%&\+` + string(first)}
}

// find returns where the key is written next in a text, in bytes; from is -1 where it is not.
func (k *keyFinder) find(text string, after int) (from, to int) {
	for from = after; ; from++ {
		next := strings.IndexAny(text[from:], k.first)
		if next < 0 {
			return -1, 0
		}
		from += next
		if at := k.pattern.FindStringIndex(text[from:]); at != nil {
			return from, from + at[1]
		}
	}
}

// WithoutKey is a text without the key, however that is written.
func (c *Client) WithoutKey(text string) string {
	if !c.holdsSecret(text) {
		return text
	}
	var without strings.Builder
	after := 0
	for {
		from, to := c.secret.find(text, after)
		if from < 0 {
			return without.String() + text[after:]
		}
		without.WriteString(text[after:from])
		after = to
	}
}

func (c *Client) holdsSecret(s string) bool {
	if c.secret == nil {
		return false
	}
	from, _ := c.secret.find(s, 0)
	return from >= 0
}
