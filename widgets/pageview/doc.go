// Package pageview shows a teletext page, and what stands around it: the bar that names it, the coloured keys,
// the keypad, and the day strip with its versions; many pages beside each other; and the picture of a public screen.
package pageview
