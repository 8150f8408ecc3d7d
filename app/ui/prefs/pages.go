package prefs

import (
	"cmp"
	"math"
	"slices"

	"sextant/app/api"
	"sextant/app/render"
	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/command"
	"sextant/app/ui/host"
	"sextant/app/voice"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
)

// makeDisplay makes the page with the look of pages and windows.
func (s *sheet) makeDisplay() {
	var drawings []word[settings.DrawingKind]
	for _, k := range settings.DrawingKinds() {
		drawings = append(drawings, word[settings.DrawingKind]{k, k.Title()})
	}
	var themes []word[settings.ThemeKind]
	for _, k := range settings.ThemeKinds() {
		themes = append(themes, word[settings.ThemeKind]{k, k.Title()})
	}
	var palettes []word[string]
	for _, p := range render.Palettes() {
		palettes = append(palettes, word[string]{p.Name, words.Palette(p.Name)})
	}
	languages := []word[string]{{"", say.Text("language.system")}}
	for _, l := range say.Languages() {
		languages = append(languages, word[string]{l.Tag, l.Title})
	}
	language := chosen(s, say.Text("language.title"), "", languages,
		func(now *settings.Settings) *string { return &now.Language }, noOther).Known(say.Text("language.words"))
	s.pages.SetRows(
		displayPage,
		language,
		chosen(s, say.Text("display.theme"), "", themes, func(now *settings.Settings) *settings.ThemeKind {
			return &now.Theme
		}, noOther).Known(say.Text("display.theme.words")),
		s.interfaceSize().Known(say.Text("display.interface.words")),
		s.integer(say.Text("display.startPage"), "", "", "startPage",
			func(now *settings.Settings) *int { return &now.StartPage }).
			orNone(say.Text("display.startPage.last")).Known(say.Text("display.startPage.words")),
		chosen(s, say.Text("display.drawing"), say.Text("display.drawing.help"), drawings,
			func(now *settings.Settings) *settings.DrawingKind { return &now.Drawing }, noOther).
			Known(say.Text("display.drawing.words")),
	)
	s.pages.SetMore(displayPage, append([]*dialog.Row{
		chosen(s, say.Text("display.palette"), say.Text("display.palette.help"), palettes,
			func(now *settings.Settings) *string { return &now.Palette }, noOther).
			Known(say.Text("display.palette.words")),
	}, s.pageParts()...)...)
}

// pageParts makes the switches of what is shown of a page.
func (s *sheet) pageParts() []*dialog.Row {
	return []*dialog.Row{
		s.onOff(say.Text("display.header"), say.Text("display.header.text"), "", func(now *settings.Settings) *bool {
			return &now.Header
		}).Known(say.Text("display.header.words")),
		s.onOff(say.Text("display.new"), say.Text("display.new.text"), say.Text("display.new.help"),
			func(now *settings.Settings) *bool { return &now.MarkNew }).Known(say.Text("display.new.words")),
		s.onOff(say.Text("display.preview"), say.Text("display.preview.text"), say.Text("display.preview.help"),
			func(now *settings.Settings) *bool { return &now.Preview }).Known(say.Text("display.preview.words")),
		s.onOff(say.Text("display.shape"), say.Text("display.shape.text"), "", func(now *settings.Settings) *bool {
			return &now.FourToThree
		}).Known(say.Text("display.shape.words")),
	}
}

// textSizeHelp returns a sentence with the keys that change the size of text.
func textSizeHelp(h host.Host) string {
	var keys []command.Key
	for _, id := range [...]string{"page.larger", "page.smaller"} {
		keys = append(keys, h.Command(id).Keys...)
	}
	return say.Text("display.textSize.help", "Keys", (&command.Command{Keys: keys}).InBrackets())
}

