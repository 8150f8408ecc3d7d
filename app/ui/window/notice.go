package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/access"
	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A noticeKind is the kind of a notice, with its own sign and colour.
type noticeKind int

// The kinds.
const (
	troubleNotice noticeKind = iota // a problem
	infoNotice                      // information
	doneNotice                      // a completed action
)

// icon returns the sign of a kind, in its colour.
func (k noticeKind) icon() fyne.Resource {
	switch k {
	case doneNotice:
		return theme.NewSuccessThemedResource(theme.ConfirmIcon())
	case infoNotice:
		return theme.NewPrimaryThemedResource(theme.InfoIcon())
	}
	return theme.NewWarningThemedResource(theme.WarningIcon())
}

// A notice is a card over the page with a sentence about what happened, and one about what to do.
type notice struct {
	core.Base
	card           *core.Surface
	icon           *widget.Icon
	sentence, hint *core.Lines
	action, close  *control.Button
}

var _ fyne.Widget = (*notice)(nil)

// newNotice makes a hidden notice. dismissed is called when the user closes it, and pointer when the pointer enters or
// leaves it.
func newNotice(tips *core.Tips, keys core.Keys, dismissed func(), pointer func(here bool)) *notice {
	n := &notice{
		card: core.NewCard(), icon: widget.NewIcon(troubleNotice.icon()),
		sentence: core.NewLines(14, theme.ColorNameForeground), hint: core.NewLines(12, theme.ColorNamePlaceHolder),
	}
	n.card.OnPointer = pointer
	n.action = control.NewTextButton(tips, "-", "", func() {}).Keyed(keys)
	n.close = control.NewButton(tips, core.Icon("clear"), say.Text("notice.close"), dismissed).Keyed(keys)
	n.ExtendBaseWidget(n)
	n.Hide()
	return n
}

// say shows the notice. action is the text of its button; there is none if do is nil.
func (n *notice) say(kind noticeKind, sentence, hint, action string, do func()) {
	n.icon.SetResource(kind.icon())
	n.sentence.SetText(sentence)
	n.hint.SetText(hint)
	n.action.Hidden = do == nil
	if do != nil {
		n.action.SetAction(action, do)
	}
	n.Show()
	n.Refresh()
}

// hasKeys reports whether one of the notice's buttons is focused.
func (n *notice) hasKeys() bool { return core.HasKeys(n.action, n.close) }

// said returns the notice's sentence, "" while it is hidden.
func (n *notice) said() string {
	if n.Hidden {
		return ""
	}
	return n.sentence.Text()
}

// Describe describes the notice's text.
func (n *notice) Describe(t *core.Accessibility) {
	t.Role, t.Name, t.Description = access.Notice, n.sentence.Text(), n.hint.Text()
	t.Within = []fyne.CanvasObject{n.action, n.close}
}

// widthWanted returns the width in which each sentence fits on one line.
func (n *notice) widthWanted() float32 {
	words := max(core.TextWidth(n.sentence.Text(), 14, fyne.TextStyle{}),
		core.TextWidth(n.hint.Text(), 12, fyne.TextStyle{}))
	return words + n.besides() + 2
}

// The sizes of a notice's parts.
const (
	noticeEdge = 10
	noticeIcon = 20
)

// besides returns the width of what is beside the words.
func (n *notice) besides() float32 {
	width := float32(2*noticeEdge + noticeIcon + noticeEdge + control.ButtonSide)
	if !n.action.Hidden {
		width += n.action.MinSize().Width + noticeEdge
	}
	return width
}

// CreateRenderer implements fyne.Widget.
func (n *notice) CreateRenderer() fyne.WidgetRenderer {
	return &noticeRenderer{core.Face{n.card, n.icon, n.sentence, n.hint, n.action, n.close}, n}
}

type noticeRenderer struct {
	core.Face
	notice *notice
}

// MinSize implements fyne.WidgetRenderer. The height depends on the notice's width.
func (r *noticeRenderer) MinSize() fyne.Size {
	n := r.notice
	n.breakLines()
	return fyne.NewSize(n.besides()+80, max(44, n.sentence.Height()+n.hint.Height()+7))
}

// breakLines wraps the words for the notice's width, and returns the width of the words.
func (n *notice) breakLines() (width float32) {
	width = n.Size().Width - n.besides()
	n.sentence.SetWidth(width)
	n.hint.SetWidth(width)
	return width
}

func (r *noticeRenderer) Layout(size fyne.Size) {
	n := r.notice
	n.card.Resize(size)
	n.icon.Resize(fyne.NewSquareSize(noticeIcon))
	n.icon.Move(fyne.NewPos(noticeEdge, (size.Height-noticeIcon)/2))
	x := size.Width - control.ButtonSide - 5
	core.PutMiddle(n.close, x, 0, control.ButtonSide, size.Height)
	if !n.action.Hidden {
		width := n.action.MinSize().Width
		x -= width + 5
		core.PutMiddle(n.action, x, 0, width, size.Height)
	}
	left := float32(2*noticeEdge + noticeIcon)
	words := n.breakLines()
	sentence, hint := n.sentence.Height(), n.hint.Height()
	y := (size.Height - sentence - hint) / 2
	n.sentence.Resize(fyne.NewSize(words, sentence))
	n.sentence.Move(fyne.NewPos(left, y))
	n.hint.Resize(fyne.NewSize(words, hint))
	n.hint.Move(fyne.NewPos(left, y+sentence))
}

func (r *noticeRenderer) Refresh() {
	r.Layout(r.notice.Size())
	for _, o := range r.Face {
		o.Refresh()
	}
}
