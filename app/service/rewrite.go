package service

import (
	"bytes"
	"encoding/json"
)

// Rewrite returns a JSON document in which each string is replaced by what change returns for it, and every other byte
// is as it was. For a document that is no JSON it returns what change makes of the whole.
func Rewrite(document []byte, change func(string) string) []byte {
	if !json.Valid(document) {
		return []byte(change(string(document)))
	}
	var out []byte
	done := 0 // bytes of document that are in out
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

// endOfText returns the end of the string that begins at a quotation mark. The document is valid.
func endOfText(document []byte, begin int) int {
	for at := begin + 1; ; at++ {
		at += bytes.IndexAny(document[at:], `"\`)
		if document[at] == '"' {
			return at + 1
		}
		at++ // whatever is escaped
	}
}