// makeAccess makes the page with the settings of accessibility.
func (s *sheet) makeAccess() {
	var flashes []word[settings.FlashMode]
	for _, m := range settings.FlashModes() {
		flashes = append(flashes, word[settings.FlashMode]{m, m.Title()})
	}
	s.pages.SetRows(
		accessPage,
		s.number(say.Text("display.textSize"), "", textSizeHelp(s.host), "",
			func(now *settings.Settings) int { return int(math.Round(float64(now.ReadingSize))) },
			func(now *settings.Settings, v int) {
				now.ReadingSize = float32(v)
			}).bounded(settings.LeastReadingSize, settings.MostReadingSize).Known(say.Text("display.textSize.words")),
		chosen(s, say.Text("display.flash"), say.Text("display.flash.help"), flashes,
			func(now *settings.Settings) *settings.FlashMode { return &now.Flash }, noOther).
			Known(say.Text("display.flash.words")),
		s.onOff(say.Text("display.pointer"), say.Text("display.pointer.text"), "", func(now *settings.Settings) *bool {
			return &now.LargePointer
		}).Known(say.Text("display.pointer.words")),
	)
	s.pages.SetMore(
		accessPage,
		s.onOff(say.Text("display.patient"), say.Text("display.patient.text"),
			say.Text("display.patient.help"), func(now *settings.Settings) *bool { return &now.Patient }).
			Known(say.Text("display.patient.words")),
		pause(s, say.Text("display.scan"), say.Text("display.scan.help"),
			func(now *settings.Settings) *int { return &now.Scan }, 1, 2, 3, 5, 8).
			Known(say.Text("display.scan.words")),
	)
}

// interfaceSize makes the choice of the interface's size.
func (s *sheet) interfaceSize() *dialog.Row {
	list := []word[int]{{0, say.Text("display.interface.screen")}}
	for _, n := range []int{settings.LeastInterfaceSize, 90, 110, 125, 150, 175, 200, 250, settings.MostInterfaceSize} {
		list = append(list, word[int]{n, words.Percent(n)})
	}
	why := say.Text("display.interface.help")
	if s.parts.SizeIsGiven {
		why = say.Text("display.interface.given")
	}
	return chosen(s, say.Text("display.interface"), why, list,
		func(now *settings.Settings) *int { return &now.InterfaceSize }, words.Percent)
}

func (s *sheet) makeSound() {
	var speeds []word[float64]
	for _, v := range []float64{0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3} {
		speeds = append(speeds, word[float64]{v, words.Times(v)})
	}
	s.pages.SetRows(
		soundPage,
		chosen(s, say.Text("soundPrefs.speed"), say.Text("soundPrefs.speed.help"), speeds,
			func(now *settings.Settings) *float64 { return &now.Speed }, words.Times).
			Known(say.Text("soundPrefs.speed.words")),
		s.onOff(say.Text("soundPrefs.loudness"), say.Text("soundPrefs.loudness.text"),
			say.Text("soundPrefs.loudness.help"), func(now *settings.Settings) *bool { return &now.Even }).
			Known(say.Text("soundPrefs.loudness.words")),
		s.integer(say.Text("voicePrefs.rate"), hundredths(), "", "voiceRate",
			func(now *settings.Settings) *int { return &now.VoiceRate }).row.Known(say.Text("voicePrefs.rate.words")),
		s.voice().Known(say.Text("voicePrefs.voice.words")),
	)
	s.pages.SetMore(soundPage, s.voiceLanguage().Known(say.Text("voicePrefs.language.words")))
}

// voice makes the choice of the engine's voices.
func (s *sheet) voice() *dialog.Row {
	anyone := say.Text("voicePrefs.anyVoice")
	names := []string{anyone}
	choice := control.NewChoice(s.dialog.Keys(), names, func(name string) {
		if name == anyone {
			name = ""
		}
		s.changeSettings(func(now *settings.Settings) { now.Voice = name })
	})
	row := dialog.NewRow(s.dialog.Keys(), say.Text("voicePrefs.voice"), "", choice,
		func() { s.changeSettings(func(now *settings.Settings) { now.Voice = "" }) }).Usually(anyone)
	show := func(now settings.Settings) {
		choice.SetWords(names, cmp.Or(now.Voice, anyone))
		row.SetOwn(now.Voice != "")
	}
	s.options = append(s.options, option{show: show})
	s.voices = func(list []string) {
		if names = append(names, list...); !s.closed && len(list) > 0 {
			row.Offers(names...)
			show(s.now())
		}
	}
	return row
}

