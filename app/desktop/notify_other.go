//go:build !linux

package desktop

import "fyne.io/fyne/v2"

// A notifier tells things on the desktop. Here the toolkit does that, which tells nothing of clicks.
type Notifier struct{}

func (*Notifier) Send(title, text string, _, _ func()) {
	fyne.CurrentApp().SendNotification(fyne.NewNotification(title, text))
}

func (*Notifier) Close() {}
