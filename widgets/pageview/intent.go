package pageview

import (
	"sextant/app/teletext"
	"sextant/widgets/core"
)

// intend reports, after a delay, that a link is likely to be followed, unless it is called again before; none cancels.
func (l *links) intend(all []teletext.Link, link int) {
	if link == core.None || l.actions.Intend == nil {
		l.intent.Stop()
		return
	}
	to := all[link]
	l.intent.Start(core.IntentAfter, func() { l.actions.Intend(to) })
}

// intendNow reports that a link is about to be followed, because a button or a finger is down on it.
func (l *links) intendNow(link int) {
	if link != core.None && l.actions.Intend != nil {
		l.intent.Stop()
		l.actions.Intend(l.page.sheet.Links[link])
	}
}
