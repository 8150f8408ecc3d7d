package control

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sextant/app/access"
	"sextant/widgets/core"
)

var _ fyne.Accessible = (*Entry)(nil)

// AccessibilityLabel implements the toolkit's accessibility.
func (e *Entry) AccessibilityLabel() string { return core.AccessibilityLabel(e) }

// AccessibilityRole implements the toolkit's accessibility.
func (e *Entry) AccessibilityRole() fyne.AccessibleRole { return core.AccessibilityRole(e) }

// Named sets the name of an entry without a label.
func (e *Entry) Named(name string) *Entry {
	e.name = name
	return e
}

// Describe describes the text. Of a password only the length is described.
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

// caret returns the number of characters before the text cursor. The toolkit's position is in rows on the screen, which
// are the lines of the text, because a multi-line entry does not wrap.
func (e *Entry) caret() int {
	return charOf(e.Text, e.CursorRow, e.CursorColumn)
}

// charOf returns the number of characters before a column of a line, both from 0.
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

// selected returns the selected range. The toolkit reports only the selected text, which starts or ends at the cursor.
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

// setCaret moves the text cursor before a character.
func (e *Entry) setCaret(at int) {
	runes := []rune(e.Text)
	before := string(runes[:max(0, min(at, len(runes)))])
	e.CursorRow = strings.Count(before, "\n")
	e.CursorColumn = utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	e.Refresh()
}
