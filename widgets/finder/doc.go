// Package finder is the panel to find pages: by a text, by number or name, among the favourites, or in the history.
package finder
