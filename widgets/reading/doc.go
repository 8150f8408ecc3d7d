// Package reading shows running text: a page read as prose, or the text of a dialog. It breaks passages into
// lines itself, so that what is selected and what leads elsewhere can be found in them.
package reading
