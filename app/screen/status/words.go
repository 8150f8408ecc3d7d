package status

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"sextant/app/api"
	"sextant/app/say"
	"sextant/app/screen/kiosk"
	"sextant/app/screen/playlist"
	"sextant/app/words"
)

// waitsFor is how long a screen may have nothing to show before that counts as a trouble.
const waitsFor = time.Minute

// mostMistakes is how many of a playlist's mistakes the remote page shows.
const mostMistakes = 5

// A sentence is one on how things stand.
type sentence struct {
	Bad   bool
	Words string
}

// trouble is what is wrong with the screen: a word for it that stays the same and a line in words, both empty for
// nothing.
func (v *view) trouble() (kind, reason string) {
	switch {
	case v.broken != nil:
		return "stalled", v.broken.Error()
	case v.glass != nil:
		return "window", v.glass.Error()
	case v.err != nil:
		return "silent", say.Text("status.reason.noAnswer")
	case v.power.Err != nil:
		return "off", say.Text("status.reason.staysOff")
	case v.Asleep: // nothing is shown
	case v.Cause == kiosk.Waiting && v.Uptime > waitsFor:
		return "empty", say.Text("status.reason.nothing")
	case v.Bare > waitsFor:
		return "empty", say.Text("status.reason.bare")
	case v.Outdated:
		return "old", say.Text("status.reason.old", "Age", words.LongWords(v.Age))
	}
	if v.stored != nil {
		return "store", v.stored.Error()
	}
	return "", ""
}

// reason is what is wrong with the screen in a line, empty for nothing.
func (v *view) reason() string {
	_, reason := v.trouble()
	return reason
}

// title is what is on the screen.
func (v *view) title() string {
	var pages []string
	for _, p := range v.Places {
		if p.Page != 0 {
			pages = append(pages, fmt.Sprint(p.Page))
		}
	}
	switch n := len(pages); {
	case v.err != nil:
		return say.Text("status.noAnswer")
	case v.Asleep:
		return say.Text("status.off")
	case n == 0:
		return say.Text("status.nothing")
	case n > 1:
		return say.Text("status.pages", "Pages", strings.Join(pages[:n-1], ", "), "Last", pages[n-1])
	case v.Of[0] > 1:
		return say.Text("status.subpage", "Page", pages[0], "Subpage", v.Places[0].Subpage, "Of", v.Of[0])
	}
	return say.Text("page.named", "Page", pages[0])
}

// why is why that is on the screen.
func (v *view) why() string {
	switch {
	case v.err != nil:
		return ""
	case v.Asleep && !v.Until.IsZero():
		return say.Text("status.offUntil", "Time", v.until())
	case v.Asleep:
		return ""
	case v.Visited:
		return say.Text("status.visited")
	case v.Held:
		return say.Text("status.held")
	case v.Cause == kiosk.Alerted:
		return say.Text("status.alerted")
	case v.Cause == kiosk.Waiting:
		return say.Text("status.waiting")
	case v.Before:
		return say.Text("status.before")
	case v.Picked:
		return say.Text("status.picked", "List", playlist.Called(v.listName()))
	}
	return say.Text("status.list", "List", playlist.Called(v.listName()))
}

// sentences says how things stand, in sentences for the screen's owner.
func (v *view) sentences() (all []sentence) {
	bad := func(said string) { all = append(all, sentence{true, said}) }
	if v.broken != nil {
		bad(say.Text("status.broken", "Error", v.broken))
	}
	if v.glass != nil {
		bad(words.Whole(v.glass))
	}
	if v.stored != nil {
		bad(words.Whole(v.stored))
	}
	if v.err != nil {
		bad(say.Text("status.silent"))
		return all
	}
	if said := v.powerWords(); said != "" {
		all = append(all, sentence{v.power.Err != nil, said})
	}
	if v.Outdated {
		bad(say.Text("status.old", "Age", words.LongWords(v.Age)))
	}
	if v.fails() {
		bad(say.Text("status.failing", "Failure", failureWords(api.KindOf(v.Trouble)), "Time", v.when(v.TroubleSince)))
	}
	if v.playlist != nil && v.playlist.Trouble != nil {
		bad(v.playlistWords())
	}
	if v.playlist != nil && v.playlist.Unkept != nil {
		bad(words.Whole(say.Wrap(v.playlist.Unkept, "playlist.trouble")))
	}
	all = append(all, sentence{v.Known < v.Pages && !v.Asleep && v.Uptime > waitsFor, v.pagesWords()})
	if v.Short {
		bad(say.Text("status.short"))
	}
	return append(all, sentence{false, say.Text("status.since", "Time", v.when(v.Began))})
}

