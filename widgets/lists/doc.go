// Package lists shows rows, however many there are, and draws only those in view. What a row stands
// for is decided elsewhere.
package lists
