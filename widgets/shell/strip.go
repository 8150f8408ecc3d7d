package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A Strip says something slim above the page, with a way to do something about it, until it is closed.
type Strip struct {
	core.Base
	words         *core.Line
	action, close *control.Button
	band          *core.Surface
}

var _ fyne.Widget = (*Strip)(nil)

// NewStrip makes a strip that is shown. act is what the button with the word does, and closed is called when it is closed.
func NewStrip(tips *core.Tips, keys core.Keys, words, action string, act func(), closeTip string, closed func()) *Strip {
	s := &Strip{
		band: core.NewBand(), words: core.NewLine(13, theme.ColorNameForeground),
		action: control.NewSmallButton(tips, action, "", act).Keyed(keys), close: control.NewButton(tips, core.Icon("clear"), closeTip, closed).Keyed(keys),
	}
	s.words.SetText(words)
	s.ExtendBaseWidget(s)
	return s
}

// HasKeys tells whether the keyboard is in the strip.
func (s *Strip) HasKeys() bool { return core.HasKeys(s.action, s.close) }

// Tell tells what the strip says.
func (s *Strip) Tell(t *core.Telling) {
	t.Role, t.Name, t.Within = access.Status, s.words.Text(), []fyne.CanvasObject{s.action, s.close}
}

const stripHeight = 36

// CreateRenderer makes what is drawn.
func (s *Strip) CreateRenderer() fyne.WidgetRenderer {
	return &stripRenderer{core.Face{s.band, s.words, s.action, s.close}, s}
}

type stripRenderer struct {
	core.Face
	strip *Strip
}

func (r *stripRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.strip.action.MinSize().Width+control.ButtonSide+100, stripHeight)
}

func (r *stripRenderer) Layout(size fyne.Size) {
	s := r.strip
	const edge, gap = 12, 12
	s.band.Resize(size)
	right := size.Width - control.ButtonSide - 5
	core.PutMiddle(s.close, right, 0, control.ButtonSide, size.Height)
	button := s.action.MinSize().Width
	words := min(core.TextWidth(s.words.Text(), 13, fyne.TextStyle{})+1, right-gap-button-gap-edge)
	core.PutMiddle(s.words, edge, 0, words, size.Height)
	core.PutMiddle(s.action, edge+words+gap, 0, button, size.Height)
}

func (r *stripRenderer) Refresh() {
	for _, o := range r.Face {
		o.Refresh()
	}
}
