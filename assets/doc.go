// Package assets holds the files that Sextant carries inside itself, and says what it is called.
package assets
