package control

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/widgets/core"
)

var _ fyne.Accessible = (*Entry)(nil)

// AccessibilityLabel is what the entry says of itself in words.
func (e *Entry) AccessibilityLabel() string { return core.AccessibilityLabel(e) }

// AccessibilityRole is what the toolkit calls an entry.
func (e *Entry) AccessibilityRole() fyne.AccessibleRole { return core.AccessibilityRole(e) }

// Named says what is typed in an entry beside which there are no words for that.
func (e *Entry) Named(name string) *Entry {
	e.name = name
	return e
}

// Describe describes what is typed. Of a password only how long it is can be known.
func (e *Entry) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Stopgap = access.Entry, e.PlaceHolder, true
	if e.name != "" {
		t.Name, t.Description, t.Stopgap = e.name, e.PlaceHolder, false
	}
	t.States |= access.Editable
	if e.MultiLine {
		t.States |= access.MultiLine
	}
	content := e.Text
	if e.Password {
		t.Role, content = access.PasswordEntry, strings.Repeat("•", utf8.RuneCountInString(content))
	}
	t.Text = &access.Text{Content: content, Caret: e.caret(), Selected: e.selected()}
	if e.Disabled() {
		return
	}
	t.Text.Set, t.Text.SetCaret = e.SetText, e.setCaret
}

// caret is the number of characters before the text cursor. The toolkit counts in rows as they are shown, which are the
// lines of the text: an entry of many lines does not wrap.
func (e *Entry) caret() int {
	return charOf(e.Text, e.CursorRow, e.CursorColumn)
}

// charOf is the number of characters before a column of a line, both counted from 0.
func charOf(text string, row, column int) int {
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		length := utf8.RuneCountInString(line)
		if row == 0 {
			return at + min(column, length)
		}
		row--
		at += length + 1
	}
	return max(0, at-1)
}

// selected is the stretch of the text that is selected. The toolkit reports only which text that is: it begins or ends
// at the cursor.
func (e *Entry) selected() access.Range {
	chosen := []rune(e.SelectedText())
	if len(chosen) == 0 {
		return access.Range{}
	}
	text, at := []rune(e.Text), e.caret()
	if from := at - len(chosen); from >= 0 && at <= len(text) && string(text[from:at]) == string(chosen) {
		return access.Range{From: from, Before: at}
	}
	return access.Range{From: at, Before: at + len(chosen)}
}

// setCaret puts the text cursor in front of a character.
func (e *Entry) setCaret(at int) {
	runes := []rune(e.Text)
	before := string(runes[:max(0, min(at, len(runes)))])
	e.CursorRow = strings.Count(before, "\n")
	e.CursorColumn = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	e.Refresh()
}
