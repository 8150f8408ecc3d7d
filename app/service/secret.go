package service

import (
	"bytes"
	"fmt"
	"image/png"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"sextant/app/api"
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

// Keys of fewer than leastKey characters stay in bodies: they are no secrets, and would be found in any text. Those of
// fewer than surelyKey count only where they stand alone.
const leastKey, surelyKey = 4, 8

// withoutKey returns a body in which the key is overwritten with asterisks, so that columns stay where they are. A
// picture is encoded again from its pixels.
func (c *Client) withoutKey(body []byte) []byte {
	if utf8.RuneCountInString(c.cfg.AppKey) < leastKey || !c.holdsSecret(string(body)) {
		return body
	}
	if bytes.HasPrefix(body, []byte("\x89PNG")) {
		return withPixelsOnly(body)
	}
	text, mask := string(body), strings.Repeat("*", utf8.RuneCountInString(c.cfg.AppKey))
	var without strings.Builder
	for {
		from, to := c.secret.find(text, 0)
		if from < 0 {
			without.WriteString(text)
			return []byte(without.String())
		}
		without.WriteString(text[:from])
		if len(mask) < surelyKey && (endsInWord(text[:from]) || beginsWithWord(text[to:])) {
			without.WriteString(text[from:to])
		} else {
			without.WriteString(mask)
		}
		text = text[to:]
	}
}

func endsInWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func beginsWithWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// withPixelsOnly returns a picture without its texts, or nothing where it cannot be read.
func withPixelsOnly(picture []byte) []byte {
	p, err := api.DecodePicture(picture)
	if err != nil {
		return nil
	}
	var b bytes.Buffer
	if err := png.Encode(&b, p.Image); err != nil {
		return nil
	}
	return b.Bytes()
}

func (c *Client) holdsSecret(s string) bool {
	if c.secret == nil {
		return false
	}
	from, _ := c.secret.find(s, 0)
	return from >= 0
}
