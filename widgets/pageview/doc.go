// Package pageview shows a teletext page, and what stands around it: the bar that names it, the coloured keys,
// the keypad, and the bar with its versions.
package pageview
