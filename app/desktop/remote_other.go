//go:build !linux

package desktop

import "time"

// A remote lets the desktop see and control playback. Only desktops of Linux have a common way for that.
type Remote struct{}

func NewRemote(RemoteActions, func() time.Time) *Remote { return &Remote{} }

func (*Remote) Show(RemoteState) {}
func (*Remote) Close()           {}
