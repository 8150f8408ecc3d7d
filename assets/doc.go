// Package assets holds the files that Sextant carries inside itself.
package assets
