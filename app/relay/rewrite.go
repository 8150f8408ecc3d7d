package relay

import (
	"bytes"
	"encoding/json"
)

// rewrite gives a JSON document with other texts in the place of some, and everything else as it was. change receives
// each text and gives what it is to be. What is no JSON stays as it is, but for what change makes of the whole.
func rewrite(document []byte, change func(string) string) []byte {
	if !json.Valid(document) {
		return []byte(change(string(document)))
	}
	var out []byte
	done := 0 // up to here it is written
	for at := 0; at < len(document); at++ {
		if document[at] != '"' {
			continue
		}
		end := endOfText(document, at)
		var text string
		if json.Unmarshal(document[at:end], &text) == nil {
			if now := change(text); now != text {
				quoted, _ := json.Marshal(now) // a text can be written
				out = append(append(out, document[done:at]...), quoted...)
				done = end
			}
		}
		at = end - 1
	}
	if done == 0 {
		return document
	}
	return append(out, document[done:]...)
}

// endOfText finds where a text ends that begins with a quotation mark. The document is valid.
func endOfText(document []byte, begin int) int {
	for at := begin + 1; ; at++ {
		at += bytes.IndexAny(document[at:], `"\`)
		if document[at] == '"' {
			return at + 1
		}
		at++ // whatever is escaped
	}
}
