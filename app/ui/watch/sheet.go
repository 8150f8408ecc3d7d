package watch

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/app/ui/host"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// A sheet is the dialog in which the user chooses a line of a page to watch, and which changes count.
type sheet struct {
	presenter *Presenter
	dialog    *dialog.Dialog
	page      int
	lines     []teletext.TextLine

	line    *control.Choice
	when    *control.Choice
	numbers *fyne.Container // a button for each number of the line
	number  int             // the index of the chosen one
	bound   *control.Entry
	more    *fyne.Container // the rule for a number
	found   *widget.Label   // a sentence about how the line is found again
}

// sides returns the kinds of rules, in the order of the choice.
func sides() []store.Side { return []store.Side{store.AnyChange, store.Above, store.Below} }

func sideWords() []string {
	return []string{say.Text("watch.any"), say.Text("watch.above"), say.Text("watch.below")}
}

// WatchLine opens the sheet for the page on screen, at the line for which its menu was opened, or at the first one with
// a number.
func (p *Presenter) WatchLine() {
	doc := p.parts.Nav.Document()
	if doc == nil {
		return
	}
	subpage, row := p.parts.Line()
	lines := doc.ContentLines(subpage)
	if len(lines) == 0 {
		p.host.Mention(say.Text("watch.noLines"))
		return
	}
	newSheet(p, doc.Number, lines).open(row)
}

func newSheet(p *Presenter, page int, lines []teletext.TextLine) *sheet {
	s := &sheet{presenter: p, page: page, dialog: p.host.NewServiceDialog(say.Text("watch.line.title", "Page", page))}
	for _, l := range lines { // the texts of a choice must be unique
		if !slices.ContainsFunc(s.lines, func(o teletext.TextLine) bool { return o.Text == l.Text }) {
			s.lines = append(s.lines, l)
		}
	}
	var texts []string
	for _, l := range s.lines {
		texts = append(texts, l.Text)
	}
	keys := s.dialog.Keys()
	s.line = control.NewChoice(keys, texts, func(string) { s.lineChanged() })
	s.when = control.NewChoice(keys, sideWords(), func(string) { s.show() })
	s.bound = control.NewEntry(keys, "").Named(say.Text("watch.bound"))
	s.bound.OnChanged = func(string) { s.dialog.SetStatus("") }
	s.numbers, s.found = container.NewHBox(), widget.NewLabel("")
	s.found.Wrapping = fyne.TextWrapWord
	s.more = container.NewVBox(
		label(say.Text("watch.number")), s.numbers, label(say.Text("watch.bound")), s.bound,
	)
	return s
}

// label makes the label of the control below it.
func label(text string) fyne.CanvasObject {
	line := core.NewLine(theme.TextSize(), theme.ColorNamePlaceHolder)
	line.SetText(text)
	return line
}

func (s *sheet) open(row int) {
	s.line.Selected = s.first(row).Text
	s.dialog.SetScrolled(container.NewVBox(
		label(say.Text("watch.theLine")), s.line, label(say.Text("watch.when")), s.when, s.more, s.found,
	))
	follow := control.NewPushButton(s.dialog.Keys(), say.Text("watch.start"), s.follow).Strong()
	s.dialog.SetButtons(host.CloseButton(s.dialog, say.Text("button.cancel")), follow)
	s.lineChanged()
	s.presenter.host.Open(s.dialog, fyne.NewSize(460, 400), s.line, nil)
}

// first returns the line to choose first: that of a row, or the first one with a figure, or the first one.
func (s *sheet) first(row int) teletext.TextLine {
	at := slices.IndexFunc(s.lines, func(l teletext.TextLine) bool { return l.Row == row })
	if at < 0 {
		at = teletext.FirstFigure(s.lines)
	}
	return s.lines[max(0, at)]
}

// chosen returns the chosen line.
func (s *sheet) chosen() teletext.TextLine { return s.lines[s.line.SelectedIndex()] }

func (s *sheet) side() store.Side { return sides()[max(0, s.when.SelectedIndex())] }

// lineChanged updates the sheet for the chosen line: without numbers the only rule is any change.
func (s *sheet) lineChanged() {
	line := s.chosen()
	numbers := teletext.LineNumbers(line.Text)
	offered := sideWords()
	if len(numbers) == 0 {
		offered = offered[:1]
		s.when.SetWords(offered, offered[0])
	} else {
		s.when.SetWords(offered, s.when.Selected)
	}
	s.numbers.RemoveAll()
	for i, n := range numbers {
		s.numbers.Add(control.NewPushButton(s.dialog.Keys(), n.Text, func() { s.chooseNumber(i) }))
	}
	found := "watch.byWords"
	if !teletext.HasWords(line.Text) {
		found = "watch.byPlace"
	}
	s.found.SetText(say.Text(found, "Page", s.page, "Row", line.Row+1) + " " + say.Text("watch.often"))
	s.chooseNumber(0)
}

// chooseNumber chooses one of the line's numbers, which is also the first value of the bound.
func (s *sheet) chooseNumber(i int) {
	s.number = i
	if numbers := teletext.LineNumbers(s.chosen().Text); i < len(numbers) {
		s.bound.SetText(numbers[i].Text)
	}
	for k, o := range s.numbers.Objects {
		o.(*control.PushButton).SetStrong(k == i)
	}
	s.show()
}

// show shows the controls of the chosen rule.
func (s *sheet) show() {
	core.SetVisible(s.more, s.side() != store.AnyChange)
	s.dialog.Refresh()
}

// follow watches the line, or shows what is wrong.
func (s *sheet) follow() {
	rule := store.Rule{Side: s.side()}
	if rule.Side != store.AnyChange {
		bound, ok := teletext.ParseNumber(s.bound.Text)
		if !ok {
			s.dialog.SetStatus(say.Text("watch.noNumber", "Text", s.bound.Text))
			s.dialog.Focus(s.bound)
			return
		}
		rule.Number, rule.Bound = s.number, bound
	}
	s.dialog.Close()
	s.presenter.addLine(s.page, s.chosen(), rule)
}
