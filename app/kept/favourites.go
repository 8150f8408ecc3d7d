package kept

import (
	"encoding/json"

	"sextant/app/files"
	"sextant/app/say"
	"sextant/app/store"
	"sextant/app/teletext"
)

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

// readFavourites reads a file that WriteFavourites wrote, or a person.
func readFavourites(data []byte) ([]store.Favourite, error) {
	if len(data) > maxFavouritesFile {
		return nil, say.Error("file.tooLarge")
	}
	var f favouritesFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, say.Error("favourites.noFile")
	}
	var list []store.Favourite
	for _, e := range f.Favourites {
		if !teletext.ValidPage(e.Page) || e.Subpage < 0 || e.Subpage > 9999 {
			return nil, say.Error("page.noSuch", "Page", teletext.Address(e.Page, e.Subpage))
		}
		list = append(list, store.Favourite{Page: e.Page, Subpage: e.Subpage, Name: e.Name})
	}
	if len(list) == 0 || len(list) > maxFavourites {
		return nil, say.Error("favourites.count", "Most", maxFavourites)
	}
	return list, nil
}

// WriteFavourites writes favourites as a file, which LoadFavourites reads.
func WriteFavourites(list []store.Favourite) ([]byte, error) {
	f := favouritesFile{Favourites: []favouriteEntry{}}
	for _, v := range list {
		f.Favourites = append(f.Favourites, favouriteEntry(v))
	}
	data, err := json.MarshalIndent(f, "", "  ")
	return append(data, '\n'), err
}

// LoadFavourites reads a file of favourites from the disk.
func LoadFavourites(path string) ([]store.Favourite, error) {
	data, err := files.Read(path, maxFavouritesFile)
	if err != nil {
		return nil, err
	}
	return readFavourites(data)
}
