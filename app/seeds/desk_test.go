package seeds

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/store"
)

// A desk has the promises to two readers of one profile.
type desk struct {
	*machine
	lists map[string]*promises // by service
	keys  map[string]string    // keys that the user knows, by service
}

func newDesk(w *world) *desk {
	d := &desk{machine: newMachine(w, "desk"), lists: map[string]*promises{}, keys: map[string]string{}}
	d.disk = w.diskFaults("desk", fullDisk, "slow writes")
	for _, s := range []*service{w.alfa, w.bravo} {
		d.lists[s.name], d.keys[s.name] = &promises{things: map[string]*promise{}}, s.key("desk")
	}
	d.setUp(w.alfa.host(), "desk", d.keys["alfa"], w.alfa.accounts["desk"].limits)
	return d
}

// toggleFavourite adds a favourite, or removes it.
func (run *reading) toggleFavourite(page, subpage int) {
	st := run.tuner.Current()
	f := store.Favourite{Page: page, Subpage: subpage, Name: "x"}
	list, value := slices.Clone(st.Lists.Favourites()), ""
	if i := slices.IndexFunc(list, func(o store.Favourite) bool { return favouriteKey(o) == favouriteKey(f) }); i >= 0 {
		list = slices.Delete(list, i, i+1)
	} else {
		list, value = append(list, f), "x"
	}
	run.keep(st, favouriteKey(f), value, func() { st.Lists.SetFavourites(list) })
}

func favouriteKey(f store.Favourite) string { return fmt.Sprintf("favourite %d/%d", f.Page, f.Subpage) }

// hear sets how far a recording was heard.
func (run *reading) hear(key string, second int) {
	st := run.tuner.Current()
	p := store.Position{Key: key, Position: time.Duration(second) * time.Second, At: run.reader.now()}
	run.keep(st, positionKey(p), p.Position.String(), func() { st.Positions.Set(p) })
}

func positionKey(p store.Position) string { return "position of " + p.Key }

// keep changes an item of the user's, and records when it was reported as saved.
func (run *reading) keep(st *station.Station, key, value string, change func()) {
	w := run.reader.world
	saved := run.reader.desk.lists[run.tuned.name].ask(key, value)
	change()
	release := run.tuner.Hold(st)
	go func() {
		defer release()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if st.Store.Lasting() && st.Store.Flush(ctx) == nil {
			w.note("%s: %s is saved as %q", run.reader.who, key, value)
			w.count("things saved")
			saved()
		}
	}()
}

// checkKept checks the promises for a service.
func (d *desk) checkKept(of *service, st *station.Station) {
	favourites, err := st.Store.Favourites()
	if err != nil {
		return // the disk fails
	}
	positions, err := st.Store.AllPositions()
	if err != nil {
		return
	}
	there := map[string]string{}
	for _, f := range favourites {
		there[favouriteKey(f)] = f.Name
	}
	for _, p := range positions {
		there[positionKey(p)] = p.Position.String()
	}
	d.lists[of.name].check(d.world, there)
}

// checkAll checks the promises for both services after all programs have ended.
func (d *desk) checkAll() {
	for _, s := range []*service{d.world.alfa, d.world.bravo} {
		set := settings.DefaultSettings().Service
		set.BaseURL = "http://" + s.host()
		st, err := station.Open(set, station.Access{BaseURL: set.BaseURL}, d.profile, d.now, station.NoEvents(),
			&station.Libraries{Boot: d.boot()})
		if err != nil {
			d.world.fail("%s cannot be opened: %v", s.name, err)
			return
		}
		d.checkKept(s, st)
		st.Release()
	}
}
