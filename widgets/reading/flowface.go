package reading

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"sextant/widgets/core"
)

// CreateRenderer implements fyne.Widget.
func (f *flow) CreateRenderer() fyne.WidgetRenderer {
	f.renderer = &flowRenderer{flow: f}
	f.renderer.Refresh()
	return f.renderer
}

type flowRenderer struct {
	flow     *flow
	selected []*canvas.Rectangle // one for each line
	read     []*canvas.Rectangle // one for each line
	fresh    []*canvas.Rectangle // one for each line, at the left
	links    []drawnLink
	objects  []fyne.CanvasObject
}

// A drawnLink is a part of a line that is a link, with its background.
type drawnLink struct {
	link int
	mark *canvas.Rectangle
}

func (r *flowRenderer) Destroy() {}

func (r *flowRenderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *flowRenderer) MinSize() fyne.Size { return fyne.NewSize(100, r.flow.height) }

func (r *flowRenderer) Layout(size fyne.Size) {
	if r.flow.width != size.Width {
		r.flow.width = size.Width
		r.flow.set()
	}
}

func (r *flowRenderer) Refresh() {
	f := r.flow
	r.selected, r.read, r.fresh, r.links, r.objects = nil, nil, nil, nil, nil
	for i := range f.lines {
		r.add(&f.lines[i])
	}
	r.mark()
	canvas.Refresh(f)
}

// add makes the objects of a line: its names, its words and its links.
func (r *flowRenderer) add(l *flowLine) {
	selected := canvas.NewRectangle(color.Transparent)
	read := canvas.NewRectangle(color.Transparent)
	fresh := canvas.NewRectangle(color.Transparent)
	r.selected, r.read, r.fresh = append(r.selected, selected), append(r.read, read), append(r.fresh, fresh)
	r.objects = append(r.objects, read, selected, fresh)
	for i, name := range l.names {
		r.put(name, 0, l.y+float32(i)*l.height, l, theme.ColorNamePlaceHolder)
	}
	runes := []rune(l.text)
	at, x := 0, l.x
	for _, k := range l.links {
		from, to := l.stretch(k)
		mark := canvas.NewRectangle(color.Transparent)
		mark.CornerRadius, mark.StrokeWidth = 3, 2
		mark.Move(fyne.NewPos(from-4, l.y))
		mark.Resize(fyne.NewSize(to-from+8, l.height))
		r.links, r.objects = append(r.links, drawnLink{k.link, mark}), append(r.objects, mark)
		r.put(string(runes[at:k.from]), x, l.y, l, theme.ColorNameForeground)
		r.put(string(runes[k.from:k.before]), from, l.y, l, theme.ColorNameHyperlink)
		r.underline(from, to, l)
		at, x = k.before, to
	}
	r.put(string(runes[at:]), x, l.y, l, theme.ColorNameForeground)
}

// put makes a text at a position.
func (r *flowRenderer) put(text string, x, y float32, l *flowLine, colour fyne.ThemeColorName) {
	if text == "" {
		return
	}
	t := core.StyledText(text, l.size, l.style)
	t.Color = theme.Color(colour)
	t.Move(fyne.NewPos(x, y))
	t.Resize(fyne.NewSize(t.MinSize().Width, l.height))
	r.objects = append(r.objects, t)
}

// underline draws a line below a link, so that it differs not only by its colour.
func (r *flowRenderer) underline(from, to float32, l *flowLine) {
	line := canvas.NewRectangle(theme.Color(theme.ColorNameHyperlink))
	line.Move(fyne.NewPos(from, l.y+l.height/2+l.size/2))
	line.Resize(fyne.NewSize(to-from, max(1, l.size/16)))
	r.objects = append(r.objects, line)
}

// mark draws the backgrounds of the selection and of the link below the pointer, and a ring around the focused link.
func (r *flowRenderer) mark() {
	f := r.flow
	from, to := f.from, f.to
	if to.before(from) {
		from, to = to, from
	}
	readFrom, readTo := f.readPlaces()
	for i := range min(len(f.lines), len(r.selected)) {
		l := f.lines[i]
		begin, end := f.selectedOf(i, from, to)
		fill := color.Color(color.Transparent)
		if end > begin {
			fill = theme.Color(theme.ColorNameSelection)
		}
		core.Cover(r.selected[i], fyne.NewPos(l.x+begin, l.y), fyne.NewSize(end-begin, l.height), fill)
		begin, end = f.selectedOf(i, readFrom, readTo)
		fill = color.Transparent
		if end > begin {
			fill = readColour
		}
		core.Cover(r.read[i], fyne.NewPos(l.x+begin, l.y), fyne.NewSize(end-begin, l.height), fill)
		fill = color.Transparent
		if f.isNew(i) {
			red, green, blue, _ := theme.Color(theme.ColorNamePrimary).RGBA()
			fill = color.NRGBA{uint8(red >> 8), uint8(green >> 8), uint8(blue >> 8), f.newsOpacity}
		}
		core.Cover(r.fresh[i], fyne.NewPos(l.x-newBeside, l.y), fyne.NewSize(newWidth, l.height), fill)
	}
	for _, k := range r.links {
		fill, edge := color.Color(color.Transparent), color.Color(color.Transparent)
		if k.link == f.hovered {
			fill = theme.Color(theme.ColorNameHover)
		}
		if f.focused && k.link == f.walked {
			edge = theme.Color(theme.ColorNameForeground)
		}
		if k.mark.FillColor != fill || k.mark.StrokeColor != edge {
			k.mark.FillColor, k.mark.StrokeColor = fill, edge
			k.mark.Refresh()
		}
	}
}

// selectedOf returns the start and the end of the selection in a line.
func (f *flow) selectedOf(line int, from, to flowPlace) (begin, end float32) {
	if line < from.line || line > to.line || from == to {
		return 0, 0
	}
	l := f.lines[line]
	runes := []rune(l.text)
	if line == from.line {
		begin = core.TextWidth(string(runes[:min(from.char, len(runes))]), l.size, l.style)
	}
	stop := len(runes)
	if line == to.line {
		stop = min(to.char, stop)
	}
	return begin, core.TextWidth(string(runes[:stop]), l.size, l.style)
}
