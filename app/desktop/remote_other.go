//go:build !linux

package desktop

import "time"

// A Remote lets the desktop see and control playback. Only desktops of Linux have a common way for that.
type Remote struct{}

// NewRemote makes a remote.
func NewRemote(RemoteActions, func() time.Time) *Remote { return &Remote{} }

// Show shows nothing.
func (*Remote) Show(RemoteState) {}

// Close does nothing.
func (*Remote) Close() {}
