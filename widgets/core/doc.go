// Package core is what all of Sextant's widgets are made of: the theme, icons, lines of text, tips, layouts,
// and where keys go. Everything in it, and in the packages beside it, belongs to the UI goroutine.
package core
