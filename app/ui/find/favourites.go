package find

import (
	"slices"
	"strings"

	"sextant/app/kept"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/ui/host"
	"sextant/app/words"
	"sextant/widgets/dialog"
)

// favourites changes the favourites.
type favourites struct{ find *Presenter }

// isOn reports whether a page is a favourite.
func (f favourites) isOn(page int) bool {
	return slices.ContainsFunc(f.find.lists().Favourites(), func(v store.Favourite) bool { return v.Page == page })
}

// toggleShown adds the page on screen to the favourites, or removes it.
func (f favourites) toggleShown() { f.toggle(f.find.parts.Nav.Shown().Page) }

// toggle adds a page to the favourites, or removes it. Page 0 is ignored.
func (f favourites) toggle(page int) {
	n := f.find.parts.Nav
	if page == 0 {
		return
	}
	if i := slices.IndexFunc(f.find.lists().Favourites(),
		func(f store.Favourite) bool { return f.Page == page }); i >= 0 {
		f.remove(i)
		return
	}
	made := store.Favourite{Page: page, Name: n.Directory().Name(page)}
	if doc := n.Document(); doc != nil && n.Shown().Page == page {
		made.Name = strings.TrimSpace(doc.Name)
	}
	undo := f.find.lists().SetFavourites(append(slices.Clone(f.find.lists().Favourites()), made))
	f.find.offerUndo(say.Text("favourites.added", "Page", page), undo)
}

// title returns the name of the command toggle for a page.
func (f favourites) title(page int) string {
	if f.isOn(page) {
		return say.Text("favourites.remove")
	}
	return say.Text("favourites.add")
}

// remove removes a favourite, with undo.
func (f favourites) remove(row int) {
	before := f.find.lists().Favourites()
	if row < 0 || row >= len(before) {
		return
	}
	gone := before[row]
	undo := f.find.lists().SetFavourites(slices.Delete(slices.Clone(before), row, row+1))
	f.find.offerUndo(say.Text("favourites.removed", "Page", gone.Page), undo)
}

func (f favourites) move(from, to int) {
	list := slices.Clone(f.find.lists().Favourites())
	if from < 0 || from >= len(list) || to < 0 || to >= len(list) {
		return
	}
	moved := list[from]
	f.find.lists().SetFavourites(slices.Insert(slices.Delete(list, from, from+1), to, moved))
}

func (f favourites) exportFile() {
	data, err := kept.WriteFavourites(f.find.lists().Favourites())
	if err != nil {
		f.find.host.ShowNotice(host.AboutNothing, words.Message{
			Sentence: say.Text("favourites.unwritten"), Hint: words.Why(err),
		})
		return
	}
	host.Write(f.find.host, say.Text("favourites.fileName")+".json", data)
}

// importFile appends the favourites of a file, with undo.
func (f favourites) importFile() {
	f.find.host.ChooseFile(dialog.Request{
		Title:  say.Text("favourites.import"),
		Action: say.Text("favourites.import.action"), Chosen: func(path string) {
			go func() {
				list, err := kept.LoadFavourites(path)
				f.find.host.Do(func() {
					if err != nil {
						f.find.host.ShowNotice(host.AboutNothing, words.Message{
							Sentence: say.Text("favourites.unread"), Hint: words.Why(err),
						})
						return
					}
					f.addAll(list)
				})
			}()
		},
	})
}

func (f favourites) addAll(list []store.Favourite) {
	before := f.find.lists().Favourites()
	all := slices.Clone(before)
	for _, v := range list {
		if !slices.ContainsFunc(all, func(o store.Favourite) bool {
			return o.Page == v.Page && o.Subpage == v.Subpage
		}) {
			all = append(all, v)
		}
	}
	undo := f.find.lists().SetFavourites(all)
	f.find.offerUndo(say.Count("favourites.imported", len(all)-len(before)), undo)
}
