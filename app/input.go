package app

import (
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sextant/widgets/core"
	"sextant/widgets/shell"
)

// barFor is how long the bar stays in full screen after the pointer moved.
const barFor = 3 * time.Second

// keys is where widgets that have the keyboard hand on what they do not use.
func (w *window) keys() core.Keys {
	return core.Keys{
		Key:      w.key,
		Rune:     w.typed,
		Leave:    w.leave,
		Shortcut: func(s fyne.Shortcut) { w.win.Canvas().(fyne.Shortcutable).TypedShortcut(s) },
	}
}

// leave gives the keyboard back to the page, or closes what lies over the page: a dialog, or in a narrow
// window the panel of downloads.
func (w *window) leave() {
	switch {
	case w.covered():
		w.uncover()
	case w.panel.Visible() && w.panel.HasKeys() && w.win.Canvas().Size().Width < shell.PanelBeside:
		w.togglePanel()
	default:
		w.win.Canvas().Unfocus()
	}
}

func (w *window) bindKeys() {
	c := w.win.Canvas()
	c.SetOnTypedKey(func(k *fyne.KeyEvent) { w.key(k.Name) })
	c.SetOnTypedRune(w.typed)
	bind := func(key fyne.KeyName, modifier fyne.KeyModifier, f func()) {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: modifier}, func(fyne.Shortcut) {
			if key == fyne.KeyQ || !w.covered() && !w.app.options.Kiosk {
				f()
			}
		})
	}
	ctrl := fyne.KeyModifierShortcutDefault
	bind(fyne.KeyLeft, fyne.KeyModifierAlt, func() { w.app.nav.Run(w.app.nav.Back()) })
	bind(fyne.KeyRight, fyne.KeyModifierAlt, func() { w.app.nav.Run(w.app.nav.Forward()) })
	bind(fyne.KeyF, ctrl, w.finderKey)
	bind(fyne.KeyD, ctrl, w.toggleFavourite)
	bind(fyne.KeyK, ctrl, w.toggleKeypad)
	bind(fyne.KeyM, ctrl, w.panelKey)
	bind(fyne.KeyI, ctrl, w.showPageInfo)
	bind(fyne.KeyComma, ctrl, w.showSettings)
	bind(fyne.KeyPlus, ctrl, func() { w.enlarge(1) })
	bind(fyne.KeyEqual, ctrl, func() { w.enlarge(1) })
	bind(fyne.KeyMinus, ctrl, func() { w.enlarge(-1) })
	bind(fyne.Key0, ctrl, func() { w.enlarge(0) })
	c.AddShortcut(&fyne.ShortcutCopy{}, func(fyne.Shortcut) { w.copyKey() })
	c.AddShortcut(&fyne.ShortcutSelectAll{}, func(fyne.Shortcut) { w.selectKey() })
	bind(fyne.KeyQ, ctrl, w.app.quit)
}

// covered tells whether a dialog or menu is open, below which keys do not reach the page.
func (w *window) covered() bool { return w.win.Canvas().Overlays().Top() != nil }

// key acts on a key that types no character.
func (w *window) key(name fyne.KeyName) {
	if w.covered() {
		if name == fyne.KeyEscape {
			w.uncover()
		}
		return
	}
	n := w.app.nav
	switch name {
	case fyne.KeyLeft:
		n.Run(n.PreviousPage())
	case fyne.KeyRight:
		n.Run(n.NextPage())
	case fyne.KeyUp:
		n.Run(n.PreviousSubpage())
	case fyne.KeyDown:
		n.Run(n.NextSubpage())
	case fyne.KeyHome:
		n.Run(n.GoHome())
	case fyne.KeyBackspace:
		w.correct()
	case fyne.KeyReturn, fyne.KeyEnter:
		n.Run(n.Dial())
	case fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4:
		w.pressColour(int(name[1] - '1'))
	case fyne.KeyF5:
		n.Run(n.Reload())
	case fyne.KeyF6:
		w.nextView()
	case fyne.KeyF10:
		w.menuKey(shiftHeld())
	case desktop.KeyMenu:
		w.menuKey(true)
	case fyne.KeyF11:
		w.toggleFull()
	case fyne.KeyPageUp:
		w.reading.Page(-1)
	case fyne.KeyPageDown:
		w.reading.Page(1)
	case fyne.KeyEscape:
		w.escape()
	}
}

// shiftHeld tells whether Shift is down.
func shiftHeld() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// uncover closes what is on top.
func (w *window) uncover() {
	overlays := w.win.Canvas().Overlays()
	if top := overlays.Top(); w.dialog == nil || top != w.dialog {
		overlays.Remove(top)
		return
	}
	w.dialog.Close()
}

