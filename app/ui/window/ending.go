package window

import (
	"fmt"
	"os"

	"fyne.io/fyne/v2"

	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// ending is how the program ends.
type ending struct {
	window *Window
	asking *dialog.Dialog // whether to quit all the same
	begun  bool           // the settings are being saved for the last time
}

// tellUnsaved tells that the settings could not be saved, or takes that back where err is nil.
func (e *ending) tellUnsaved(err error) {
	if err == nil {
		e.window.Settle(host.AboutSettings)
		return
	}
	e.window.Tell(host.AboutSettings, words.Message{
		Sentence: "The settings could not be saved.", Hint: words.FirstUpper(words.Reason(err).Error()) + ".",
	})
}

// noteWindow takes the window's last state over into the settings.
func (e *ending) noteWindow() {
	w := e.window
	size, turning := w.Canvas().Size(), w.page.Nav.Turning()
	w.parts.Box.Change(func(s *settings.Settings) {
		if !w.panels.full {
			s.Width, s.Height = size.Width, size.Height
		}
		s.Turning = turning
	})
}

// quit ends the program for the user, who is asked first where settings would be lost with it.
func (e *ending) quit() {
	if e.begun {
		return
	}
	e.begun = true
	e.noteWindow()
	box := e.window.parts.Box
	box.Save(func(err error) {
		e.begun = false
		if err == nil || !box.Loses() {
			e.window.parts.Leave()
		} else {
			e.ask(err)
		}
	})
}

// end ends the program for the system. What is left to save is saved behind the end of the loop.
func (e *ending) end() {
	e.noteWindow()
	e.window.parts.Leave()
}

// ReportUnsaved tells where nobody can be asked any more that the settings could not be saved.
func ReportUnsaved(err error) {
	fmt.Fprintf(os.Stderr, "sextant: the settings could not be saved: %v\n", words.Reason(err))
}

// ask asks whether the program is to end although the settings could not be saved. Escape stays.
func (e *ending) ask(err error) {
	if e.asking != nil {
		e.asking.Close()
	}
	w := e.window
	d := w.NewDialog("Quit")
	w.SetText(d, []reading.Passage{{Text: "The settings could not be saved: " + words.Reason(err).Error() + "."}}, nil)
	again := control.NewPushButton(d.Keys(), "Try again", func() {
		d.Close()
		e.quit()
	}).Strong()
	d.SetButtons(control.NewPushButton(d.Keys(), "Quit anyway", w.parts.Leave), again)
	e.asking = d
	w.Open(d, fyne.NewSize(440, 180), again, func() { e.asking = nil })
}

// tellComplaint tells what was wrong with the settings when they were read.
func (e *ending) tellComplaint(complaint error) {
	e.window.Tell(host.AboutNothing, words.Message{Sentence: "Not all of the settings could be read.", Hint: words.FirstUpper(complaint.Error()) + "."})
}
