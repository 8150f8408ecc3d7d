// Package browse is navigation as a pure state machine: what the user does, what arrived and which
// timer ran out go in, the next state and the wanted effects come out. It knows no window, reads no
// clock and does no I/O, so that every rule of moving about can be tested as a table.
//
// A move asks for its place with a [Load] and becomes the shown place only when [Browser.Loaded]
// says that it is on the screen. Until then, and when it fails, everything stays as it was.
package browse
