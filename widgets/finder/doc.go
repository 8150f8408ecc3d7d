// Package finder is the panel with which a page is found: by a text in it, by its number or name, among the
// favourites, or among those read before.
package finder
