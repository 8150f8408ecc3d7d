package app

import (
	"context"
	"slices"
	"time"

	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/media"
	"sextant/app/store"
)

func (s *sextant) access() access { return s.options.overrides.access(s.settings, s.storedKey) }

func (s *sextant) warmUp() {
	pages := s.station.pages
	w := acquire.Want{Page: s.options.Place.Page, Subpage: s.options.Place.Subpage, Picture: s.settings.View == imageView}
	go func() {
		if _, fresh, ok := pages.Stored(w); !ok || !fresh {
			pages.Fetch(context.Background(), w)
		}
	}()
}

func (s *sextant) newNavigation(turning bool) *navigation {
	n := newNavigation(s.station.pages, s.window, turning, s.do, s.now)
	n.kiosk = s.options.Kiosk
	n.pictures = s.settings.View == imageView
	n.every = s.refreshEvery()
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

func (s *sextant) learnDirectory(n *navigation) {
	kept := s.station.store
	go func() {
		listings, err := kept.Directory()
		if err != nil {
			return // what is not known is learned again
		}
		s.do(func() {
			for _, l := range listings {
				if !l.MissingSince.IsZero() {
					n.directory.Missing(l.Page)
				} else {
					n.directory.List(l.Page, l.Name, l.Prev, l.Next, l.MarksLinks)
				}
			}
		})
	}()
}

func (s *sextant) events() events {
	return events{
		changed:    s.pageChanged,
		collecting: func(c acquire.Collecting) { s.do(func() { s.window.ShowCollecting(c) }) },
		sighting:   func(g acquire.Sighting) { s.do(func() { s.window.ShowSighting(g) }) },
		downloads: acquire.DownloadEvents{
			Changed: s.downloadsChanged,
			Ended: func(r store.Recording, err error) {
				s.do(func() { s.playback.downloadEnded(r, err) })
			},
		},
		trouble: func(err error) {
			go func() {
				<-s.begun // before, there is no window to tell it in
				s.do(func() { s.window.ShowStoreTrouble(err) })
			}()
		},
	}
}

func (s *sextant) startStation() {
	st := s.station
	st.edition = st.store.Edition()
	s.favourites, _ = st.store.Favourites() // none where they cannot be read
	s.watches, _ = st.store.Watches()
	s.playback.heard = map[string]store.Heard{}
	heard, _ := st.store.AllHeard()
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
	st.begin(s.watches, s.now, func(k keptLists) { s.do(func() { s.takeLists(st, k) }) })
}

// takeLists takes over what other programs changed of a service's lists, unless this one has changed something
// since they were read.
func (s *sextant) takeLists(st *station, k keptLists) {
	if s.station != st || st.edits.Load() != k.edits {
		return
	}
	if k.edition != st.edition { // another file has taken the place of the store: it gets what is known here
		st.edition = k.edition
		st.setFavourites(nil, s.favourites)
		st.setWatches(nil, s.watches)
		st.setQueue(nil, s.playback.queue)
		return
	}
	if !slices.Equal(k.favourites, s.favourites) {
		s.window.showFavourites(k.favourites)
	}
	sameWatch := func(a, b store.Watch) bool {
		return a.Key() == b.Key() && a.Told.UnixMilli() == b.Told.UnixMilli()
	}
	if !slices.EqualFunc(k.watches, s.watches, sameWatch) {
		st.watcher.Set(k.watches)
		s.window.showWatched(k.watches)
	}
	if !slices.EqualFunc(k.queue, s.playback.queue, func(a, b media.Item) bool { return a.Key() == b.Key() }) {
		s.playback.takeQueue(k.queue)
	}
}

// recallQueue brings the queue back in a moment, before what the user may have put there by then.
func (s *sextant) recallQueue() {
	kept := s.station.store
	go func() {
		if queue, err := readQueue(kept); err == nil && len(queue) > 0 {
			s.do(func() {
				if p := s.playback; s.station.store == kept {
					p.takeQueue(append(queue, p.queue...))
				}
			})
		}
	}()
}

func (s *sextant) tellOfStore() {
	if m := storeMessage(s.station.outcome); m != (message{}) {
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
			s.nav.directory.Learn(c.New)
			s.window.showColourKeys()
			s.window.finding.fillLater()
		})
	}()
}

func (s *sextant) apply(changed Settings, key string) error {
	before, beforeKey := s.settings, s.storedKey
	s.settings, s.storedKey = changed, key
	if err := s.keepSettings(); err != nil {
		s.settings, s.storedKey = before, beforeKey
		return err
	}
	s.nav.every = s.refreshEvery()
	s.window.viewChanged()
	if sameService(before, changed) && key == beforeKey {
		return nil
	}
	next, err := tune(changed, s.access(), s.profile, s.now, s.events(), s.libraries)
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

func sameService(a, b Settings) bool {
	for _, s := range []*Settings{&a, &b} {
		s.KeyPlace, s.Refresh = "", 0
		s.View, s.Palette, s.FourToThree, s.Header, s.Flash, s.CopySextants, s.ReadingSize = "", "", false, false, "", false, 0
		s.Order, s.Speed, s.Even = "", 0, false
		s.Volume, s.Keypad, s.Downloads, s.Turning, s.Width, s.Height = 0, false, false, false, 0, 0
	}
	return a == b
}

func (s *sextant) retune(next *station, place browse.Place) {
	s.nav.stop()
	old := s.station
	s.station = next
	s.nav = s.newNavigation(s.nav.Turning())
	old.close()
	s.startStation()
	s.window.dismiss() // what is said is about the service that is left
	s.playback.dropList()
	s.playback.items, s.playback.asked, s.playback.anchor, s.playback.failed = nil, false, "", 0
	s.playback.setFilter(s.playback.filter)
	if s.window.panel.Visible() {
		s.playback.reloadList()
	}
	s.nav.run(s.nav.GoTo(place))
}
