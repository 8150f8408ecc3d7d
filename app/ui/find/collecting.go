package find

import (
	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/words"
)

func collectingWords(c acquire.Collecting) collectProgress {
	shown := collectProgress{running: c.On, paused: c.Paused, share: 1}
	switch {
	case !c.Walking:
		shown.text = say.Count("collect.fresh", c.Done)
	case c.Done == 0:
		shown.share = -1
		shown.text = say.Text("collect.begins", "Page", browse.Home)
	case c.Total == 0:
		shown.share = -1
		shown.text = say.Count("collect.soFar", c.Done)
	default:
		shown.share = float64(c.Done) / float64(max(c.Total, 1))
		shown.text = say.Text("collect.left", "Done", c.Done, "Total", c.Total, "Time", words.LongWords(c.Left))
	}
	if c.Paused {
		shown.text = say.Text("collect.paused", "Progress", shown.text)
	}
	return shown
}
