// Package app is Sextant's composition root: it reads the command line and the settings, builds the
// parts, and owns the window, its menus and its keys. There is one file per use.
package app
