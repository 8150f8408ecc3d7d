// Package render is Sextant's display: it turns a grid of cells into pixels, and fits the service's
// own pictures to a window.
//
// [Paletted] draws a page with the project's own teletext characters, and [Scaler] enlarges a picture
// so that it stays sharp.
package render
