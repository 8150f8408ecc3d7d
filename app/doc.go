// Package app is the program: its command line, and the wiring of its rooms.
package app
