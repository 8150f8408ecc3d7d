package app

import (
	"context"
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/kept"
	"sextant/app/media"
	"sextant/app/navigate"
	"sextant/app/settings"
	"sextant/app/station"
	"sextant/app/store"
	"sextant/app/words"
)

func (s *sextant) access() station.Access { return s.options.Overrides.Access(s.settings, s.storedKey) }

func (s *sextant) warmUp() {
	pages := s.station.Pages
	w := acquire.Want{Page: s.options.Place.Page, Subpage: s.options.Place.Subpage, Picture: s.settings.View == settings.ImageView}
	go func() {
		if _, fresh, ok := pages.Stored(w); !ok || !fresh {
			pages.Fetch(context.Background(), w)
		}
	}()
}

func (s *sextant) newNavigation(turning bool) *navigate.Navigation {
	n := navigate.New(s.station.Pages, s.window, turning, s.do, s.now)
	n.Kiosk = s.options.Kiosk
	n.Pictures = s.settings.View == settings.ImageView
	n.Every = s.refreshEvery()
	s.learnDirectory(n)
	return n
}

// refreshEvery is how often the page on screen is asked for, 0 for never. A public screen always is kept up
// to date.
func (s *sextant) refreshEvery() time.Duration {
	every := time.Duration(s.settings.Refresh) * time.Second
	if s.options.Kiosk && every == 0 {
		return acquire.DefaultFreshness
	}
	return every
}

func (s *sextant) learnDirectory(n *navigate.Navigation) {
	pages := s.station.Store
	go func() {
		listings, err := pages.Directory()
		if err != nil {
			return // what is not known is learned again
		}
		s.do(func() {
			for _, l := range listings {
				if !l.MissingSince.IsZero() {
					n.Directory.Missing(l.Page)
				} else {
					n.Directory.List(l.Page, l.Name, l.Prev, l.Next, l.MarksLinks)
				}
			}
		})
	}()
}

func (s *sextant) events() station.Events {
	return station.Events{
		Changed:    s.pageChanged,
		Collecting: func(c acquire.Collecting) { s.do(func() { s.window.ShowCollecting(c) }) },
		Sighting:   func(g acquire.Sighting) { s.do(func() { s.window.ShowSighting(g) }) },
		Downloads: acquire.DownloadEvents{
			Changed: s.downloadsChanged,
			Ended: func(r store.Recording, err error) {
				s.do(func() { s.playback.downloadEnded(r, err) })
			},
		},
		Trouble: func(err error) {
			go func() {
				<-s.begun // before, there is no window to tell it in
				s.do(func() { s.window.ShowStoreTrouble(err) })
			}()
		},
	}
}

func (s *sextant) startStation() {
	st := s.station
	st.Edition = st.Store.Edition()
	s.favourites, _ = st.Store.Favourites() // none where they cannot be read
	s.watches, _ = st.Store.Watches()
	s.playback.heard = map[string]store.Heard{}
	heard, _ := st.Store.AllHeard()
	for _, h := range heard {
		s.playback.heard[h.Key] = h
	}
	s.playback.dropNext()
	s.playback.queue, s.playback.kept = nil, nil
	s.playback.showQueue()
	s.playback.showKept()
	s.recallQueue()
	s.window.sought, s.window.usual = sought{}, nil
	s.window.finding.fill()
	st.Begin(s.watches, s.now, func(k station.KeptLists) { s.do(func() { s.takeLists(st, k) }) })
}

