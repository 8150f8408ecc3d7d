package core

import (
	"sort"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Text sizes of buttons and lists.
const (
	LargeText = 20
	UsualText = 15
	SmallText = 12.5
)

// NewCanvasText makes an empty text with a size in the built-in font.
func NewCanvasText(size float32) *canvas.Text {
	t := canvas.NewText("", theme.Color(theme.ColorNameForeground))
	t.TextSize = size
	t.FontSource = theme.DefaultTextFont()
	return t
}

// SetCanvasText sets a text. The toolkit searches for other fonts only if the built-in one, which has the Latin, Greek
// and Cyrillic scripts, does not have all characters.
func SetCanvasText(t *canvas.Text, text string) {
	t.Text = text
	t.FontSource = theme.DefaultTextFont()
	for _, r := range text {
		if r > lastOwnScript && (r < firstOwnSymbol || r > lastOwnSymbol) {
			t.FontSource = nil
			return
		}
	}
}

const (
	lastOwnScript  = 0x52F  // Cyrillic Supplement
	firstOwnSymbol = 0x1E00 // Latin Extended Additional
	lastOwnSymbol  = 0x2044 // General Punctuation, up to the fraction slash
)

// StyledText makes a text in the font of its style.
func StyledText(text string, size float32, style fyne.TextStyle) *canvas.Text {
	t := NewCanvasText(size)
	SetStyledText(t, text, style)
	return t
}

// SetStyledText sets a text and its style.
func SetStyledText(t *canvas.Text, text string, style fyne.TextStyle) {
	SetCanvasText(t, text)
	t.TextStyle = style
	if t.FontSource != nil {
		switch {
		case style.Monospace:
			t.FontSource = theme.DefaultTextMonospaceFont()
		case style.Bold:
			t.FontSource = theme.DefaultTextBoldFont()
		}
	}
}

// TextWidth returns the width of a text.
func TextWidth(text string, size float32, style fyne.TextStyle) float32 {
	t := StyledText(text, size, style)
	return t.MinSize().Width
}

// Head returns a start of a text with all that fits and not much more; whole is set if the whole text fits. It avoids
// measuring all of a text that is much longer than the room for it.
func Head(text string, fits func(part string) bool) (head []rune, whole bool) {
	end, count := 0, 0
	for most := 64; ; most *= 2 {
		for ; count < most && end < len(text); count++ {
			_, size := utf8.DecodeRuneInString(text[end:])
			end += size
		}
		switch part := text[:end]; {
		case !fits(part):
			return []rune(part), false
		case end == len(text):
			return []rune(part), true
		}
	}
}

// Longest returns the largest number up to most that fits, by binary search; 0 if none does.
func Longest(most int, fits func(n int) bool) int {
	return sort.Search(most, func(n int) bool { return !fits(n + 1) })
}
