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

// ending ends the program.
type ending struct {
	window  *Window
	asking  *dialog.Dialog // asks whether to quit without saving
	started bool           // the settings are being saved for the last time
}

// showUnsaved shows in one window that the settings could not be saved, or removes that notice if err is nil.
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

// note stores in the settings whether subpages turn, and the program's version.
func (e *ending) note() {
	turning := e.window.page.Nav.Turning()
	e.window.parts.Box.Change(func(s *settings.Settings) { s.Turning, s.Version = turning, assets.Version })
}

// quit ends the program for the user, who is asked first if settings would be lost.
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

// end ends the program for the system. The rest is saved after the end of the loop.
func (e *ending) end() {
	e.note()
	e.window.parts.Leave()
}

// ReportUnsaved prints to standard error that the settings could not be saved, when there is no window left.
func ReportUnsaved(err error) {
	fmt.Fprintf(os.Stderr, "sextant: %v\n", say.Wrap(words.Reason(err), "settings.unsaved"))
}

// askToLose asks whether to end the program although the settings could not be saved. Escape cancels. The window may be
// hidden or behind a wall that was closed, so it is raised.
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

// showComplaint shows the error of reading the settings.
func (e *ending) showComplaint(complaint error) {
	e.window.ShowNotice(host.AboutNothing, words.Message{
		Sentence: say.Text("settings.partUnread"), Hint: words.Whole(complaint),
	})
}
