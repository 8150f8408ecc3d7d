// Package host is the interface between presenters and their window. A presenter depends on this, the table of
// commands, the widgets and the rooms below app/ui; it knows no other presenter and not the window.
package host

import (
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/ui/command"
	"sextant/app/words"
	"sextant/widgets/core"
	"sextant/widgets/dialog"
	"sextant/widgets/reading"
)

// A Topic is the subject of a notice, by which it is withdrawn when it is no longer true.
type Topic int

// The topics.
const (
	AboutNothing  Topic = iota // notices that only the user closes
	AboutPage                  // a page that did not load
	AboutSound                 // a recording that cannot be played
	AboutList                  // the list of downloads
	AboutDownload              // a recording that could not be downloaded
	AboutStore                 // pages that cannot be stored
	AboutSettings              // settings that cannot be saved
	AboutNews                  // information: a watch has matched, or a new version is available
)

// A LineAction is what a presenter can do with the line of the page on screen for which its menu was opened, and a
// WordsAction what it can do with words that were searched for.
type (
	LineAction struct {
		Title string
		Do    func()
	}
	WordsAction struct {
		Title, Help string
		Do          func(words string)
	}
)

// A Host is the window as presenters see it. Except for Do, its methods must be called on the UI goroutine.
type Host interface {
	// Do posts a function to the UI goroutine. It may be called on any goroutine, and returns at once.
	Do(f func())
	// Now returns the time, in the local zone.
	Now() time.Time

	Notices
	Dialogs

	// Canvas returns the window's canvas, for menus and focus.
	Canvas() fyne.Canvas
	// Keys gets the keys that focused widgets do not handle.
	Keys() core.Keys
	// Tips shows the tips of controls.
	Tips() *core.Tips
	// Relayout lays out the window again after something was shown or hidden.
	Relayout()
	// Changed updates what is around the page: bar, title, buttons.
	Changed()
	// Raise brings the window to the front.
	Raise()
	// AtClose registers a function to be called when the window is closed, such as one that unsubscribes.
	AtClose(end func())
	// Speaks reports whether this is the window that shows the notices that concern all windows.
	Speaks() bool
	// Command returns the command with an ID, with its current keys. It must not be called while the window is being
	// made.
	Command(id string) *command.Command
	// Copy copies a text to the clipboard.
	Copy(text string)
	// CopyPicture copies a picture, as PNG, to the clipboard, and shows the result.
	CopyPicture(png []byte)
	// OpenURL opens a web address in the desktop's browser.
	OpenURL(address string) error
}

// Notices shows notices in the window, over the page's foot.
type Notices interface {
	// ShowNotice shows a problem until Settle, or until the user closes it.
	ShowNotice(about Topic, m words.Message)
	// Offer is ShowNotice with an action.
	Offer(about Topic, m words.Message, action string, do func())
	// Settle closes the notice about a topic, whose problem is solved.
	Settle(about Topic)
	// Mention shows a hint for a moment, such as why a key does nothing.
	Mention(sentence string)
	// Done shows for a moment what was done.
	Done(sentence string)
	// OfferUndo shows for ten seconds what was done, with undo.
	OfferUndo(sentence string, undo func())
}

// Dialogs opens dialogs, which have the keyboard until they are closed.
type Dialogs interface {
	// NewDialog makes an empty dialog.
	NewDialog(title string) *dialog.Dialog
	// NewServiceDialog makes an empty dialog about the service, which closes when the service is left.
	NewServiceDialog(title string) *dialog.Dialog
	// Open shows a dialog in a size, and focuses first, or the first control if it is nil. closed, which may be nil, is
	// called when the dialog is closed.
	Open(d *dialog.Dialog, size fyne.Size, first fyne.Focusable, closed func())
	// SetText sets a text as the content of a dialog. follow is called with the number of a link when it is opened.
	SetText(d *dialog.Dialog, passages []reading.Passage, follow func(link int))
	// ChooseFile shows a file dialog, in the folder of the last chosen file.
	ChooseFile(r dialog.Request)
}
