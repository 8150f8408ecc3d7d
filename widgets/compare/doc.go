// Package compare shows several documents side by side, and offers what can be opened.
package compare
