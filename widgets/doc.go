// Package widgets holds Sextant's own Fyne widgets. They show state and call back; what a key or a
// button means is decided elsewhere.
package widgets
