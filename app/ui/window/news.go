package window

import (
	"errors"
	"io/fs"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/assets"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
)

// OfferCrashReport offers the report of the last run's crash, or of a failure that this one has survived.
func (w *Window) OfferCrashReport(report string, survived bool) {
	sentence := "crash.last"
	if survived {
		sentence = "crash.caught"
	}
	m := words.Message{Sentence: say.Text(sentence), Hint: say.Text("crash.last.hint")}
	w.Offer(host.AboutNothing, m, say.Text("notice.show"), func() {
		if w.openFolder(report) != nil {
			w.ShowNotice(host.AboutNothing, words.Message{Sentence: say.Text("crash.unopened"), Hint: report})
		}
	})
}

// A newsDialog shows what is new in this version.
type newsDialog struct{ window *Window }

// offer offers the dialog once, in one window, if another version was used before.
func (n *newsDialog) offer() {
	w := n.window
	if before := w.parts.Box.Get().Version; w.Speaks() && before != "" && before != assets.Version {
		w.parts.Box.Change(func(s *settings.Settings) { s.Version = assets.Version })
		w.Offer(host.AboutNews, words.Message{Sentence: say.Text("news.version", "Version", assets.Version)},
			say.Text("news.title"), n.show)
	}
}

// A novelty is a new feature with its command; a heading has none.
type novelty struct{ command, text string }

// show lists what is new in this version and in those before, each with a button that runs its command.
func (n *newsDialog) show() {
	w := n.window
	d := w.NewDialog(say.Text("news.title"))
	var rows []*dialog.Row
	for _, item := range news() {
		if item.command == "" {
			rows = append(rows, dialog.NewHeading(item.text))
			continue
		}
		text := core.NewLines(theme.TextSize(), theme.ColorNameForeground)
		text.SetText(item.text)
		do := control.NewPushButton(d.Keys(), strings.TrimRight(w.Command(item.command).Title, " …"), func() {
			d.Close()
			w.table.Do(item.command)
		})
		rows = append(rows, dialog.NewPlain(dialog.NewColumn(text, dialog.NewButtons(do))))
	}
	d.SetRows(rows...)
	leave := host.CloseButton(d, say.Text("button.close"))
	d.SetButtons(leave)
	w.Open(d, fyne.NewSize(480, 480), leave, nil)
}

// news parses the file of new features in the language in use, or in English if the language has none: a line with #
// for a version, and for each feature a text after the ID of a command in brackets.
func news() (list []novelty) {
	text, err := assets.News.ReadFile("news/" + say.InUse() + ".txt")
	if errors.Is(err, fs.ErrNotExist) {
		text, err = assets.News.ReadFile("news/en.txt")
	}
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		id, what, _ := strings.Cut(strings.TrimPrefix(line, "["), "] ")
		switch {
		case line == "":
		case strings.HasPrefix(line, "# "):
			list = append(list, novelty{text: strings.TrimPrefix(line, "# ")})
		default:
			list = append(list, novelty{id, what})
		}
	}
	return list
}
