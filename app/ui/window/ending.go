package window

import (
	"fmt"
	"os"

	"fyne.io/fyne/v2"

	"sextant/app/say"
	"sextant/app/settings"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/assets"
	"sextant/widgets/control"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// ending is how the program ends.
type ending struct {
	window  *Window
	asking  *dialog.Dialog // whether to quit all the same
	started bool           // the settings are being saved for the last time
}

// showUnsaved shows in one window that the settings could not be saved, or removes that notice where err is nil.
func (e *ending) showUnsaved(err error) {
	switch {
	case err == nil:
		e.window.Settle(host.AboutSettings)
	case e.window.Speaks():
		e.window.ShowNotice(host.AboutSettings, words.Message{
			Sentence: say.Text("settings.notSaved"), Hint: words.Why(err),
		})
	}
}

// note takes over into the settings whether subpages turn, and which version was used.
func (e *ending) note() {
	turning := e.window.page.Nav.Turning()
	e.window.parts.Box.Change(func(s *settings.Settings) { s.Turning, s.Version = turning, assets.Version })
}

// quit ends the program for the user, who is asked first where settings would be lost with it.
func (e *ending) quit() {
	if e.started {
		return
	}
	e.started = true
	e.note()
	box := e.window.parts.Box
	box.Save(func(err error) {
		e.started = false
		if err == nil || !box.Loses() {
			e.window.parts.Leave()
		} else {
			e.askToLose(err)
		}
	})
}

// end ends the program for the system. What is left to save is saved behind the end of the loop.
func (e *ending) end() {
	e.note()
	e.window.parts.Leave()
}

// ReportUnsaved prints to standard error that the settings could not be saved, when there is no window left to ask in.
func ReportUnsaved(err error) {
	fmt.Fprintf(os.Stderr, "sextant: %v\n", say.Wrap(words.Reason(err), "settings.unsaved"))
}

// askToLose asks whether the program is to end although the settings could not be saved. Escape stays. It was perhaps a
// wall that was closed, with the window behind it or hidden.
func (e *ending) askToLose(err error) {
	e.window.parts.Desk.Raise()
	if e.asking != nil {
		e.asking.Close()
	}
	w := e.window
	d := w.NewDialog(say.Text("program.quit"))
	w.SetText(d, []reading.Passage{{Text: say.Text("settings.notSaved") + " " + words.Why(err)}}, nil)
	again := control.NewPushButton(d.Keys(), say.Text("notice.tryAgain"), func() {
		d.Close()
		e.quit()
	}).Strong()
	d.SetButtons(control.NewPushButton(d.Keys(), say.Text("program.quitAnyway"), w.parts.Leave), again)
	e.asking = d
	w.Open(d, fyne.NewSize(440, 180), again, func() { e.asking = nil })
}

// showComplaint shows what was wrong with the settings when they were read.
func (e *ending) showComplaint(complaint error) {
	e.window.ShowNotice(host.AboutNothing, words.Message{
		Sentence: say.Text("settings.partUnread"), Hint: words.Whole(complaint),
	})
}
