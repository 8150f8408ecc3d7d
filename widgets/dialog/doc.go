// Package dialog lays a dialog over the window, with a form, a text or anything else in it, or asks for a file.
package dialog