// voiceLanguage makes the choice of the language for reading aloud.
func (s *sheet) voiceLanguage() *dialog.Row {
	list := []word[string]{{"", say.Text("voicePrefs.serviceLanguage")}}
	for _, l := range voice.Languages() {
		list = append(list, word[string]{l[0], l[1]})
	}
	other := func(tag string) string { return tag }
	return chosen(s, say.Text("voicePrefs.language"), say.Text("voicePrefs.language.help"),
		list, func(now *settings.Settings) *string { return &now.VoiceLanguage }, other)
}

// makeAdvanced makes the page with advanced settings. Those that only a file has are in the guide to reading.
func (s *sheet) makeAdvanced() {
	views := []word[settings.ViewKind]{{"", say.Text("display.lastView")}}
	for _, k := range settings.ViewKinds() {
		views = append(views, word[settings.ViewKind]{k, k.Title()})
	}
	var orders []word[settings.DownloadOrder]
	for _, o := range settings.DownloadOrders() {
		orders = append(orders, word[settings.DownloadOrder]{o, o.Title()})
	}
	rows := []*dialog.Row{
		pause(s, say.Text("advanced.refresh"), say.Text("advanced.refresh.help"),
			func(now *settings.Settings) *int { return &now.Refresh }, 30, 60, 120, 300, 900).
			Known(say.Text("advanced.refresh.words")),
		chosen(s, say.Text("display.startView"), "", views,
			func(now *settings.Settings) *settings.ViewKind { return &now.StartView }, noOther).
			Known(say.Text("display.startView.words")),
		s.onOff(say.Text("display.mosaics"), say.Text("display.mosaics.text"),
			say.Text("display.mosaics.help"), func(now *settings.Settings) *bool { return &now.CopySextants }).
			Known(say.Text("display.mosaics.words")),
		chosen(s, say.Text("soundPrefs.order"), "", orders,
			func(now *settings.Settings) *settings.DownloadOrder { return &now.Order }, noOther).
			Known(say.Text("soundPrefs.order.words")),
		s.number(say.Text("soundPrefs.volume"), hundredths(), "", "",
			func(now *settings.Settings) int { return int(math.Round(100 * now.Volume)) },
			func(now *settings.Settings, v int) {
				now.Volume = float64(v) / 100
			}).bounded(0, 100).Known(say.Text("soundPrefs.volume.words")),
		s.profileRow().Known(say.Text("storage.profile.words")),
		s.onOff(say.Text("developers.title"), say.Text("developers.text"), say.Text("developers.help"),
			func(now *settings.Settings) *bool { return &now.Developers }).Known(say.Text("developers.words")),
	}
	s.showFormat(rows)
}

// showFormat shows the advanced rows, and the choice of the documents' format only to developers.
func (s *sheet) showFormat(rows []*dialog.Row) {
	formats := []word[api.Format]{{api.JSON, "JSON"}, {api.XML, "XML"}}
	format := chosen(s, say.Text("advanced.format"), "", formats,
		func(now *settings.Settings) *api.Format { return &now.Format }, noOther).
		Known(say.Text("advanced.format.words"))
	shown := 0
	s.options = append(s.options, option{show: func(now settings.Settings) {
		all := rows
		if now.Developers {
			all = append(slices.Clone(rows), format)
		}
		if shown != len(all) {
			shown = len(all)
			s.pages.SetRows(advancedPage, all...)
		}
	}})
	s.pages.SetRows(advancedPage, rows...)
}

// leads makes a button that closes the settings and runs a command.
func (s *sheet) leads(title, id string) *control.PushButton {
	return control.NewPushButton(s.dialog.Keys(), title, func() {
		if s.dialog.Close(); s.closed {
			s.parts.Table().Do(id)
		}
	})
}
