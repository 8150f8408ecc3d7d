//go:build !linux

package app

import "fyne.io/fyne/v2"

// A notifier tells things on the desktop. Here the toolkit does that, which tells nothing of clicks.
type notifier struct{}

func (*notifier) send(title, text string, _, _ func()) {
	fyne.CurrentApp().SendNotification(fyne.NewNotification(title, text))
}

func (*notifier) close() {}
