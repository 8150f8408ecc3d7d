//go:build !linux && !windows

package desktop

import "fyne.io/fyne/v2"

// A Notifier shows notifications on the desktop by the toolkit, which reports no clicks.
type Notifier struct{}

// NewNotifier makes a notifier.
func NewNotifier() *Notifier { return &Notifier{} }

// Send shows a notification. It may be called on any goroutine.
func (*Notifier) Send(_, title, text string, _, _ func()) {
	fyne.CurrentApp().SendNotification(fyne.NewNotification(title, text))
}

// Close does nothing.
func (*Notifier) Close() {}
