// Package dialog lays a dialog over the window, with a form, a text or anything else in it.
package dialog
