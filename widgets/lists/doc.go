// Package lists shows lists of any number of rows, and draws only those in view. What a row stands for is decided
// elsewhere.
package lists