// escape takes back the nearest thing: the typed digits, the selection, the notice, the search, full screen.
func (w *window) escape() {
	switch {
	case w.app.nav.Entry() != "":
		w.clearEntry()
	case w.clearSelection(), w.clearSought():
	case w.times.on:
		w.leaveTimeMachine()
	case w.notice.Visible():
		w.closeNotice()
	case w.finding.panel.Visible():
		w.closeFinder()
	case w.full:
		w.toggleFull()
	}
}

// typed acts on a character.
func (w *window) typed(r rune) {
	if w.covered() {
		return
	}
	if r >= '0' && r <= '9' {
		w.digit(int(r - '0'))
		return
	}
	switch unicode.ToLower(r) {
	case 'h':
		w.toggleTurning()
	case 'r':
		w.toggleReveal()
	case 'z':
		w.nextZoom()
	case 't':
		w.toggleTimeMachine()
	case ' ':
		w.app.playback.toggle()
	case 's':
		w.app.playback.stop()
	case 'j':
		w.app.playback.step(-stepBack)
	case 'l':
		w.app.playback.step(stepOn)
	case 'n':
		w.app.playback.playNext()
	case 'p':
		w.app.playback.playPrevious()
	case '?':
		if !w.app.options.Kiosk {
			w.showKeys()
		}
	case 'm':
		if w.player.Visible() {
			w.player.OpenMenu()
		}
	case '+':
		w.app.playback.changeVolume(volumeStep)
	case '-':
		w.app.playback.changeVolume(-volumeStep)
	}
}

func (w *window) digit(d int) { w.app.nav.Run(w.app.nav.Digit(d)) }
func (w *window) correct()    { w.app.nav.Run(w.app.nav.Correct()) }

// toggleTurning holds the subpage or lets them turn; in a kiosk they always do.
func (w *window) toggleTurning() {
	if !w.app.options.Kiosk {
		w.app.nav.Run(w.app.nav.ToggleTurning())
	}
}

// clearSought takes the marks of a search away, if there are any.
func (w *window) clearSought() bool {
	if w.sought.page == 0 {
		return false
	}
	w.sought = sought{}
	w.page.SetMarks(nil, nil)
	return true
}

func (w *window) clearEntry() {
	w.app.nav.Clear()
	w.Changed()
}

func (w *window) toggleKeypad() {
	setVisible(w.keypad, !w.keypad.Visible())
	w.app.settings.Keypad = w.keypad.Visible()
	w.app.saveSettings()
	w.relayout()
	w.Changed()
}

// panelKey brings the keyboard to the list of downloads, in a panel that it opens if need be, or closes the
// panel that has the keyboard.
func (w *window) panelKey() {
	if !w.panel.Visible() || w.panel.HasKeys() {
		w.togglePanel()
	}
	if w.panel.Visible() {
		w.panel.FocusList(w.win.Canvas())
	}
}

func (w *window) togglePanel() {
	if w.panel.Visible() {
		w.panel.Hide()
		w.win.Canvas().Unfocus()
	} else {
		w.finding.panel.Hide()
		w.panel.Show()
		w.app.playback.needList()
	}
	w.app.settings.Downloads = w.panel.Visible()
	w.app.saveSettings()
	w.relayout()
	w.Changed()
}

// toggleFull goes to full screen, where there is nothing but the page, and back. A kiosk stays there.
func (w *window) toggleFull() {
	if w.app.options.Kiosk {
		return
	}
	w.setFull(!w.full)
}

func (w *window) setFull(full bool) {
	w.full = full
	w.win.SetFullScreen(full)
	w.page.HidePointer(full)
	w.showAround(!full)
	w.Changed()
}

// showAround shows or hides everything around the page.
func (w *window) showAround(show bool) {
	setVisible(w.bar, show)
	setVisible(w.colours, show && !w.times.on)
	setVisible(w.timeBar, show && w.times.on)
	setVisible(w.keypad, show && w.app.settings.Keypad)
	if !show {
		if w.panel.HasKeys() || w.finding.panel.HasKeys() {
			w.win.Canvas().Unfocus() // they are seen no more
		}
		w.finding.panel.Hide()
	}
	setVisible(w.panel, show && w.app.settings.Downloads && !w.finding.panel.Visible())
	w.showPlayer()
	w.relayout()
}

func setVisible(o fyne.CanvasObject, visible bool) {
	if visible {
		o.Show()
	} else {
		o.Hide()
	}
}

// pointerMoved brings the bar back in full screen for a moment, as players do.
func (w *window) pointerMoved() {
	if !w.full || w.app.options.Kiosk {
		return
	}
	if w.barTime != nil {
		w.barTime.Stop()
	}
	if !w.bar.Visible() {
		w.page.HidePointer(false)
		w.bar.Show()
		w.relayout()
	}
	w.barTime = time.AfterFunc(barFor, func() {
		w.app.do(func() {
			if w.full {
				w.page.HidePointer(true)
				w.bar.Hide()
				w.relayout()
			}
		})
	})
}
