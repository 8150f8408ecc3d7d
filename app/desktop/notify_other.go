//go:build !linux && !windows

package desktop

import "fyne.io/fyne/v2"

// A Notifier shows notifications on the desktop. Here the toolkit does that, which reports no clicks.
type Notifier struct{}

// NewNotifier makes a notifier.
func NewNotifier() *Notifier { return &Notifier{} }

// Send shows a notification. It may be called from any goroutine.
func (*Notifier) Send(_, title, text string, _, _ func()) {
	fyne.CurrentApp().SendNotification(fyne.NewNotification(title, text))
}

// Close does nothing: there is nothing open.
func (*Notifier) Close() {}
