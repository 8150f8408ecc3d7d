package station

import (
	"sextant/app/api"
	"sextant/app/store"
)

// pastKey is the state under which a store has that the demo's past was put into it.
const pastKey = "demoPast"

// newcomers are the favourites that the demo begins with.
var newcomers = []int{101, 202, 400, 435}

// givePast gives the demo a past where nothing is kept of it yet: earlier versions of some pages, and favourites.
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
		return // the demo itself will say so
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
