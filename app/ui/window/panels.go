package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/command"
	"sextant/app/ui/find"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/pageview"
)

// barFor is how long the bar stays in full screen after the pointer moved.
const barFor = 3 * time.Second

// panels decides what is shown around the page: which panel replaces which, and full screen.
type panels struct {
	window   *Window
	pad      *pageview.Keypad
	keypad   fyne.CanvasObject // its content
	padOpen  bool              // the keypad is switched on; in full screen it may be hidden all the same
	full     bool
	around   bool // in full screen, the bars are shown for a moment
	dayStrip bool // the day strip is shown
	hintOver bool // the day strip was shown in place of the hint, which is not shown again under the pointer
	loaded   bool // a recording is loaded
	barTime  *time.Timer
	widened  widening

	finderSwitch, downloadsSwitch, menuSwitch *control.Button
}

func newPanels(w *Window) *panels {
	p := &panels{window: w, pad: newKeypad(w)}
	p.keypad = p.pad.Content
	p.padOpen = w.parts.Box.Get().Keypad
	core.SetVisible(p.keypad, p.padOpen)
	button := func(icon fyne.Resource, id string, do func()) *control.Button {
		return control.NewButton(w.tips, icon, "", do).TipNow(func() string { return w.Command(id).Tip() })
	}
	p.finderSwitch = button(theme.SearchIcon(), "window.find", p.toggleFinder).Switching()
	p.downloadsSwitch = button(theme.MediaMusicIcon(), "window.downloads", p.toggleDownloads).Switching()
	p.menuSwitch = button(theme.MenuIcon(), "window.menu", func() { w.keys.showMenu() })
	return p
}

// newKeypad makes the keypad, which types digits into the page.
func newKeypad(w *Window) *pageview.Keypad {
	return pageview.NewKeypad(w.tips, pageview.KeypadActions{
		Digit: func(d int) { w.page.TypeDigit(d) }, Correct: func() { w.page.CorrectEntry() }, Clear: func() {
			w.page.ClearEntry()
		},
		Previous: func() { w.page.Nav.Run(w.page.Nav.PreviousPage()) }, Next: func() {
			w.page.Nav.Run(w.page.Nav.NextPage())
		},
	})
}

// switches returns the window's items of the page bar.
func (p *panels) switches() []pageview.Item {
	return []pageview.Item{
		{CanvasObject: p.finderSwitch, Rank: 2},
		{CanvasObject: p.downloadsSwitch, Rank: 2},
		{CanvasObject: p.menuSwitch},
	}
}

// showSwitches updates the buttons for what is open, and the keypad's page number.
func (p *panels) showSwitches() {
	number, typing := p.window.page.NumberWords()
	p.pad.SetNumber(number, typing)
	p.showKeypad()
	p.finderSwitch.SetOn(p.finder().Visible())
	p.downloadsSwitch.SetOn(p.downloads().Visible())
}

func (p *panels) finder() fyne.CanvasObject    { return p.window.find.Panel() }
func (p *panels) downloads() fyne.CanvasObject { return p.window.media.Panel() }

// Commands returns the commands that open and close what is around the page.
func (p *panels) Commands() []command.Command {
	return command.In(
		command.Windows,
		command.Command{
			ID: "window.find", Words: say.Text("finder.words"),
			Group: command.Keeping, Title: say.Text("finder.title"),
			Help: say.Text("finder.title.help"), Keys: []command.Key{command.Ctrl(fyne.KeyF)},
			Place: command.At(command.GoMenu, 2), Checked: func() bool { return p.finder().Visible() }, Do: p.finderKey,
		},
		command.Command{
			ID: "window.keypad", Words: say.Text("keypad.words"),
			Title: say.Text("keypad.title"), Help: say.Text("keypad.help"),
			Keys: []command.Key{command.Ctrl(fyne.KeyK)}, Place: command.At(command.ViewMenu, 2),
			Checked: p.hasKeypad, Do: p.toggleKeypad,
		},
		command.Command{
			ID: "window.downloads", Words: say.Text("recordings.words"),
			Title: say.Text("recordings.title"), Help: say.Text("recordings.help"),
			Keys: []command.Key{command.Ctrl(fyne.KeyM)}, Place: command.At(command.ListenMenu, 0),
			Checked: func() bool { return p.downloads().Visible() }, Do: p.downloadsKey,
		},
		command.Command{
			ID: "window.full", Words: say.Text("fullScreen.words"),
			Title: say.Text("fullScreen.title"),
			Help:  say.Text("fullScreen.help"), Keys: []command.Key{command.Press(fyne.KeyF11)},
			Place: command.At(command.ViewMenu, 2), Checked: func() bool { return p.full }, Do: func() {
				p.setFull(!p.full)
			},
		},
		command.Command{
			ID: "window.wider", Typed: true,
			Title: say.Text("panel.wider"), Help: say.Text("panel.width.help"),
			Keys:    []command.Key{command.Alt(fyne.KeyComma)},
			Enabled: p.besidePage, Why: say.Text("panel.width.why"), Do: func() { p.stepEdge(-panelStep) },
		},
		command.Command{
			ID: "window.narrower", Typed: true,
			Title: say.Text("panel.narrower"),
			Help:  say.Text("panel.width.help"), Keys: []command.Key{command.Alt(fyne.KeyPeriod)},
			Enabled: p.besidePage, Why: say.Text("panel.width.why"), Do: func() { p.stepEdge(panelStep) },
		},
	)
}