// powerWords says what turned the screen off, or that it does not come on, empty where it is on.
func (v *view) powerWords() string {
	switch {
	case v.power.Err != nil:
		return say.Text("status.staysOff", "Way", v.power.Way)
	case !v.Asleep:
		return ""
	case v.power.Way == "":
		return say.Text("status.onlyBlack")
	case v.power.Pending:
		return say.Text("status.goesOff", "Way", v.power.Way)
	}
	return say.Text("status.offBy", "Way", v.power.Way)
}

// pagesWords says how the list's pages are.
func (v *view) pagesWords() string {
	if v.Gone == 0 {
		return v.hereWords()
	}
	return v.hereWords() + " " + say.Count("status.gone", v.Gone)
}

// hereWords says how many of the list's pages are here.
func (v *view) hereWords() string {
	within := words.LongWords(v.Oldest)
	switch missing := v.Pages - v.Known; {
	case v.Pages == 0:
		return say.Text("status.noPages")
	case v.Known == 0:
		return say.Count("status.noneHere", v.Pages)
	case missing > 0:
		return say.Count("status.someHere", v.Known, "Of", say.Number(int64(v.Pages)), "Within", within)
	}
	return say.Count("status.allHere", v.Pages, "Within", within)
}

// playlistWords says what is wrong with the playlist, and what is shown meanwhile.
func (v *view) playlistWords() string {
	meanwhile := say.Text("status.lastGood")
	if v.playlist.Seen.IsZero() {
		meanwhile = say.Text("status.firstHundred")
	}
	var mistakes *playlist.Mistakes
	if !errors.As(v.playlist.Trouble, &mistakes) {
		return say.Text("status.playlist", "Error", v.playlist.Trouble, "Meanwhile", meanwhile)
	}
	var lines []string
	for _, m := range mistakes.List[:min(len(mistakes.List), mostMistakes)] {
		lines = append(lines, m.String())
	}
	if more := len(mistakes.List) - len(lines); more > 0 {
		lines = append(lines, say.Count("status.more", more))
	}
	return say.Count("status.mistakes", len(mistakes.List),
		"Meanwhile", meanwhile, "Mistakes", strings.Join(lines, "; "))
}

// when says when something was: the time, and the day where that is not today.
func (v *view) when(t time.Time) string {
	return words.Calendar{Zone: v.at.Location(), Now: v.at}.At(t)
}

// until says until when the screen is off.
func (v *view) until() string {
	until := v.Until.In(v.at.Location())
	switch days := words.DaysBetween(v.at, until); {
	case days == 1:
		return say.Text("status.tomorrow", "Time", say.Time("time.clock", until))
	case days > 1 && days < 7:
		return say.Time("time.weekday", until)
	}
	return v.when(until)
}

// failureWords are how the service fails, as the beginning of a sentence that says since when.
func failureWords(k api.Kind) string {
	switch k {
	case api.NoNetwork:
		return say.Text("status.unreachable")
	case api.Trouble:
		return say.Text("status.trouble")
	case api.QuotaUsed:
		return say.Text("status.quota")
	case api.RateLimited:
		return say.Text("status.pause")
	case api.Refused:
		return say.Text("status.refused")
	case api.BadContent, api.TooLarge:
		return say.Text("status.senseless")
	}
	return say.Text("status.unwell")
}
