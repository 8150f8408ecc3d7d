// Package pageview shows a teletext page, and what is around it: the page bar, the coloured keys, the keypad, and the
// day strip with its versions; a wall of pages; and the picture of a public screen.
package pageview
