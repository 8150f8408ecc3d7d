package app

import "fyne.io/fyne/v2"

// startKiosk prepares for a public place: full screen for good, no pointer, no screen blanking. The
// subpages turn by their own dwell times, which the browser is told when it is made.
func (s *sextant) startKiosk() {
	fyne.CurrentApp().Driver().SetDisableScreenBlanking(true)
	s.window.setFull(true)
}
