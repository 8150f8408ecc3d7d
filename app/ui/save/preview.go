package save

import (
	"bytes"
	"image"
	"image/png"
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/app/export"
	"sextant/app/words"
	"sextant/widgets/core"
)

// The size of a preview, and how much of a text it shows.
const (
	previewWidth, previewHeight = 190, 120
	previewLines                = 9
	previewColumns              = 52
	previewText                 = 9.5
)

// A preview shows the start of what will be written: a picture, or lines of text.
type preview struct {
	content *fyne.Container
	picture *canvas.Image
	lines   []*canvas.Text
	asked   int // counts the updates, so that only the result of the last one is shown
}

func newPreview() *preview {
	p := &preview{picture: canvas.NewImageFromImage(nil)}
	p.picture.FillMode = canvas.ImageFillContain
	p.picture.SetMinSize(fyne.NewSize(previewWidth, previewHeight))
	text := container.NewWithoutLayout()
	for i := range previewLines {
		line := core.StyledText("", previewText, fyne.TextStyle{Monospace: true})
		line.Color = theme.Color(theme.ColorNamePlaceHolder)
		line.Move(fyne.NewPos(0, float32(i)*previewHeight/previewLines))
		p.lines = append(p.lines, line)
		text.Add(line)
	}
	p.content = container.NewStack(p.picture, text)
	return p
}

// showPreview updates the preview, which is made in the background.
func (f *form) showPreview(p *preview) {
	p.asked++
	asked := p.asked
	s := f.chosenSheet()
	subpages := f.subpagesOf(s)
	if s.form.Format == export.PNG {
		subpages = subpages[:1]
	}
	go func() {
		picture, lines := s.sample(subpages)
		f.page.host.Do(func() {
			if asked == p.asked && !f.dialog.Closed() {
				p.set(picture, lines)
			}
		})
	}()
}

// set shows a picture, or lines if it is nil.
func (p *preview) set(picture image.Image, lines []string) {
	p.picture.Image = picture
	for i, line := range p.lines {
		text := ""
		if i < len(lines) {
			text = lines[i]
		}
		core.SetStyledText(line, text, fyne.TextStyle{Monospace: true})
		line.Refresh()
	}
	p.picture.Refresh()
}

// escapes matches a terminal's escape sequences for colours.
var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// sample returns the start of what will be written: a picture, or as many lines as fit.
func (s sheet) sample(subpages []int) (image.Image, []string) {
	s.form.Raw = export.RawDocument(s.from.Store, s.scene.Answer, s.form.Format)
	var made bytes.Buffer
	if err := s.form.Write(&made, s.scene.Document, subpages, s.guide); err != nil {
		return nil, []string{words.Whole(err)}
	}
	if s.form.Format == export.PNG {
		picture, err := png.Decode(&made)
		if err != nil {
			return nil, nil
		}
		return picture, nil
	}
	var lines []string
	for line := range strings.Lines(strings.TrimPrefix(made.String(), export.ByteOrderMark)) {
		runes := []rune(escapes.ReplaceAllString(strings.TrimRight(line, "\r\n"), ""))
		for first := true; first || len(runes) > 0; first = false {
			n := min(len(runes), previewColumns)
			lines = append(lines, strings.ReplaceAll(string(runes[:n]), "\t", "  "))
			if runes = runes[n:]; len(lines) == previewLines {
				return nil, lines
			}
		}
	}
	return nil, lines
}
