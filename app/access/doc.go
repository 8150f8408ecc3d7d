// Package access describes the program for assistive technologies: a tree of what its windows contain, with names,
// roles, states, values, text and actions, and the differences between one tree and the next. Package atspi
// below brings it to screen readers over D-Bus.
//
// It knows neither a toolkit nor a bus. A tree is made on the UI goroutine and is not changed afterwards, so that it
// may be read from any goroutine; the functions in it are for the UI goroutine alone.
package access
