package window

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"sextant/app/settings"
	"sextant/app/ui/command"
	"sextant/widgets/control"
	"sextant/widgets/core"
	"sextant/widgets/finder"
	"sextant/widgets/pageview"
	"sextant/widgets/shell"
)

// barFor is how long the bar stays in full screen after the pointer moved.
const barFor = 3 * time.Second

// panels decide what of the window is seen around the page: which panel gives way to which, and full screen.
type panels struct {
	window  *Window
	keypad  fyne.CanvasObject
	full    bool
	slider  bool // through earlier versions, in the place of the colour keys
	loaded  bool // there is something in the player's bar
	barTime *time.Timer

	finderSwitch, keypadSwitch, downloadsSwitch, menuSwitch *control.Button
}

func newPanels(w *Window) *panels {
	p := &panels{window: w, keypad: newKeypad(w)}
	core.SetVisible(p.keypad, w.parts.Box.Get().Keypad)
	button := func(icon fyne.Resource, c *command.Command, do func()) *control.Button {
		return control.NewButton(w.tips, icon, c.Tip(), do)
	}
	own := p.Commands()
	p.finderSwitch = button(theme.SearchIcon(), command.Find(own, "window.find"), p.toggleFinder)
	p.keypadSwitch = button(core.Icon("keypad"), command.Find(own, "window.keypad"), p.toggleKeypad)
	p.downloadsSwitch = button(theme.MediaMusicIcon(), command.Find(own, "window.downloads"), p.toggleDownloads)
	p.menuSwitch = button(theme.MenuIcon(), command.Find(w.keys.Commands(), "window.menu"), func() { w.keys.showMenu() })
	return p
}

// newKeypad makes the keypad, which types digits into the page.
func newKeypad(w *Window) fyne.CanvasObject {
	return pageview.NewKeypad(w.tips, func(d int) { w.page.TypeDigit(d) }, func() { w.page.CorrectEntry() }, func() { w.page.ClearEntry() })
}

// switches are the buttons of the page bar that are the window's.
func (p *panels) switches() *fyne.Container {
	return core.NewTightRow(p.finderSwitch, p.keypadSwitch, p.downloadsSwitch, p.menuSwitch)
}

// showSwitches shows at the buttons what is open.
func (p *panels) showSwitches() {
	p.finderSwitch.SetOn(p.finder().Visible())
	p.keypadSwitch.SetOn(p.keypad.Visible())
	p.downloadsSwitch.SetOn(p.downloads().Visible())
}

func (p *panels) finder() fyne.CanvasObject    { return p.window.find.Panel() }
func (p *panels) downloads() fyne.CanvasObject { return p.window.media.Panel() }

// Commands open and close what is around the page.
func (p *panels) Commands() []command.Command {
	return []command.Command{
		{ID: "window.find", Title: "Find", Help: "search all stored pages, and lists of all pages, favourites and what you have read (Ctrl+1 – 4); again closes them", Keys: []command.Key{command.Ctrl(fyne.KeyF)}, Do: p.finderKey},
		{ID: "window.keypad", Title: "Keypad", Help: "keypad", Keys: []command.Key{command.Ctrl(fyne.KeyK)}, Do: p.toggleKeypad},
		{ID: "window.downloads", Title: "Downloads to listen to", Help: "downloads to listen to; again closes them", Keys: []command.Key{command.Ctrl(fyne.KeyM)}, Do: p.downloadsKey},
		{
			ID: "window.full", Title: "Full screen", Help: "full screen and back", Keys: []command.Key{command.Press(fyne.KeyF11)},
			Place: []command.Place{{Menu: command.Main, Group: 0}}, Checked: func() bool { return p.full }, Do: func() { p.setFull(!p.full) },
		},
	}
}

// remember changes what is kept of the window.
func (p *panels) remember(change func(*settings.Window)) {
	p.window.parts.Box.Change(func(s *settings.Settings) { change(&s.Window) })
}

// changed shows the window with something else around the page.
func (p *panels) changed() {
	p.window.Relayout()
	p.window.Changed()
}

func (p *panels) toggleKeypad() {
	core.SetVisible(p.keypad, !p.keypad.Visible())
	p.remember(func(s *settings.Window) { s.Keypad = p.keypad.Visible() })
	p.changed()
}

