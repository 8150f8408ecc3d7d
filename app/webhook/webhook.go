// Package webhook sends notifications by HTTP when a screen has been down for a while, and when it is well again.
package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"sextant/app/httpclient"
)

// A Target is the receiver of notifications. Its address and its token are in no error and in no log.
type Target struct {
	URL   Secret
	Token Secret // sent as a bearer token; empty for none
	// Format is the format of the body, see Formats. Template, if it is not empty, is the body, with placeholders
	// {screen}, {state}, {title}, {text} and {link}.
	Format, Template string
}

// Formats returns the formats of a Target: an object with all fields, ntfy's, the text of a chat's webhook (Slack,
// Mattermost, Discord), and title and body for mail gateways (Apprise, Mailrise).
func Formats() []string { return []string{FormatJSON, "ntfy", "chat", "mail"} }

// FormatJSON is the default format.
const FormatJSON = "json"

// A Secret is a text that is not printed, whatever the verb, and alone or as part of something. string(s) is the text.
type Secret string

// Format prints the same for every secret.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, "hidden") }

// MarshalText encodes the same for every secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte("hidden"), nil }

// Check reports whether an address is valid.
func Check(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}

// The states of a Message.
const (
	Down = "down"
	Well = "well"
	Test = "test"
)

// A Message is a notification about a screen. Kind is a stable word for the trouble.
type Message struct {
	Screen string    `json:"screen"`
	State  string    `json:"state"`
	Kind   string    `json:"kind,omitempty"`
	Title  string    `json:"title"`
	Text   string    `json:"text"`
	Link   string    `json:"link,omitempty"`
	Since  time.Time `json:"since,omitzero"`
	At     time.Time `json:"time"`
}

// A StatusError is the error if a target does not accept a message.
type StatusError struct{ Status int }

func (e *StatusError) Error() string {
	return fmt.Sprintf("the address answers with status %d", e.Status)
}

// IsFinal reports whether the target would refuse the message again: it is at fault, and not the moment.
func (e *StatusError) IsFinal() bool {
	switch e.Status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return e.Status >= 400 && e.Status < 500
}

// ErrUnreachable is the error if a target does not answer.
var ErrUnreachable = errors.New("the address does not answer")

const (
	// answersWithin is the timeout of a call, and mostAnswer limits what is read of its answer, in bytes.
	answersWithin = 15 * time.Second
	mostAnswer    = 4 << 10
)

// Post sends a message to a target. The error is a *StatusError, ErrUnreachable or that of ctx.
func Post(ctx context.Context, t Target, m Message) error {
	body, header := t.body(m)
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, string(t.URL), bytes.NewReader(body))
	if err != nil {
		return ErrUnreachable
	}
	q.Header = header
	q.Header.Set("User-Agent", "Sextant")
	if t.Token != "" {
		q.Header.Set("Authorization", "Bearer "+string(t.Token))
	}
	// It follows no redirects, which could send the token and the message elsewhere.
	resp, err := httpclient.New(httpclient.Config{Timeout: answersWithin}).Do(q)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return ErrUnreachable // the client's error contains the address
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, mostAnswer) // so that the connection ends cleanly
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return &StatusError{resp.StatusCode}
	}
	return nil
}

// body returns a message in the target's format.
func (t Target) body(m Message) (body []byte, header http.Header) {
	header = http.Header{"Content-Type": {"application/json"}}
	if t.Template != "" {
		body, isJSON := fill(t.Template, m)
		if !isJSON {
			header.Set("Content-Type", "text/plain; charset=utf-8")
		}
		return body, header
	}
	whole := m.Text
	if m.Link != "" {
		whole += "\n" + m.Link
	}
	switch t.Format {
	case "ntfy":
		header.Set("Content-Type", "text/plain; charset=utf-8")
		header.Set("Title", mime.BEncoding.Encode("utf-8", m.Title))
		if m.Link != "" {
			header.Set("Click", m.Link)
		}
		priority, tag := "default", "white_check_mark"
		if m.State == Down {
			priority, tag = "high", "warning"
		}
		header.Set("Priority", priority)
		header.Set("Tags", tag)
		return []byte(m.Text), header
	case "chat":
		said := m.Title + "\n" + whole
		return encode(struct {
			Text    string `json:"text"`    // of Slack and Mattermost
			Content string `json:"content"` // of Discord
		}{said, said}), header
	case "mail":
		kind := map[string]string{Down: "failure", Well: "success", Test: "info"}[m.State]
		return encode(struct {
			Title string `json:"title"`
			Body  string `json:"body"`
			Type  string `json:"type"`
		}{m.Title, whole, kind}), header
	}
	return encode(m), header
}

// encode encodes a value with only strings and times, which cannot fail.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimSpace(b.Bytes())
}

// fill replaces the placeholders of a template. In a JSON template the values are escaped for strings.
func fill(template string, m Message) (body []byte, isJSON bool) {
	trimmed := strings.TrimSpace(template)
	isJSON = strings.HasPrefix(trimmed, "{\"") || strings.HasPrefix(trimmed, "{ ") || strings.HasPrefix(trimmed,
		"{\n") ||
		strings.HasPrefix(trimmed, "[")
	var pairs []string
	for name, value := range map[string]string{
		"screen": m.Screen, "state": m.State, "title": m.Title, "text": m.Text, "link": m.Link,
	} {
		if isJSON {
			value = string(encode(value))
			value = value[1 : len(value)-1]
		}
		pairs = append(pairs, "{"+name+"}", value)
	}
	return []byte(strings.NewReplacer(pairs...).Replace(template)), isJSON
}
