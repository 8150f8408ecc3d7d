package find

import (
	"sextant/app/acquire"
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/words"
	"sextant/widgets/finder"
)

func collectingWords(c acquire.Collecting) finder.Collecting {
	shown := finder.Collecting{Running: c.On, Paused: c.Paused, Share: 1}
	switch {
	case !c.Walking:
		shown.Text = say.Count("collect.fresh", c.Done)
	case c.Done == 0:
		shown.Share = -1
		shown.Text = say.Text("collect.begins", "Page", browse.Home)
	case c.Total == 0:
		shown.Share = -1
		shown.Text = say.Count("collect.soFar", c.Done)
	default:
		shown.Share = float64(c.Done) / float64(max(c.Total, 1))
		shown.Text = say.Text("collect.left", "Done", c.Done, "Total", c.Total, "Time", words.LongWords(c.Left))
	}
	if c.Paused {
		shown.Text = say.Text("collect.paused", "Progress", shown.Text)
	}
	return shown
}
