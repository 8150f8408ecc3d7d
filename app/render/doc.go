// Package render draws grids of cells as pixels, and fits the service's pictures to a window.
//
// [Paletted] draws a page with the project's own teletext characters, and [Scaler] enlarges a picture
// with sharp edges.
package render
