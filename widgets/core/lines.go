package core

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Lines is a text that wraps between words. Its height depends on its width, which the layout must set before it asks
// for the minimum size. It draws with the built-in font, like a [Line].
type Lines struct {
	Base
	text   string
	size   float32
	colour fyne.ThemeColorName
	width  float32
	most   int // greatest number of lines, 0 for no limit
	lines  []string
	cut    bool // the text is cut off
	marks  func(line string) []Span
}

var _ fyne.Widget = (*Lines)(nil)

// NewLines makes an empty text with a size and a colour of the theme.
func NewLines(size float32, colour fyne.ThemeColorName) *Lines {
	l := &Lines{size: size, colour: colour}
	l.ExtendBaseWidget(l)
	return l
}

// SetText sets the text.
func (l *Lines) SetText(text string) {
	if l.text != text {
		l.text = text
		l.lines = l.broken()
		l.Refresh()
	}
}

// SetMost limits the number of lines; the last one is cut off if there would be more.
func (l *Lines) SetMost(lines int) {
	l.most = lines
	l.lines = l.broken()
}

// Text returns the whole text.
func (l *Lines) Text() string { return l.text }

// Cut reports whether the text is cut off.
func (l *Lines) Cut() bool { return l.cut }

// SetWidth wraps the text for a width.
func (l *Lines) SetWidth(width float32) {
	if l.width != width {
		l.width = width
		l.lines = l.broken()
		l.Refresh()
	}
}

// SetColour sets the colour.
func (l *Lines) SetColour(colour fyne.ThemeColorName) {
	if l.colour != colour {
		l.colour = colour
		l.Refresh()
	}
}

// SetMarks highlights the parts of each line that marks returns; nil highlights none.
func (l *Lines) SetMarks(marks func(line string) []Span) {
	if l.marks != nil || marks != nil {
		l.marks = marks
		l.Refresh()
	}
}

// More returns how much higher the text is than a single line.
func (l *Lines) More() float32 { return float32(max(0, len(l.lines)-1)) * l.size * lineHeight }

// lineHeight is the height of a line, in multiples of the text size.
const lineHeight = 1.4

// Height returns the height of the text for its width.
func (l *Lines) Height() float32 { return float32(len(l.lines)) * l.size * lineHeight }

// breaks reports whether a line may end at a character: not at a no-break space, as between a number and its unit.
func breaks(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' }

// broken wraps the text. A word that is wider than a line is split.
func (l *Lines) broken() (lines []string) {
	fits := func(text string) bool { return TextWidth(text, l.size, fyne.TextStyle{}) <= l.width }
	line := ""
	l.cut = false
	for _, word := range strings.FieldsFunc(l.text, breaks) {
		if joined := strings.TrimSpace(line + " " + word); fits(joined) {
			line = joined
			continue
		}
		if line != "" {
			if l.most > 0 && len(lines) == l.most-1 {
				l.cut = true
				return append(lines, cutTo(line+" "+word, fits))
			}
			lines = append(lines, line)
		}
		for line = word; l.width > 0 && !fits(line); {
			runes := []rune(line)
			n := max(1, Longest(len(runes), func(n int) bool { return fits(string(runes[:n])) }))
			if n == len(runes) {
				break
			}
			lines, line = append(lines, string(runes[:n])), string(runes[n:])
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	if l.most > 0 && len(lines) > l.most {
		l.cut = true
		lines = append(lines[:l.most-1], cutTo(strings.Join(lines[l.most-1:], ""), fits))
	}
	return lines
}

// cutTo returns as much of the start of a text as fits, with an ellipsis.
func cutTo(text string, fits func(string) bool) string {
	runes := []rune(text)
	n := Longest(len(runes), func(n int) bool { return fits(string(runes[:n]) + "…") })
	return strings.TrimRight(string(runes[:n]), " ,.;:–") + "…"
}

// CreateRenderer implements fyne.Widget.
func (l *Lines) CreateRenderer() fyne.WidgetRenderer {
	r := &linesRenderer{lines: l}
	r.Refresh()
	return r
}

type linesRenderer struct {
	lines *Lines
	texts []fyne.CanvasObject // and their highlights
}

func (r *linesRenderer) Destroy() {}

func (r *linesRenderer) Objects() []fyne.CanvasObject { return r.texts }

func (r *linesRenderer) MinSize() fyne.Size { return fyne.NewSize(2*r.lines.size, r.lines.Height()) }

func (r *linesRenderer) Layout(fyne.Size) {}

func (r *linesRenderer) Refresh() {
	r.texts = nil
	for i, line := range r.lines.lines {
		r.highlight(i, line)
		t := NewCanvasText(r.lines.size)
		SetCanvasText(t, line)
		t.Color = theme.Color(r.lines.colour)
		t.Resize(t.MinSize())
		t.Move(fyne.NewPos(0, float32(i)*r.lines.size*lineHeight+(r.lines.size*lineHeight-t.MinSize().Height)/2))
		r.texts = append(r.texts, t)
	}
	canvas.Refresh(r.lines)
}

// highlight adds the highlights of a line.
func (r *linesRenderer) highlight(i int, line string) {
	if r.lines.marks == nil {
		return
	}
	width := func(text string) float32 { return TextWidth(text, r.lines.size, fyne.TextStyle{}) }
	for _, m := range r.lines.marks(line) {
		plate := canvas.NewRectangle(theme.Color(theme.ColorNameSelection))
		plate.CornerRadius = 2
		plate.Move(fyne.NewPos(width(line[:m[0]]), float32(i)*r.lines.size*lineHeight))
		plate.Resize(fyne.NewSize(width(line[m[0]:m[1]]), r.lines.size*lineHeight))
		r.texts = append(r.texts, plate)
	}
}
