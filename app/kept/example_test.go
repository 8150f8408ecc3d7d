package kept_test

import (
	"fmt"
	"time"

	"sextant/app/kept"
	"sextant/app/store"
)

// Each change can be undone on its own, also after later ones.
func ExampleLists() {
	s, _ := store.Open("", store.Options{Now: time.Now}) // in memory
	defer s.Close()
	lists := kept.Read(s)
	lists.Changed.On(func(kept.List) {
		var pages []int
		for _, f := range lists.Favourites() {
			pages = append(pages, f.Page)
		}
		fmt.Println(pages)
	})
	undo := lists.SetFavourites([]store.Favourite{{Page: 100}})
	lists.SetFavourites([]store.Favourite{{Page: 100}, {Page: 430}})
	undo()
	// Output:
	// [100]
	// [100 430]
	// [430]
}
