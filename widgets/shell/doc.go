// Package shell is the layout of the main window, with its notice and strip.
package shell
