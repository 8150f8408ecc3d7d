// Package access describes the program for assistive technologies: a tree of what its windows contain, with names,
// roles, states, values, text and actions, and the differences between one tree and the next. Package atspi
// below exports it to screen readers over D-Bus.
//
// It knows neither a toolkit nor a bus. A tree is made on the UI goroutine and is immutable, so that it may be read on
// any goroutine; the functions in it must be called on the UI goroutine.
package access
