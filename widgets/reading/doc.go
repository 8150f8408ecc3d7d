// Package reading shows continuous text: a page as prose, or the text of a dialog. It wraps lines itself, unlike the
// toolkit's widgets, so that it knows the positions of the selection and of links.
package reading
