package app

import (
	"fmt"
	"slices"
	"strings"

	"sextant/app/kept"
	"sextant/app/store"
	"sextant/app/words"
	"sextant/widgets/files"
)

// setFavourites changes the favourites. They are kept at once. The change can be undone, whatever has been
// changed by then.
func (w *window) setFavourites(list []store.Favourite) (undo func()) {
	before := w.app.favourites
	w.app.station.SetFavourites(before, list)
	w.showFavourites(list)
	return func() {
		w.setFavourites(store.Merge(list, before, w.app.favourites, store.Favourite.Key))
	}
}

// showFavourites shows other favourites.
func (w *window) showFavourites(list []store.Favourite) {
	w.app.favourites = list
	w.finding.fill()
	w.showColourKeys()
}

// toggleFavourite makes the page on screen a favourite, or one no more.
func (w *window) toggleFavourite() {
	n := w.app.nav
	page := n.Shown().Page
	if page == 0 {
		return
	}
	if i := slices.IndexFunc(w.app.favourites, func(f store.Favourite) bool { return f.Page == page }); i >= 0 {
		w.removeFavourite(i)
		return
	}
	f := store.Favourite{Page: page}
	if doc := n.Document(); doc != nil {
		f.Name = strings.TrimSpace(doc.Name)
	}
	w.setFavourites(append(slices.Clone(w.app.favourites), f))
	w.Mention(fmt.Sprintf("Page %d is a favourite.", page))
}

// removeFavourite takes a favourite away, which can be undone.
func (w *window) removeFavourite(row int) {
	before := w.app.favourites
	if row < 0 || row >= len(before) {
		return
	}
	gone := before[row]
	undo := w.setFavourites(slices.Delete(slices.Clone(before), row, row+1))
	w.OfferUndo(fmt.Sprintf("Page %d is a favourite no more.", gone.Page), undo)
}

func (w *window) moveFavourite(from, to int) {
	list := slices.Clone(w.app.favourites)
	if from < 0 || from >= len(list) || to < 0 || to >= len(list) {
		return
	}
	moved := list[from]
	w.setFavourites(slices.Insert(slices.Delete(list, from, from+1), to, moved))
}

func (w *window) exportFavourites() {
	data, err := kept.WriteFavourites(w.app.favourites)
	if err != nil {
		w.Tell(words.Message{Sentence: "The favourites could not be written.", Hint: err.Error()})
		return
	}
	w.saveFile("sextant-favourites.json", data)
}

// importFavourites adds those of a file behind the others, which can be undone.
func (w *window) importFavourites() {
	w.chooseFile(files.Request{Title: "Import favourites", Action: "Import", Chosen: func(path string) {
		go func() {
			list, err := kept.LoadFavourites(path)
			w.app.do(func() {
				if err != nil {
					w.Tell(words.Message{Sentence: "The favourites could not be read.", Hint: words.FirstUpper(err.Error()) + "."})
					return
				}
				w.addFavourites(list)
			})
		}()
	}})
}

func (w *window) addFavourites(list []store.Favourite) {
	before := w.app.favourites
	all := slices.Clone(before)
	for _, f := range list {
		if !slices.ContainsFunc(all, func(o store.Favourite) bool { return o.Page == f.Page && o.Subpage == f.Subpage }) {
			all = append(all, f)
		}
	}
	undo := w.setFavourites(all)
	w.OfferUndo(fmt.Sprintf("%d favourites were added.", len(all)-len(before)), undo)
}
