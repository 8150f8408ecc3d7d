// Package menus opens menus over a window, which are worked by keys as well as by the pointer.
package menus
