package find

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/widgets/control"
	"sextant/widgets/core"
)

// A collectProgress is how far all pages are collected, in words and as a share of the whole, negative while not known.
type collectProgress struct {
	text            string
	share           float64
	running, paused bool
}

// A collectFoot is the foot of the list of pages: a button to collect them all, or the progress.
type collectFoot struct {
	content *fyne.Container
	start   *control.Button
	running *fyne.Container
	bar     *core.Progress
	text    *core.Line
	pause   *control.Button
	shown   collectProgress
}

func newCollectFoot(tips *core.Tips, keys core.Keys, actions panelActions) *collectFoot {
	f := &collectFoot{bar: core.NewProgress(), text: core.NewLine(core.SmallText, theme.ColorNamePlaceHolder)}
	f.start = control.NewSmallButton(tips, say.Text("collect.title"),
		say.Text("collect.help"), actions.collect).Keyed(keys)
	f.pause = control.NewButton(tips, theme.MediaPauseIcon(), say.Text("collect.pause"), actions.pause).Keyed(keys)
	cancel := control.NewButton(tips, core.Icon("clear"), say.Text("collect.stop"), actions.cancel).Keyed(keys)
	line := container.NewBorder(nil, nil, nil, core.NewTightRow(f.pause, cancel), f.text)
	f.running = container.New(&core.FillColumn{Fill: line}, f.bar, line)
	f.running.Hide()
	f.content = container.NewStack(f.start, f.running)
	return f
}

// show shows the progress, and reports whether the foot's height has changed.
func (f *collectFoot) show(c collectProgress) (reflow bool) {
	reflow = c.running != f.shown.running
	f.shown = c
	core.SetVisible(f.start, !c.running)
	core.SetVisible(f.running, c.running)
	f.bar.Set(c.share)
	f.text.SetText(c.text)
	if c.paused {
		f.pause.SetFace(theme.MediaPlayIcon(), say.Text("collect.goOn"))
	} else {
		f.pause.SetFace(theme.MediaPauseIcon(), say.Text("collect.pause"))
	}
	return reflow
}

// newFavouritesFoot makes the foot of the list of favourites.
func newFavouritesFoot(tips *core.Tips, keys core.Keys, actions panelActions) fyne.CanvasObject {
	return container.NewBorder(nil, nil, nil, container.NewHBox(
		control.NewSmallButton(tips, say.Text("button.import"),
			say.Text("favourites.import.help"), actions.importFile).Keyed(keys),
		control.NewSmallButton(tips, say.Text("button.export"),
			say.Text("favourites.export.help"), actions.exportFile).Keyed(keys),
	),
		control.NewSmallButton(tips, say.Text("favourites.addThis"),
			say.Text("favourites.addThis.help"), actions.add).Keyed(keys))
}
