package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sextant/app/api"
	"sextant/app/httpclient"
)

// An appKey is the app_key that is sent, "" for none.
type appKey struct {
	text   string
	finder *keyFinder // nil for none
}

// SetKey sets the key that is sent from now on.
func (c *Client) SetKey(key string) { c.key.Store(&appKey{key, newKeyFinder(key)}) }

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
	key := c.key.Load()
	if !key.isIn(text) {
		return text
	}
	var without strings.Builder
	finder, after := key.finder, 0
	for {
		from, to := finder.find(text, after)
		if from < 0 {
			return without.String() + text[after:]
		}
		without.WriteString(text[after:from])
		after = to
	}
}

// surelyKey is the length in characters from which a text that equals the key is the key. A shorter one could be any
// word: it is overwritten only where a parameter with its name is before it.
const surelyKey = 8

// keyParameter matches the end of a text after which a key stands, in an address, JSON or XML.
var keyParameter = regexp.MustCompile(`(?i)app_?key(\\?["']|%22|&quot;)?\s*(=|:|%3D|\\u003d)\s*(\\?["']|%22|&quot;)?$`)

// mask returns a body in which the key is overwritten with asterisks, so that columns stay where they are. A picture is
// encoded again from its pixels.
func (k *appKey) mask(body []byte) []byte {
	if !k.isIn(string(body)) {
		return body
	}
	if bytes.HasPrefix(body, []byte("\x89PNG")) {
		return withPixelsOnly(body)
	}
	text, mask := string(body), strings.Repeat("*", utf8.RuneCountInString(k.text))
	var without strings.Builder
	for {
		from, to := k.finder.find(text, 0)
		if from < 0 {
			without.WriteString(text)
			return []byte(without.String())
		}
		without.WriteString(text[:from])
		if len(mask) < surelyKey && !keyParameter.MatchString(text[max(0, from-40):from]) {
			without.WriteString(text[from:to])
		} else {
			without.WriteString(mask)
		}
		text = text[to:]
	}
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

// isIn reports whether a text has the key, however that is written. The key may be nil for none.
func (k *appKey) isIn(text string) bool {
	if k == nil || k.finder == nil {
		return false
	}
	from, _ := k.finder.find(text, 0)
	return from >= 0
}

// withoutCredentials returns a list or playout in which no address has credentials: those that the service writes into
// its own addresses, and the key in others. Such an address is the same whatever the key is. They are added when a
// recording is asked for. The key was masked before.
func (c *Client) withoutCredentials(document []byte) []byte {
	if !json.Valid(document) {
		return document
	}
	return Rewrite(document, func(text string) string {
		before, query, isQuery := strings.Cut(text, "?")
		u, err := url.Parse(text)
		if !isQuery || err != nil || strings.ContainsAny(text, " \n") {
			return text
		}
		query, fragment, hasFragment := strings.Cut(query, "#")
		isOwn := u.Host == "" || httpclient.SameOrigin(u, c.media) || httpclient.SameOrigin(u, c.base)
		all := strings.Split(query, "&")
		left := slices.DeleteFunc(slices.Clone(all), func(parameter string) bool {
			name, value, _ := strings.Cut(parameter, "=")
			name, _ = url.QueryUnescape(name) // one that cannot be is none of those
			isName := strings.EqualFold(name, "app_key") || strings.EqualFold(name, "app_id")
			isMasked := value != "" && strings.Trim(value, "*") == "" && (isName || len(value) >= surelyKey)
			return isName && isOwn || isMasked
		})
		if len(left) == len(all) {
			return text
		}
		if len(left) > 0 {
			before += "?" + strings.Join(left, "&")
		}
		if hasFragment {
			before += "#" + fragment
		}
		return before
	})
}
