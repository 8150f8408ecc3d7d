package pageview

import (
	"sextant/app/teletext"
	"sextant/widgets/core"
)

// intend reports in a moment that a link is likely to be followed, unless another one is by then; none ends that.
func (l *links) intend(all []teletext.Link, link int) {
	if link == core.None || l.actions.Intend == nil {
		l.intent.Stop()
		return
	}
	to := all[link]
	l.intent.Start(core.IntentAfter, func() { l.actions.Intend(to) })
}

// intendNow reports that a link is about to be followed, as a button or a finger is down on it.
func (l *links) intendNow(link int) {
	if link != core.None && l.actions.Intend != nil {
		l.intent.Stop()
		l.actions.Intend(l.page.sheet.Links[link])
	}
}
