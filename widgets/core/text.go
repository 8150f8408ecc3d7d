package core

import (
	"sort"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// The sizes of the words of buttons and lists.
const (
	LargeText = 20
	UsualText = 15
	SmallText = 12.5
)

// NewCanvasText makes an empty text of a size in the built-in font.
func NewCanvasText(size float32) *canvas.Text {
	t := canvas.NewText("", theme.Color(theme.ColorNameForeground))
	t.TextSize = size
	t.FontSource = theme.DefaultTextFont()
	return t
}

// SetCanvasText changes a text, and lets the toolkit look for other fonts where the built-in one, which
// has the Latin, Greek and Cyrillic scripts, does not do.
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

// StyledText makes a text in the font that its style asks for.
func StyledText(text string, size float32, style fyne.TextStyle) *canvas.Text {
	t := NewCanvasText(size)
	SetStyledText(t, text, style)
	return t
}

// SetStyledText changes a text and its style.
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

// TextWidth is how wide a text is.
func TextWidth(text string, size float32, style fyne.TextStyle) float32 {
	t := StyledText(text, size, style)
	return t.MinSize().Width
}

// Head is a beginning of a text that has all that fits of it and not much more; whole means that all of the text fits.
// By this a text that is much longer than there is room for is measured only as far as there is room.
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

// Longest is the largest number up to most that fits, found by halving; it is 0 where none does.
func Longest(most int, fits func(n int) bool) int {
	return sort.Search(most, func(n int) bool { return !fits(n + 1) })
}
