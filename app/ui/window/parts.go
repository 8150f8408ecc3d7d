package window

import (
	"time"

	"fyne.io/fyne/v2"

	"sextant/app/desktop"
	"sextant/app/settings"
	"sextant/app/sound/listen"
	"sextant/app/station"
	"sextant/app/teletext"
	"sextant/app/ui/loop"
	"sextant/app/ui/prefs"
	"sextant/app/ui/screen"
	"sextant/app/ui/wall"
	"sextant/app/voice"
)

// Parts are the window's dependencies.
type Parts struct {
	App      fyne.App
	Profile  settings.Profile
	Box      *settings.Box
	Keymap   *settings.Keymap
	Tuner    *station.Tuner
	Listen   *listen.Controller
	Voice    *voice.Engine
	Notifier *desktop.Notifier
	// Screen shows a public screen, and Startup makes one start with the computer.
	Screen  screen.Screen
	Startup prefs.Startup
	Browse  prefs.Browse
	Place   teletext.Place // the first page
	// Frame is the window's last frame, not known for a new one.
	Frame settings.Frame
	// Before is the window that this one replaces, in another language; nil for none.
	Before *Window
	// Desk holds all windows.
	Desk  Desk
	Dress *loop.Dress // the look of all windows
	// Front, which may be nil, is called when a window gets or loses the focus.
	Front func(w fyne.Window, front bool)
	// Guard, which may be nil, makes the program survive panics of the handlers of a window's events.
	Guard func(fyne.Window)
	// Do posts a function to the UI goroutine, and Now returns the time in the local zone.
	Do  func(func())
	Now func() time.Time
	// Leave ends the program's loop.
	Leave func()
}

// A Desk holds all windows. It belongs to the UI goroutine.
type Desk interface {
	// Open opens another window at a place.
	Open(place teletext.Place)
	wall.Walls
	// Close closes a window, and with the last one the program. IsLast reports whether there is only one.
	Close(w *Window)
	IsLast() bool
	// Raise brings the window that was last in front to the front, also if it is hidden.
	Raise()
	// Speaks reports whether a window is the one that shows the notices that concern all.
	Speaks(w *Window) bool
	// Focused is called when a window gets the focus.
	Focused(w *Window)
	// Changed is called when a window shows another page or subpage.
	Changed()
}
