package shell

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A Notice is a strip that says in a sentence what happened, and in another what can be done.
type Notice struct {
	widget.BaseWidget
	sentence, hint *core.Line
	action         *control.Button
	content        fyne.CanvasObject
}

var _ fyne.Widget = (*Notice)(nil)

// NewNotice makes a hidden notice. dismissed is called when the user closes it.
func NewNotice(tips *core.Tips, dismissed func()) *Notice {
	n := &Notice{sentence: core.NewLine(14, theme.ColorNameForeground), hint: core.NewLine(11.5, theme.ColorNamePlaceHolder)}
	n.action = control.NewTextButton(tips, "-", "", func() {})
	icon := widget.NewIcon(theme.NewWarningThemedResource(theme.InfoIcon()))
	buttons := container.NewHBox(container.NewCenter(n.action), container.NewCenter(control.NewButton(tips, core.Icon("clear"), "Close this notice", dismissed)))
	words := container.New(&core.TwoLines{}, n.sentence, n.hint)
	line := canvas.NewRectangle(theme.Color(theme.ColorNameSeparator))
	line.SetMinSize(fyne.NewSize(1, 1))
	n.content = container.NewBorder(line, nil, container.New(layout.NewCustomPaddedLayout(0, 0, 10, 0), container.NewCenter(icon)), buttons, words)
	n.ExtendBaseWidget(n)
	n.Hide()
	return n
}

// Say shows the notice. action is the word on its button, which is not there when do is nil.
func (n *Notice) Say(sentence, hint, action string, do func()) {
	n.sentence.SetText(sentence)
	n.hint.SetText(hint)
	n.hint.Hidden = hint == ""
	n.action.Hidden = do == nil
	if do != nil {
		n.action.SetAction(action, do)
	}
	n.Show()
	n.Refresh()
}

// Sentence is what the notice says, "" while it is hidden.
func (n *Notice) Sentence() string {
	if n.Hidden {
		return ""
	}
	return n.sentence.Text()
}

// CreateRenderer makes what is drawn.
func (n *Notice) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(n.content) }
