package window

import (
	"fyne.io/fyne/v2"

	"sextant/app/browse"
	"sextant/app/desktop"
	"sextant/app/settings"
	"sextant/app/teletext"
	"sextant/app/ui/loop"
)

// place restores the window's size and position, or sets a size that suits the screen. In the first run the recordings
// and the keypad are open beside the page if the screen has room for them, and the keypad on a touch screen.
func (w *Window) place() {
	w.parts.Dress.Fit()
	if f := w.frame; f.IsKnown() {
		loop.Place(w.win, fyne.NewSize(f.Width, f.Height), f.Placed, f.Left, f.Top, f.Maximised)
		return
	}
	room := loop.Room()
	beside := w.strip.wanted() && hasRoomBeside(room)
	if beside {
		w.media.Panel().Show()
		w.parts.Listen.Catalogue.Need()
	}
	if beside || desktop.HasTouchScreen() {
		w.panels.setKeypad(true)
		w.parts.Box.Change(func(s *settings.Settings) { s.Downloads, s.Keypad = w.media.Panel().Visible(), true })
	}
	size := w.layout.firstSize(room)
	w.frame = settings.Frame{Width: size.Width, Height: size.Height}
	w.win.Resize(size)
	w.win.CenterOnScreen()
}

// State returns the window's frame and what it shows. In full screen the frame is the one before.
func (w *Window) State() settings.OpenWindow {
	if !w.panels.full {
		now := settings.Frame{Width: w.Canvas().Size().Width, Height: w.Canvas().Size().Height}
		now.Maximised, now.Placed, now.Left, now.Top = loop.PlaceOf(w.win)
		w.frame = w.frame.Moved(now, loop.OnOtherMonitor(w.win, w.frame.Left, w.frame.Top))
	}
	return settings.OpenWindow{Frame: w.frame, Page: w.here().String()}
}

// here returns the place that is shown, else the one that is loading or failed to come, else the home page.
func (w *Window) here() teletext.Place {
	nav := w.page.Nav
	if shown := nav.Shown(); shown.Page != 0 {
		return shown
	}
	if to, loading := nav.Target(); loading {
		return to
	}
	if missed, is := nav.Missed(); is {
		return missed
	}
	return teletext.Place{Page: browse.Home}
}
