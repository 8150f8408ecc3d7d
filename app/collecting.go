package app

import (
	"fmt"
	"time"

	"sextant/app/acquire"
	"sextant/widgets/finder"
)

// ShowCollecting shows how far collecting is.
func (w *window) ShowCollecting(c acquire.Collecting) {
	w.finding.panel.SetCollecting(collectingWords(c))
	w.finding.fillLater()
}

func (w *window) pauseCollecting() {
	c := w.app.station.collect
	if c.Progress().Paused {
		c.Start()
	} else {
		c.Pause()
	}
}

func collectingWords(c acquire.Collecting) finder.Collecting {
	words := finder.Collecting{Running: c.On, Paused: c.Paused, Share: 1}
	switch {
	case !c.Walking:
		words.Text = fmt.Sprintf("%d pages; kept fresh", c.Done)
	case c.Done == 0:
		words.Share = -1
		words.Text = "Beginning at page 100"
	case c.Total == 0:
		words.Share = -1
		words.Text = fmt.Sprintf("%d pages so far", c.Done)
	default:
		words.Share = float64(c.Done) / float64(max(c.Total, 1))
		words.Text = fmt.Sprintf("%d of about %d, %s left", c.Done, c.Total, longWords(c.Left))
	}
	if c.Paused {
		words.Text += ", paused"
	}
	return words
}

// longWords writes a duration that is only about right.
func longWords(d time.Duration) string {
	switch m := int((d + 30*time.Second) / time.Minute); {
	case m < 1:
		return "less than 1 min"
	case m < 100:
		return fmt.Sprintf("%d min", m)
	}
	return fmt.Sprintf("%d h", int((d+30*time.Minute)/time.Hour))
}

// ShowStoreTrouble tells that pages can be stored no more, or again.
func (w *window) ShowStoreTrouble(err error) {
	if err != nil {
		w.TellOf(aboutStore, troubleMessage(err))
		return
	}
	w.Settled(aboutStore)
	w.Mention(troubleMessage(nil).sentence)
}
