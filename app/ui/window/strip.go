package window

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/access"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A strip is a slim bar above the page with a sentence and buttons, until it is closed.
type strip struct {
	core.Base
	words   *core.Lines
	actions []*control.Button
	close   *control.Button
	band    *core.Surface
}

var _ fyne.Widget = (*strip)(nil)

// A stripAction is a button of a strip.
type stripAction struct {
	title string
	do    func()
}

// newStrip makes a visible strip. closed is called when it is closed.
func newStrip(tips *core.Tips, keys core.Keys, words, closeTip string, closed func(), actions ...stripAction) *strip {
	s := &strip{
		band: core.NewBand(), words: core.NewLines(13, theme.ColorNameForeground),
		close: control.NewButton(tips, core.Icon("clear"), closeTip, closed).Keyed(keys),
	}
	for _, a := range actions {
		s.actions = append(s.actions, control.NewSmallButton(tips, a.title, "", a.do).Keyed(keys))
	}
	s.words.SetMost(2)
	s.words.SetText(words)
	s.ExtendBaseWidget(s)
	return s
}

// hasKeys reports whether one of the strip's buttons is focused.
func (s *strip) hasKeys() bool {
	return core.HasKeys(s.close) ||
		slices.ContainsFunc(s.actions, func(b *control.Button) bool { return core.HasKeys(b) })
}

func (s *strip) buttons() (list []fyne.CanvasObject) {
	for _, a := range s.actions {
		list = append(list, a)
	}
	return append(list, s.close)
}

// Describe describes the strip's text.
func (s *strip) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Within = access.Status, s.words.Text(), s.buttons()
}

const stripHeight = 36

// CreateRenderer implements fyne.Widget.
func (s *strip) CreateRenderer() fyne.WidgetRenderer {
	return &stripRenderer{append(core.Face{s.band, s.words}, s.buttons()...), s}
}

type stripRenderer struct {
	core.Face
	strip *strip
}

func (r *stripRenderer) MinSize() fyne.Size {
	last := r.strip.actions[len(r.strip.actions)-1]
	return fyne.NewSize(last.MinSize().Width+control.ButtonSide+100, stripHeight+r.strip.words.More())
}

// Layout lays out the words first. If there is no room for them, the first actions are hidden, and then the words wrap
// to a second line.
func (r *stripRenderer) Layout(size fyne.Size) {
	s := r.strip
	const edge, gap = 12, 8
	s.band.Resize(size)
	right := size.Width - control.ButtonSide - 5
	core.PutMiddle(s.close, right, 0, control.ButtonSide, size.Height)
	wanted := core.TextWidth(s.words.Text(), 13, fyne.TextStyle{}) + 1
	room, there := right-gap-edge, len(s.actions)
	for _, a := range s.actions {
		room -= a.MinSize().Width + gap
	}
	for ; room < wanted && there > 1; there-- {
		room += s.actions[len(s.actions)-there].MinSize().Width + gap
	}
	words := min(wanted, room)
	s.words.SetWidth(words)
	core.PutMiddle(s.words, edge, 0, words, size.Height)
	x := edge + words + gap
	for i, a := range s.actions {
		core.SetVisible(a, i >= len(s.actions)-there)
		if a.Visible() {
			core.PutMiddle(a, x, 0, a.MinSize().Width, size.Height)
			x += a.MinSize().Width + gap
		}
	}
}

func (r *stripRenderer) Refresh() {
	for _, o := range r.Face {
		o.Refresh()
	}
}
