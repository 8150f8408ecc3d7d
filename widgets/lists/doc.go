// Package lists shows rows, however many there are, and draws only those in view. It has no opinion on what
// a row stands for.
package lists
