package reading

import (
	"image/color"
	"unicode/utf8"
)

// A stretch is a part of the words of a passage, in characters. An empty one is none.
type stretch struct{ passage, from, before int }

// readColour lies under what is read aloud.
var readColour = color.NRGBA{0x3D, 0xDC, 0x84, 0x48}

// ShowRead marks what is read aloud, a stretch of a passage's text in bytes, and brings it into view; an empty one
// takes the mark away.
func (r *View) ShowRead(passage, from, before int) {
	f := r.flow
	to := stretch{}
	if passage < len(f.passages) && from < before {
		text := f.passages[passage].Text
		to = stretch{
			passage, utf8.RuneCountInString(text[:min(from, len(text))]),
			utf8.RuneCountInString(text[:min(before, len(text))]),
		}
	}
	if f.read == to {
		return
	}
	f.read = to
	f.mark()
	if first, last := f.readPlaces(); first != last && last.line < len(f.lines) {
		f.scrollTo(f.lines[first.line].y, f.lines[last.line].y+f.lines[last.line].height)
	}
}

// readPlaces are where what is read aloud begins and ends, the same place for nothing.
func (f *flow) readPlaces() (from, to flowPlace) {
	if f.read == (stretch{}) || f.read.passage >= len(f.passages) {
		return flowPlace{}, flowPlace{}
	}
	return f.lineAt(wordPlace{f.read.passage, f.read.from}), f.lineAt(wordPlace{f.read.passage, f.read.before})
}

// Pointed is the passage under the pointer and the byte of its text where the line there begins; ok is false where the
// pointer is not over the text.
func (r *View) Pointed() (passage, at int, ok bool) {
	f := r.flow
	if !f.pointed || len(f.lines) == 0 {
		return 0, 0, false
	}
	w := f.wordsAt(flowPlace{f.place(f.pointer).line, 0})
	runes := []rune(f.passages[w.passage].Text)
	return w.passage, len(string(runes[:min(w.char, len(runes))])), true
}
