package find

import (
	"fmt"
	"slices"
	"strings"

	"sextant/app/kept"
	"sextant/app/store"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/files"
)

// favourites change the favourites.
type favourites struct{ find *Presenter }

// isOn tells whether the page on screen is a favourite.
func (f favourites) isOn() bool {
	page := f.find.parts.Nav.Shown().Page
	return slices.ContainsFunc(f.find.lists().Favourites(), func(v store.Favourite) bool { return v.Page == page })
}

// toggle makes the page on screen a favourite, or one no more.
func (f favourites) toggle() {
	n := f.find.parts.Nav
	page := n.Shown().Page
	if page == 0 {
		return
	}
	if i := slices.IndexFunc(f.find.lists().Favourites(), func(f store.Favourite) bool { return f.Page == page }); i >= 0 {
		f.remove(i)
		return
	}
	made := store.Favourite{Page: page}
	if doc := n.Document(); doc != nil {
		made.Name = strings.TrimSpace(doc.Name)
	}
	f.find.lists().SetFavourites(append(slices.Clone(f.find.lists().Favourites()), made))
	f.find.host.Mention(fmt.Sprintf("Page %d is a favourite.", page))
}

// remove takes a favourite away, which can be undone.
func (f favourites) remove(row int) {
	before := f.find.lists().Favourites()
	if row < 0 || row >= len(before) {
		return
	}
	gone := before[row]
	undo := f.find.lists().SetFavourites(slices.Delete(slices.Clone(before), row, row+1))
	f.find.host.OfferUndo(fmt.Sprintf("Page %d is a favourite no more.", gone.Page), undo)
}

func (f favourites) move(from, to int) {
	list := slices.Clone(f.find.lists().Favourites())
	if from < 0 || from >= len(list) || to < 0 || to >= len(list) {
		return
	}
	moved := list[from]
	f.find.lists().SetFavourites(slices.Insert(slices.Delete(list, from, from+1), to, moved))
}

func (f favourites) write() {
	data, err := kept.WriteFavourites(f.find.lists().Favourites())
	if err != nil {
		f.find.host.Tell(host.AboutNothing, words.Message{Sentence: "The favourites could not be written.", Hint: err.Error()})
		return
	}
	host.Write(f.find.host, "sextant-favourites.json", data)
}

// read adds those of a file behind the others, which can be undone.
func (f favourites) read() {
	f.find.host.ChooseFile(files.Request{Title: "Import favourites", Action: "Import", Chosen: func(path string) {
		go func() {
			list, err := kept.LoadFavourites(path)
			f.find.host.Do(func() {
				if err != nil {
					f.find.host.Tell(host.AboutNothing, words.Message{Sentence: "The favourites could not be read.", Hint: words.FirstUpper(err.Error()) + "."})
					return
				}
				f.add(list)
			})
		}()
	}})
}

func (f favourites) add(list []store.Favourite) {
	before := f.find.lists().Favourites()
	all := slices.Clone(before)
	for _, v := range list {
		if !slices.ContainsFunc(all, func(o store.Favourite) bool { return o.Page == v.Page && o.Subpage == v.Subpage }) {
			all = append(all, v)
		}
	}
	undo := f.find.lists().SetFavourites(all)
	f.find.host.OfferUndo(fmt.Sprintf("%d favourites were added.", len(all)-len(before)), undo)
}
