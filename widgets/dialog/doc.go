// Package dialog shows dialogs over the window, with a form, a text or other content, and a file dialog.
package dialog
