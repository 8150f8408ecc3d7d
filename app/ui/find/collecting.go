package find

import (
	"fmt"

	"sextant/app/acquire"
	"sextant/app/words"
	"sextant/widgets/finder"
)

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
