// Package about says what the program is called.
package about

// Version is the program's version.
const Version = "0.1.0"

// ID is the program's identifier on the desktop.
const ID = "teletext.sextant"
