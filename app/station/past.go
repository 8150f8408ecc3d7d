package station

import (
	"sextant/app/api"
	"sextant/app/store"
)

// pastKey is the store's state that records that givePast was done.
const pastKey = "demoPast"

// newcomers are the demo's first favourites.
var newcomers = []int{101, 202, 400, 435}

// givePast gives a new store of the demo a history: earlier versions of some pages, and favourites.
func (st *Station) givePast() {
	if !st.IsDemo {
		return
	}
	listings, err := st.Store.Directory()
	done, _ := st.Store.State(pastKey)
	if err != nil || len(listings) > 0 || done != "" {
		return
	}
	st.Store.SetState(pastKey, "1")
	past, err := st.demo.Past()
	if err != nil {
		return // the demo's own requests will fail, too
	}
	for _, v := range past {
		if raw, err := v.Page.EncodeJSON(); err == nil {
			st.Store.SavePage(v.Page, raw, string(api.JSON), v.At, api.Validators{})
			st.Directory.Record(v.Page)
		}
	}
	var favourites []store.Favourite
	for _, page := range newcomers {
		favourites = append(favourites, store.Favourite{Page: page, Name: st.demo.Name(page)})
	}
	st.Lists.SetFavourites(favourites)
}