// takeLists takes over what other programs changed of a service's lists, unless this one has changed something
// since they were read.
func (s *sextant) takeLists(st *station.Station, k station.KeptLists) {
	if s.station != st || st.Edits.Load() != k.Edits {
		return
	}
	if k.Edition != st.Edition { // another file has taken the place of the store: it gets what is known here
		st.Edition = k.Edition
		st.SetFavourites(nil, s.favourites)
		st.SetWatches(nil, s.watches)
		st.SetQueue(nil, s.playback.queue)
		return
	}
	if !slices.Equal(k.Favourites, s.favourites) {
		s.window.showFavourites(k.Favourites)
	}
	sameWatch := func(a, b store.Watch) bool {
		return a.Key() == b.Key() && a.Told.UnixMilli() == b.Told.UnixMilli()
	}
	if !slices.EqualFunc(k.Watches, s.watches, sameWatch) {
		st.Watcher.Set(k.Watches)
		s.window.showWatched(k.Watches)
	}
	if !slices.EqualFunc(k.Queue, s.playback.queue, func(a, b media.Item) bool { return a.Key() == b.Key() }) {
		s.playback.takeQueue(k.Queue)
	}
}

// recallQueue brings the queue back in a moment, before what the user may have put there by then.
func (s *sextant) recallQueue() {
	pages := s.station.Store
	go func() {
		if queue, err := kept.ReadQueue(pages); err == nil && len(queue) > 0 {
			s.do(func() {
				if p := s.playback; s.station.Store == pages {
					p.takeQueue(append(queue, p.queue...))
				}
			})
		}
	}()
}

func (s *sextant) tellOfStore() {
	if m := station.StoreMessage(s.station.Outcome); m != (words.Message{}) {
		s.window.Tell(m)
	}
}

// downloadsChanged lets the panel know, but never twice for what it shows at once.
func (s *sextant) downloadsChanged() {
	if !s.telling.Swap(true) {
		s.do(func() {
			s.telling.Store(false)
			s.playback.downloadsChanged()
		})
	}
}

func (s *sextant) pageChanged(c acquire.Change) {
	go func() {
		<-s.begun
		s.do(func() {
			s.nav.Directory.Learn(c.New)
			s.window.showColourKeys()
			s.window.finding.fillLater()
		})
	}()
}

func (s *sextant) apply(changed settings.Settings, key string) error {
	before, beforeKey := s.settings, s.storedKey
	s.settings, s.storedKey = changed, key
	if err := s.keepSettings(); err != nil {
		s.settings, s.storedKey = before, beforeKey
		return err
	}
	s.nav.Every = s.refreshEvery()
	s.window.viewChanged()
	if sameService(before, changed) && key == beforeKey {
		return nil
	}
	next, err := station.Open(changed, s.access(), s.profile, s.now, s.events(), s.libraries)
	if err != nil {
		s.settings, s.storedKey = before, beforeKey
		return err
	}
	place := browse.Place{Page: browse.Home}
	if shown := s.nav.Shown(); before.BaseURL == changed.BaseURL && shown.Page != 0 {
		place = shown
	}
	s.retune(next, place)
	return nil
}

func sameService(a, b settings.Settings) bool {
	for _, s := range []*settings.Settings{&a, &b} {
		s.KeyPlace, s.Refresh = "", 0
		s.View, s.Palette, s.FourToThree, s.Header, s.Flash, s.CopySextants, s.ReadingSize = "", "", false, false, "", false, 0
		s.Order, s.Speed, s.Even = "", 0, false
		s.Volume, s.Keypad, s.Downloads, s.Turning, s.Width, s.Height = 0, false, false, false, 0, 0
	}
	return a == b
}

func (s *sextant) retune(next *station.Station, place browse.Place) {
	s.nav.Stop()
	old := s.station
	s.station = next
	s.nav = s.newNavigation(s.nav.Turning())
	old.Close()
	s.startStation()
	s.window.dismiss() // what is said is about the service that is left
	s.playback.dropList()
	s.playback.items, s.playback.asked, s.playback.anchor, s.playback.failed = nil, false, "", 0
	s.playback.setFilter(s.playback.filter)
	if s.window.panel.Visible() {
		s.playback.reloadList()
	}
	s.nav.Run(s.nav.GoTo(place))
}
