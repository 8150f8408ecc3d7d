package window

import (
	"strings"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/assets"
	"sextant/widgets/reading"
)

// TellOfCrash offers the report of how the program ended the last time.
func (w *Window) TellOfCrash(report string) {
	m := words.Message{Sentence: say.Text("crash.last"), Hint: say.Text("crash.last.hint")}
	w.Offer(host.AboutNothing, m, say.Text("notice.show"), func() {
		if w.openFolder(report) != nil {
			w.Tell(host.AboutNothing, words.Message{Sentence: say.Text("crash.unopened"), Hint: report})
		}
	})
}

// tellOfNews offers once, in one window, to tell what is new where another version was used before. The first one that is
// used tells nothing.
func (w *Window) tellOfNews() {
	if before := w.parts.Box.Get().Version; w.Speaks() && before != "" && before != assets.Version {
		w.parts.Box.Change(func(s *settings.Settings) { s.Version = assets.Version })
		w.Offer(host.AboutNews, words.Message{Sentence: say.Text("news.version", "Version", assets.Version)}, say.Text("news.title"), w.showNews)
	}
}

// showNews tells what is new in this version and in those before.
func (w *Window) showNews() {
	host.ShowText(w, say.Text("news.title"), fyne.NewSize(560, 480), news(), nil)
}

// news reads what is new in the language in use: a line for a version, and lines behind it for what it brought. That there
// is such a file is tested.
func news() (list []reading.Passage) {
	text, err := assets.News.ReadFile("news/" + say.InUse() + ".txt")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "# "):
			list = append(list, reading.Passage{Kind: reading.Heading, Text: strings.TrimPrefix(line, "# ")})
		default:
			list = append(list, reading.Passage{Text: line})
		}
	}
	return list
}
