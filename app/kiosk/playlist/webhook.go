package playlist

import (
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"sextant/app/say"
	"sextant/app/webhook"
)

// A Tell is who is called when the screen is down, nobody where its URL is empty.
type Tell struct {
	webhook.Setup
	// Name is what the screen is called, empty for the machine's name.
	Name string
	// Picture reports whether a relay may show what is on the screen.
	Picture bool
}

// Screen is what the screen is called: as the playlist says, or else as its machine.
func (t *Tell) Screen() string {
	if t.Name != "" {
		return t.Name
	}
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "Sextant"
	}
	return name
}

// Bounds of what a section says, in bytes.
const (
	maxAddress  = 2000
	maxToken    = 500
	maxTemplate = 4000
)

// tellField reads the section. Mistakes do not repeat an address or a token, which are secrets.
func (r *reader) tellField(t *Tell) field {
	return func(v *value) {
		t.After, t.Format = webhook.DownFor, webhook.FormatJSON
		r.section(fields{
			"url":      r.addressField(&t.URL),
			"token":    r.textField(&t.Token, maxToken),
			"as":       r.wordField(&t.Format, webhook.Formats()...),
			"template": r.textField(&t.Template, maxTemplate),
			"after":    r.duration(&t.After, time.Minute, 24*time.Hour),
			"name":     r.textField(&t.Name, 60),
			"link":     r.addressField(&t.Link),
			"picture":  r.yesNo(&t.Picture),
		})(v)
		if strings.ContainsAny(t.Token, "\r\n") {
			r.addMistake(v.line, say.Text("playlist.token", "Key", v.of["token"].name))
		}
	}
}

// addressField reads an address of the web.
func (r *reader) addressField(into *string) field {
	return func(v *value) {
		switch {
		case !r.isOf(v, unstable.String):
		case len(v.text) > maxAddress:
			r.addMistake(v.line, say.Text("playlist.tooLong", "Key", v.name, "Most", strconv.Itoa(maxAddress)))
		case !webhook.Check(v.text):
			r.addMistake(v.line, say.Text("playlist.notURL", "Key", v.name))
		default:
			*into = v.text
		}
	}
}

// ParseTell reads a file that has nothing but the section, as a relay has one. The error is a *Mistakes.
func ParseTell(data []byte) (t Tell, err error) {
	root, data, m := readFile(data)
	if root == nil {
		return t, m
	}
	r := &reader{Mistakes: m, torn: len(m.List) > 0}
	r.readFields(root, fields{"tell": r.tellField(&t)}, "tell")
	if len(m.List) == 0 {
		r.strictly(data)
	}
	return t, m.asError()
}
