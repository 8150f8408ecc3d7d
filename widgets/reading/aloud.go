package reading

import (
	"image/color"
	"unicode/utf8"
)

// A stretch is a part of the words of a passage, in characters. An empty one is none.
type stretch struct{ passage, from, before int }

// readColour is the background of what is read aloud.
var readColour = color.NRGBA{0x3D, 0xDC, 0x84, 0x48}

// ShowRead marks what is read aloud, a part of a passage's text in bytes, and scrolls it into view; an empty part
// removes the mark.
func (v *View) ShowRead(passage, from, before int) {
	f := v.flow
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

// readPlaces returns the start and the end of what is read aloud, equal for nothing.
func (f *flow) readPlaces() (from, to flowPlace) {
	if f.read == (stretch{}) || f.read.passage >= len(f.passages) {
		return flowPlace{}, flowPlace{}
	}
	return f.lineAt(wordPlace{f.read.passage, f.read.from}), f.lineAt(wordPlace{f.read.passage, f.read.before})
}

// Pointed returns the passage under the pointer and the byte of its text at which the line there starts; ok is false if
// the pointer is not over the text.
func (v *View) Pointed() (passage, at int, ok bool) {
	f := v.flow
	if !f.pointed || len(f.lines) == 0 {
		return 0, 0, false
	}
	w := f.wordsAt(flowPlace{f.place(f.pointer).line, 0})
	runes := []rune(f.passages[w.passage].Text)
	return w.passage, len(string(runes[:min(w.char, len(runes))])), true
}
