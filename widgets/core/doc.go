// Package core has the common parts of all of Sextant's widgets: the theme, icons, lines of text, tips, layouts, and
// the routing of keys. All of it, and of the packages beside it, belongs to the UI goroutine.
package core
