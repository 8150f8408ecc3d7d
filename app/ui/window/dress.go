package window

import (
	"encoding/json"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/loop"
	"sextant/widgets/core"
)

// Wear applies the look of the settings to all of a toolkit's windows, from now on.
func Wear(a fyne.App, box *settings.Box, now func() time.Time) *loop.Dress {
	dress, worn := loop.NewDress(a, now), box.Get().Look
	put := func() { dress.Wear(themeOf(worn.Theme), worn.InterfaceSize) }
	put()
	box.On(settings.LookPart, func() {
		now := box.Get().Look
		if other := now.Theme != worn.Theme || now.InterfaceSize != worn.InterfaceSize; other {
			worn = now
			put()
		}
	})
	return dress
}

// themeOf returns the theme of a kind.
func themeOf(k settings.ThemeKind) fyne.Theme {
	switch k {
	case settings.LightTheme:
		return core.LightTheme()
	case settings.ContrastTheme:
		return core.ContrastTheme()
	case settings.SystemTheme:
		return core.SystemTheme()
	}
	return core.Theme()
}

// Translate translates the toolkit's own texts, those of the menu of text fields, to the language in use.
func Translate() {
	own := map[string]string{
		"Cut": say.Text("edit.cut"), "Copy": say.Text("edit.copy"),
		"Paste": say.Text("edit.paste"), "Select all": say.Text("edit.selectAll"),
		"Undo": say.Text("edit.undo"), "Redo": say.Text("edit.redo"), "Quit": say.Text("program.quit"),
	}
	data, err := json.Marshal(own)
	if err == nil {
		err = lang.AddTranslationsForLocale(data, lang.SystemLocale())
	}
	if err != nil {
		slog.Warn("the toolkit's words", "error", err)
	}
}