// remember changes the window's saved state.
func (p *panels) remember(change func(*settings.Window)) {
	p.window.parts.Box.Change(func(s *settings.Settings) { change(&s.Window) })
}

// update updates the window after a change of what is around the page.
func (p *panels) update() {
	p.window.Relayout()
	p.window.Changed()
}

// pageCovered reports whether a panel lies over the page, and the keypad with it.
func (p *panels) pageCovered() bool {
	return (p.finder().Visible() || p.downloads().Visible()) && p.window.Canvas().Size().Width < panelBeside
}

// finderKey focuses the search, and opens its panel if necessary, or closes the panel if the search is focused.
func (p *panels) finderKey() {
	if p.window.find.HasSearchKeys() {
		p.closeFinder()
		return
	}
	p.showFinder(find.Text)
}

// toggleFinder opens the finder at its last tab, or closes it.
func (p *panels) toggleFinder() {
	if p.finder().Visible() {
		p.closeFinder()
		return
	}
	p.showFinder(p.window.find.Panel().Tab())
}

// showFinder shows and focuses a tab of the finder, which replaces the downloads.
func (p *panels) showFinder(tab find.Tab) {
	if p.full {
		p.setFull(false)
	}
	p.widen()
	p.downloads().Hide()
	p.window.find.Show(tab)
	p.update()
	p.window.find.Focus(p.window.Canvas())
}

func (p *panels) closeFinder() {
	p.window.find.Hide()
	core.SetVisible(p.downloads(), p.window.parts.Box.Get().Downloads && !p.full)
	if !p.downloads().Visible() {
		p.narrow()
	}
	p.update()
	p.window.Canvas().Unfocus()
}

// uncoverPage closes the panels if they cover the page, as in a narrow window.
func (p *panels) uncoverPage() {
	if p.window.Canvas().Size().Width >= panelBeside {
		return
	}
	p.closeFinder()
	if p.downloads().Visible() {
		p.toggleDownloads() // the finder had replaced the downloads, which would cover the page too
	}
}

// downloadsKey focuses the list of downloads, and opens its panel if necessary, or closes the panel if it is focused.
func (p *panels) downloadsKey() {
	panel := p.window.media.Panel()
	if !panel.Visible() || panel.HasKeys() {
		p.toggleDownloads()
	}
	if panel.Visible() {
		panel.FocusList(p.window.Canvas())
	}
}

func (p *panels) toggleDownloads() {
	if p.downloads().Visible() {
		p.downloads().Hide()
		p.window.Canvas().Unfocus()
		p.narrow()
	} else {
		p.widen()
		p.window.find.Hide()
		p.downloads().Show()
		p.window.parts.Listen.Catalogue.Need()
	}
	p.remember(func(s *settings.Window) { s.Downloads = p.downloads().Visible() })
	p.update()
}

// downloadsCover reports whether the downloads are focused and cover the page.
func (p *panels) downloadsCover() bool {
	panel := p.window.media.Panel()
	return panel.Visible() && panel.HasKeys() && p.window.Canvas().Size().Width < panelBeside
}

// setFull enters full screen, with only the page, or leaves it.
func (p *panels) setFull(full bool) {
	p.window.State() // the frame before
	p.full = full
	p.window.win.SetFullScreen(full)
	p.window.page.SetFull(full)
	p.window.layout.full, p.around = full, false
	if full {
		if p.window.media.Panel().HasKeys() || p.window.find.Panel().HasKeys() {
			p.window.Canvas().Unfocus() // the focused control may be hidden
		}
		p.finder().Hide()
	}
	core.SetVisible(p.downloads(), !full && p.window.parts.Box.Get().Downloads && !p.finder().Visible())
	p.showBars()
	p.window.Changed()
}

// showBars shows and hides what is around the page. In full screen it appears for a moment when the pointer moves,
// except for the day strip, which stays: nothing else there shows that the page is an earlier version.
func (p *panels) showBars() {
	w := p.window
	there := !p.full || p.around
	if !there && w.page.Bar.HasKeys() {
		w.Canvas().Unfocus()
	}
	core.SetVisible(w.page.Bar, there)
	core.SetVisible(w.page.Colours, !p.full)
	core.SetVisible(w.page.DayStrip, p.dayStrip)
	core.SetVisible(w.media.Bar(), there && p.loaded)
	core.SetVisible(w.strip.strip, !p.full && !p.hintOver && w.strip.wanted())
	core.SetVisible(p.keypad, p.keypadThere())
	w.Relayout()
}

// showDayStrip shows or hides the day strip with earlier versions.
func (p *panels) showDayStrip(there bool) {
	p.dayStrip, p.hintOver = there, p.hintOver || there
	p.showBars()
}

// showPlayer shows the player's bar while a recording is loaded.
func (p *panels) showPlayer(loaded bool) {
	if p.loaded != loaded {
		p.loaded = loaded
		p.showBars()
	}
}

// pointerMoved shows the bars in full screen for a moment, like video players.
func (p *panels) pointerMoved() {
	if !p.full {
		return
	}
	if p.barTime != nil {
		p.barTime.Stop()
	}
	p.showForMoment(true)
	p.barTime = time.AfterFunc(barFor, func() {
		p.window.Do(func() {
			if p.full {
				p.showForMoment(false)
			}
		})
	})
}

// showForMoment shows or hides the bars and the pointer in full screen.
func (p *panels) showForMoment(there bool) {
	if p.around != there {
		p.around = there
		p.window.page.HidePointer(!there)
		p.showBars()
	}
}
