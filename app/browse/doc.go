// Package browse is navigation as a pure state machine: its inputs are what the user does, answers and timers, its
// outputs are effects. It has no window, no clock and no I/O, so that every rule can be tested as a table.
//
// A move asks for its place with a [Load] and becomes the shown place only when [Browser.Loaded]
// says that it is on the screen. Until then, and when it fails, everything stays as it was.
package browse
