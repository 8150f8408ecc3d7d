//go:build !linux

package desktop

import "time"

// A Remote does nothing: only desktops of Linux have a common interface for that.
type Remote struct{}

// NewRemote makes a remote.
func NewRemote(RemoteActions, func() time.Time) *Remote { return &Remote{} }

// Show does nothing.
func (*Remote) Show(RemoteState) {}

// Close does nothing.
func (*Remote) Close() {}
