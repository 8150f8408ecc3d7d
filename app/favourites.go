package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"sextant/app/store"
	"sextant/app/teletext"
	"sextant/widgets/files"
)

// favouritesFile is what favourites are as a file.
type favouritesFile struct {
	Favourites []favouriteEntry `json:"favourites"`
}

type favouriteEntry struct {
	Page    int    `json:"page"`
	Subpage int    `json:"subpage,omitempty"`
	Name    string `json:"name,omitempty"`
}

// Limits of a file of favourites.
const (
	maxFavouritesFile = 1 << 20
	maxFavourites     = 1000
)

// readFavourites reads a file that writeFavourites wrote, or a person.
func readFavourites(data []byte) ([]store.Favourite, error) {
	if len(data) > maxFavouritesFile {
		return nil, errors.New("the file is too large")
	}
	var f favouritesFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, errors.New("this is no file of favourites")
	}
	var list []store.Favourite
	for _, e := range f.Favourites {
		if !teletext.ValidPage(e.Page) || e.Subpage < 0 || e.Subpage > 9999 {
			return nil, fmt.Errorf("there is no page %s", teletext.Address(e.Page, e.Subpage))
		}
		list = append(list, store.Favourite{Page: e.Page, Subpage: e.Subpage, Name: e.Name})
	}
	if len(list) == 0 || len(list) > maxFavourites {
		return nil, fmt.Errorf("it must have from 1 to %d favourites", maxFavourites)
	}
	return list, nil
}

func writeFavourites(list []store.Favourite) ([]byte, error) {
	f := favouritesFile{Favourites: []favouriteEntry{}}
	for _, v := range list {
		f.Favourites = append(f.Favourites, favouriteEntry(v))
	}
	data, err := json.MarshalIndent(f, "", "  ")
	return append(data, '\n'), err
}

// setFavourites changes the favourites. They are kept at once. The change can be undone, whatever has been
// changed by then.
func (w *window) setFavourites(list []store.Favourite) (undo func()) {
	before := w.app.favourites
	w.app.station.setFavourites(before, list)
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
	data, err := writeFavourites(w.app.favourites)
	if err != nil {
		w.Tell(message{"The favourites could not be written.", err.Error()})
		return
	}
	w.saveFile("sextant-favourites.json", data)
}

// importFavourites adds those of a file behind the others, which can be undone.
func (w *window) importFavourites() {
	w.chooseFile(files.Request{Title: "Import favourites", Action: "Import", Chosen: func(path string) {
		go func() {
			list, err := loadFavourites(path)
			w.app.do(func() {
				if err != nil {
					w.Tell(message{"The favourites could not be read.", firstUpper(err.Error()) + "."})
					return
				}
				w.addFavourites(list)
			})
		}()
	}})
}

// loadFavourites reads a file of favourites from the disk.
func loadFavourites(path string) ([]store.Favourite, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFavouritesFile+1))
	if err != nil {
		return nil, err
	}
	return readFavourites(data)
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
