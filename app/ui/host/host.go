// Package host says what a presenter may ask of the window that it is in. A presenter knows this, the table of
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

// A Topic is what a notice is about. When what it says is true no more, the notice goes.
type Topic int

// The topics.
const (
	AboutNothing  Topic = iota // that changes without the user
	AboutPage                  // one that did not come
	AboutSound                 // what cannot be heard
	AboutList                  // the list of downloads
	AboutDownload              // a recording that could not be downloaded
	AboutStore                 // pages that cannot be stored
	AboutSettings              // that cannot be saved
	AboutNews                  // what is good to know: something watched was seen, or another version is there
)

// A Host is the window as presenters see it. But for Do its methods are called on the UI goroutine only.
type Host interface {
	// Do runs a function on the UI goroutine. It may be called from any goroutine, and returns at once.
	Do(f func())
	// Now is the time, in the machine's zone.
	Now() time.Time

	Notices
	Dialogs

	// Canvas is where menus open and the keyboard is.
	Canvas() fyne.Canvas
	// Keys is where widgets that have the keyboard hand on what they do not use.
	Keys() core.Keys
	// Tips shows tips beside what the pointer rests on.
	Tips() *core.Tips
	// Relayout places everything again after something was shown or hidden.
	Relayout()
	// Changed brings what is around the page up to date: bar, title, buttons.
	Changed()
	// Raise brings the window to the front.
	Raise()
	// AtClose has end called when the window is closed, such as what ends a subscription.
	AtClose(end func())
	// Speaks reports whether this is the window that shows what concerns all windows.
	Speaks() bool
	// Command is the command of an ID, with the keys that it has now. There are none while the window is being made.
	Command(id string) *command.Command
	// Copy puts a text on the clipboard.
	Copy(text string)
	// CopyPicture puts a picture, as PNG, on the clipboard, and says how that went.
	CopyPicture(png []byte)
	// OpenURL hands an address of the web to the desktop.
	OpenURL(address string) error
}

// Notices say something to the user in the window. They lie over the page's foot.
type Notices interface {
	// ShowNotice shows what is wrong until it is settled, or closed.
	ShowNotice(about Topic, m words.Message)
	// Offer is ShowNotice with something that can be done about it.
	Offer(about Topic, m words.Message, action string, do func())
	// Settle closes a message about something that is as it should be by now.
	Settle(about Topic)
	// Mention shows a sentence for a moment that is good to know, such as why a key does nothing.
	Mention(sentence string)
	// Done says for a moment what was done.
	Done(sentence string)
	// OfferUndo says for ten seconds what was done, with a way back.
	OfferUndo(sentence string, undo func())
}

// Dialogs open dialogs, which have the keyboard until they are closed.
type Dialogs interface {
	// NewDialog makes a dialog that has no contents yet.
	NewDialog(title string) *dialog.Dialog
	// Open shows a dialog of a size. first gets the keyboard, or the first control if it is nil; closed, which may
	// be nil, is called when the dialog is closed.
	Open(d *dialog.Dialog, size fyne.Size, first fyne.Focusable, closed func())
	// SetText makes a text to read the contents of a dialog, in which a link does what follow does with its number.
	SetText(d *dialog.Dialog, passages []reading.Passage, follow func(link int))
	// ChooseFile asks for a file, beginning in the folder of the one before.
	ChooseFile(r dialog.Request)
}
