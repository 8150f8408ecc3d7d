package app

import (
	"fmt"

	"sextant/app/acquire"
	"sextant/app/station"
	"sextant/app/words"
	"sextant/widgets/finder"
)

// ShowCollecting shows how far collecting is.
func (w *window) ShowCollecting(c acquire.Collecting) {
	w.finding.panel.SetCollecting(collectingWords(c))
	w.finding.fillLater()
}

func (w *window) pauseCollecting() {
	c := w.app.station.Collect
	if c.Progress().Paused {
		c.Start()
	} else {
		c.Pause()
	}
}

func collectingWords(c acquire.Collecting) finder.Collecting {
	shown := finder.Collecting{Running: c.On, Paused: c.Paused, Share: 1}
	switch {
	case !c.Walking:
		shown.Text = fmt.Sprintf("%d pages; kept fresh", c.Done)
	case c.Done == 0:
		shown.Share = -1
		shown.Text = "Beginning at page 100"
	case c.Total == 0:
		shown.Share = -1
		shown.Text = fmt.Sprintf("%d pages so far", c.Done)
	default:
		shown.Share = float64(c.Done) / float64(max(c.Total, 1))
		shown.Text = fmt.Sprintf("%d of about %d, %s left", c.Done, c.Total, words.LongWords(c.Left))
	}
	if c.Paused {
		shown.Text += ", paused"
	}
	return shown
}

// ShowStoreTrouble tells that pages can be stored no more, or again.
func (w *window) ShowStoreTrouble(err error) {
	if err != nil {
		w.TellOf(aboutStore, station.TroubleMessage(err))
		return
	}
	w.Settled(aboutStore)
	w.Mention(station.TroubleMessage(nil).Sentence)
}
