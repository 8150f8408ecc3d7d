package shell

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A Strip says something slim above the page, with a way to do something about it, until it is closed.
type Strip struct {
	core.Base
	words   *core.Line
	actions []*control.Button
	close   *control.Button
	band    *core.Surface
}

var _ fyne.Widget = (*Strip)(nil)

// A StripAction is a button of a strip.
type StripAction struct {
	Title string
	Do    func()
}

// NewStrip makes a strip that is shown. closed is called when it is closed.
func NewStrip(tips *core.Tips, keys core.Keys, words, closeTip string, closed func(), actions ...StripAction) *Strip {
	s := &Strip{
		band: core.NewBand(), words: core.NewLine(13, theme.ColorNameForeground),
		close: control.NewButton(tips, core.Icon("clear"), closeTip, closed).Keyed(keys),
	}
	for _, a := range actions {
		s.actions = append(s.actions, control.NewSmallButton(tips, a.Title, "", a.Do).Keyed(keys))
	}
	s.words.SetText(words)
	s.ExtendBaseWidget(s)
	return s
}

// HasKeys tells whether the keyboard is in the strip.
func (s *Strip) HasKeys() bool {
	return core.HasKeys(s.close) || slices.ContainsFunc(s.actions, func(b *control.Button) bool { return core.HasKeys(b) })
}

func (s *Strip) buttons() (list []fyne.CanvasObject) {
	for _, a := range s.actions {
		list = append(list, a)
	}
	return append(list, s.close)
}

// Tell tells what the strip says.
func (s *Strip) Tell(t *core.Telling) {
	t.Role, t.Name, t.Within = access.Status, s.words.Text(), s.buttons()
}

const stripHeight = 36

// CreateRenderer makes what is drawn.
func (s *Strip) CreateRenderer() fyne.WidgetRenderer {
	return &stripRenderer{append(core.Face{s.band, s.words}, s.buttons()...), s}
}

type stripRenderer struct {
	core.Face
	strip *Strip
}

func (r *stripRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.actionsWidth()+control.ButtonSide+100, stripHeight)
}

const stripGap = 8

func (r *stripRenderer) actionsWidth() (width float32) {
	for _, a := range r.strip.actions {
		width += a.MinSize().Width + stripGap
	}
	return width
}

func (r *stripRenderer) Layout(size fyne.Size) {
	s := r.strip
	const edge = 12
	s.band.Resize(size)
	right := size.Width - control.ButtonSide - 5
	core.PutMiddle(s.close, right, 0, control.ButtonSide, size.Height)
	words := min(core.TextWidth(s.words.Text(), 13, fyne.TextStyle{})+1, right-r.actionsWidth()-stripGap-edge)
	core.PutMiddle(s.words, edge, 0, words, size.Height)
	x := edge + words + stripGap
	for _, a := range s.actions {
		core.PutMiddle(a, x, 0, a.MinSize().Width, size.Height)
		x += a.MinSize().Width + stripGap
	}
}

func (r *stripRenderer) Refresh() {
	for _, o := range r.Face {
		o.Refresh()
	}
}
