package app

import (
	"fmt"
	"os"

	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/reading"
)

// keepSettings writes the settings to the profile.
func (s *sextant) keepSettings() error {
	err := s.profile.SaveSettings(s.onDisk, s.settings)
	if err == nil {
		s.onDisk = s.settings
	}
	return err
}

func (s *sextant) saveNow() {
	if err := s.keepSettings(); err != nil {
		s.window.Tell(words.Message{Sentence: "The settings could not be saved.", Hint: words.FirstUpper(words.Reason(err).Error()) + "."})
	}
}

// noteWindow takes the window's last state over into the settings.
func (s *sextant) noteWindow() {
	if s.saving != nil {
		s.saving.Stop()
	}
	if !s.window.full {
		size := s.window.win.Canvas().Size()
		s.settings.Width, s.settings.Height = size.Width, size.Height
	}
	if !s.options.Kiosk {
		s.settings.Turning = s.nav.Turning()
	}
}

// loses tells whether more than the window's size would be lost if the settings cannot be saved.
func (s *sextant) loses() bool {
	now := s.settings
	now.Width, now.Height = s.onDisk.Width, s.onDisk.Height
	return now != s.onDisk
}

// quit ends the program for the user. Where settings would be lost with it the user is asked first; a kiosk
// has nobody to ask.
func (s *sextant) quit() {
	if s.quitting.Load() {
		return
	}
	s.noteWindow()
	err := s.keepSettings()
	switch {
	case err == nil || !s.loses():
		s.leave()
	case s.options.Kiosk:
		tellUnsaved(err)
		s.leave()
	default:
		s.window.askUnsaved(err)
	}
}

// end ends the program for the system, which asks nobody and waits for nobody.
func (s *sextant) end() {
	if s.quitting.Load() {
		return
	}
	s.noteWindow()
	s.saveLast()
	s.leave()
}

// saveLast saves the settings when nobody can be asked any more.
func (s *sextant) saveLast() {
	if err := s.keepSettings(); err != nil && s.loses() {
		tellUnsaved(err)
	}
}

func tellUnsaved(err error) {
	fmt.Fprintf(os.Stderr, "sextant: the settings could not be saved: %v\n", words.Reason(err))
}

// leave closes the window, after which run returns.
func (s *sextant) leave() {
	s.posting.Lock()
	before := s.quitting.Swap(true)
	s.posting.Unlock()
	if !before {
		s.fyne.Quit()
	}
}

// askUnsaved asks whether the program is to end although the settings could not be saved. Escape stays.
func (w *window) askUnsaved(err error) {
	if w.unsaved != nil {
		w.unsaved.Close()
	}
	d := w.newDialog("Quit")
	w.setText(d, []reading.Passage{{Text: "The settings could not be saved: " + words.Reason(err).Error() + "."}}, nil)
	again := control.NewPushButton(d.Keys(), "Try again", func() {
		d.Close()
		w.app.quit()
	})
	again.SetStrong(true)
	d.SetButtons(control.NewPushButton(d.Keys(), "Quit anyway", w.app.leave), again)
	w.unsaved = d
	w.openUntil(d, 440, 180, again, func() { w.unsaved = nil })
}