// finderKey brings the keyboard to the search, in a panel that it opens if need be, or closes the panel that
// has the keyboard there.
func (p *panels) finderKey() {
	if p.window.find.HasSearchKeys() {
		p.closeFinder()
		return
	}
	p.showFinder(finder.Text)
}

// toggleFinder opens the finder as it was, or closes it.
func (p *panels) toggleFinder() {
	if p.finder().Visible() {
		p.closeFinder()
		return
	}
	p.showFinder(p.window.find.Panel().Tab())
}

// showFinder brings the keyboard to a tab of the finder, which takes the place of the downloads.
func (p *panels) showFinder(tab finder.Tab) {
	if p.full {
		p.setFull(false)
	}
	p.downloads().Hide()
	p.window.find.Show(tab)
	p.changed()
	p.window.find.Focus(p.window.Canvas())
}

func (p *panels) closeFinder() {
	p.window.find.Hide()
	core.SetVisible(p.downloads(), p.window.parts.Box.Get().Downloads && !p.full)
	p.changed()
	p.window.Canvas().Unfocus()
}

// uncoverPage closes the panels where they cover the page, as in a narrow window.
func (p *panels) uncoverPage() {
	if p.window.Canvas().Size().Width >= shell.PanelBeside {
		return
	}
	p.closeFinder()
	if p.downloads().Visible() {
		p.toggleDownloads() // so would this, in whose place it was
	}
}

// downloadsKey brings the keyboard to the list of downloads, in a panel that it opens if need be, or closes the
// panel that has the keyboard.
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
	} else {
		p.window.find.Hide()
		p.downloads().Show()
		p.window.parts.Listen.Catalogue.Need()
	}
	p.remember(func(s *settings.Window) { s.Downloads = p.downloads().Visible() })
	p.changed()
}

// downloadsCover tells whether the downloads have the keyboard and lie over the page.
func (p *panels) downloadsCover() bool {
	panel := p.window.media.Panel()
	return panel.Visible() && panel.HasKeys() && p.window.Canvas().Size().Width < shell.PanelBeside
}

// setFull goes to full screen, where there is nothing but the page, or back.
func (p *panels) setFull(full bool) {
	p.full = full
	p.window.win.SetFullScreen(full)
	p.window.page.SetFull(full)
	p.showAround(!full)
	p.window.Changed()
}

// showAround shows or hides everything around the page.
func (p *panels) showAround(show bool) {
	set := p.window.parts.Box.Get()
	core.SetVisible(p.window.page.Bar, show)
	p.showFoot()
	core.SetVisible(p.keypad, show && set.Keypad)
	if !show {
		if p.window.media.Panel().HasKeys() || p.window.find.Panel().HasKeys() {
			p.window.Canvas().Unfocus() // they are seen no more
		}
		p.finder().Hide()
	}
	core.SetVisible(p.downloads(), show && set.Downloads && !p.finder().Visible())
	p.showPlayer(p.loaded)
	p.window.Relayout()
}

// swapFoot puts the slider through earlier versions in the place of the colour keys, or takes it away.
func (p *panels) swapFoot(slider bool) {
	p.slider = slider
	p.showFoot()
	p.window.Relayout()
}

func (p *panels) showFoot() {
	core.SetVisible(p.window.page.Colours, !p.full && !p.slider)
	core.SetVisible(p.window.page.TimeBar, p.slider) // also in full screen, where nothing else tells of the version
}

// showPlayer shows the player's bar while something is loaded, but never in full screen.
func (p *panels) showPlayer(loaded bool) {
	p.loaded = loaded
	if bar := p.window.media.Bar(); bar.Visible() != (loaded && !p.full) {
		core.SetVisible(bar, loaded && !p.full)
		p.window.Relayout()
	}
}

// pointerMoved brings the bar back in full screen for a moment, as players do.
func (p *panels) pointerMoved() {
	if !p.full {
		return
	}
	if p.barTime != nil {
		p.barTime.Stop()
	}
	if !p.window.page.Bar.Visible() {
		p.window.page.HidePointer(false)
		p.window.page.Bar.Show()
		p.window.Relayout()
	}
	p.barTime = time.AfterFunc(barFor, func() {
		p.window.Do(func() {
			if p.full {
				p.window.page.HidePointer(true)
				p.window.page.Bar.Hide()
				p.window.Relayout()
			}
		})
	})
}
