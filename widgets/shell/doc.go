// Package shell lays out the main window, and holds the notice that says what happened.
package shell
