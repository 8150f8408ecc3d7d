//go:build !linux && !windows

package desktop

import "fyne.io/fyne/v2"

// A Notifier tells things on the desktop. Here the toolkit does that, which tells nothing of clicks.
type Notifier struct{}

// NewNotifier makes a notifier.
func NewNotifier() *Notifier { return &Notifier{} }

// Send tells something. It may be called from any goroutine.
func (*Notifier) Send(_, title, text string, _, _ func()) {
	fyne.CurrentApp().SendNotification(fyne.NewNotification(title, text))
}

// Close does nothing: there is nothing open.
func (*Notifier) Close() {}
