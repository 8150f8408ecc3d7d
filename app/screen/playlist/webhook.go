package playlist

import (
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2/unstable"

	"sextant/app/say"
	"sextant/app/webhook"
)

// A Webhook is the address that is called when the screen is down. An empty URL means none.
type Webhook struct {
	webhook.Setup
	// Name is what the screen is called, empty for the machine's name.
	Name string
	// Picture reports whether a relay may show what is on the screen.
	Picture bool
}

// Screen is what the screen is called: as the playlist says, or else as its machine.
func (w *Webhook) Screen() string {
	if w.Name != "" {
		return w.Name
	}
	name, err := os.Hostname()
	if err != nil || name == "" {
		return "Sextant"
	}
	return name
}

// Bounds of what a section says, in characters.
const (
	maxAddress  = 2000
	maxToken    = 500
	maxTemplate = 4000
)

// webhookField reads the section. Mistakes do not repeat an address or a token, which are secrets.
func (r *reader) webhookField(w *Webhook) field {
	return func(v *value) {
		w.After, w.Format = webhook.DownFor, webhook.FormatJSON
		r.section(fields{
			"url":      r.addressField((*string)(&w.URL)),
			"token":    r.textField((*string)(&w.Token), maxToken),
			"as":       r.wordField(&w.Format, webhook.Formats()...),
			"template": r.textField(&w.Template, maxTemplate),
			"after":    r.duration(&w.After, time.Minute, 24*time.Hour),
			"name":     r.textField(&w.Name, 60),
			"link":     r.addressField(&w.Link),
			"picture":  r.yesNo(&w.Picture),
		})(v)
		if strings.ContainsAny(string(w.Token), "\r\n") {
			r.addMistake(v.line, say.Text("playlist.token", "Key", v.of["token"].name))
		}
	}
}

// addressField reads an address of the web.
func (r *reader) addressField(into *string) field {
	return func(v *value) {
		switch {
		case !r.isOf(v, unstable.String):
		case utf8.RuneCountInString(v.text) > maxAddress:
			r.addMistake(v.line, say.Text("playlist.tooLong", "Key", v.name, "Most", strconv.Itoa(maxAddress)))
		case !webhook.Check(v.text):
			r.addMistake(v.line, say.Text("playlist.notURL", "Key", v.name))
		default:
			*into = v.text
		}
	}
}

// ParseWebhook reads a file that has nothing but the section, as a relay has one. The error is a *Mistakes.
func ParseWebhook(data []byte) (w Webhook, err error) {
	root, data, m := readFile(data)
	if root == nil {
		return w, m
	}
	r := &reader{Mistakes: m, torn: len(m.List) > 0}
	r.readFields(root, fields{"tell": r.webhookField(&w)}, "tell")
	if len(m.List) == 0 {
		r.strictly(data)
	}
	return w, m.asError()
}
