package station

import (
	"sync"

	"sextant/app/acquire"
	"sextant/app/api"
	"sextant/app/kept"
	"sextant/app/sound/recordings"
	"sextant/app/store"
)

// A handover posts the events of one station to the UI goroutine and publishes them, until the station is left.
type handover struct {
	tuner   *Tuner
	mu      sync.Mutex
	pending bool // Downloads is about to be published
}

// post runs f on the UI goroutine, if the station is the current one then.
func (h *handover) post(f func()) {
	h.tuner.post(func() {
		if h.tuner.events == h {
			f()
		}
	})
}

// publishChanges publishes the changes of the station's lists while it is the current one.
func (h *handover) publishChanges(st *Station) {
	t := h.tuner
	st.Lists.Changed.On(func(l kept.List) {
		if t.events == h {
			t.Lists.Publish(l)
		}
	})
	st.Positions.Changed.On(func(key string) {
		if t.events == h {
			t.PositionChanged.Publish(key)
		}
	})
}

func (h *handover) callbacks() Events {
	t := h.tuner
	return Events{
		PageChanged: func(c acquire.Change) {
			h.post(func() {
				t.current.Directory.Record(c.Document)
				t.PageChanged.Publish(c)
			})
		},
		PagesStale: func(pages []int) {
			h.post(func() {
				t.current.reconsider()
				t.PagesStale.Publish(pages)
			})
		},
		Answered: func(page int, _ *api.Document, err error, s acquire.Standing) {
			h.post(func() {
				if err == nil || s.Missing {
					t.current.Directory.Answered(page, err == nil)
				}
				t.current.reconsider()
				t.Answered.Publish(page)
			})
		},
		Collecting: func(c acquire.Collecting) { h.post(func() { t.Collecting.Publish(c) }) },
		Sighting:   func(s acquire.Sighting) { h.post(func() { t.Sighting.Publish(s) }) },
		Downloads: recordings.DownloadEvents{
			Changed: h.downloadsChanged,
			Ended: func(rec store.Recording, err error) {
				h.post(func() { t.DownloadEnded.Publish(Ending{rec, err}) })
			},
			Shorter: func(rec store.Recording) { h.post(func() { t.DownloadShorter.Publish(rec) }) },
		},
		Trouble: func(err error) { h.post(func() { t.Trouble.Publish(err) }) },
		Looked:  h.post,
	}
}

// downloadsChanged publishes Downloads, but once only before the UI goroutine gets to it.
func (h *handover) downloadsChanged() {
	h.mu.Lock()
	before := h.pending
	h.pending = true
	h.mu.Unlock()
	if before {
		return
	}
	h.tuner.post(func() {
		h.mu.Lock()
		h.pending = false
		h.mu.Unlock()
		if h.tuner.events == h {
			h.tuner.Downloads.Publish(struct{}{})
		}
	})
}
