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
		return "stalled", v.in.Error(v.broken)
	case v.glass != nil:
		return "window", v.in.Error(v.glass)
	case v.err != nil:
		return "silent", v.in.Text("status.reason.noAnswer")
	case v.power.Err != nil:
		return "off", v.in.Text("status.reason.staysOff")
	case v.Asleep: // nothing is shown
	case v.Cause == kiosk.Waiting && v.Uptime > waitsFor:
		return "empty", v.in.Text("status.reason.nothing")
	case v.Bare > waitsFor:
		return "empty", v.in.Text("status.reason.bare")
	case v.Outdated:
		return "old", v.in.Text("status.reason.old", "Age", words.LongWordsIn(v.in, v.Age))
	}
	if v.stored != nil {
		return "store", v.in.Error(v.stored)
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
		return v.in.Text("status.noAnswer")
	case v.Asleep:
		return v.in.Text("status.off")
	case n == 0:
		return v.in.Text("status.nothing")
	case n > 1:
		return v.in.Text("status.pages", "Pages", strings.Join(pages[:n-1], ", "), "Last", pages[n-1])
	case v.Of[0] > 1:
		return v.in.Text("status.subpage", "Page", pages[0], "Subpage", v.Places[0].Subpage, "Of", v.Of[0])
	}
	return v.in.Text("page.named", "Page", pages[0])
}

// why is why that is on the screen.
func (v *view) why() string {
	switch {
	case v.err != nil:
		return ""
	case v.Asleep && !v.Until.IsZero():
		return v.in.Text("status.offUntil", "Time", v.until())
	case v.Asleep:
		return ""
	case v.Visited:
		return v.in.Text("status.visited")
	case v.Held:
		return v.in.Text("status.held")
	case v.Cause == kiosk.Alerted:
		return v.in.Text("status.alerted")
	case v.Cause == kiosk.Waiting:
		return v.in.Text("status.waiting")
	case v.Before:
		return v.in.Text("status.before")
	case v.Picked:
		return v.in.Text("status.picked", "List", v.called(v.listName()))
	}
	return v.in.Text("status.list", "List", v.called(v.listName()))
}

// sentences says how things stand, in sentences for the screen's owner.
func (v *view) sentences() (all []sentence) {
	bad := func(said string) { all = append(all, sentence{true, said}) }
	if v.broken != nil {
		bad(v.in.Text("status.broken", "Error", v.in.Error(v.broken)))
	}
	if v.glass != nil {
		bad(v.whole(v.glass))
	}
	if v.stored != nil {
		bad(v.whole(v.stored))
	}
	if v.err != nil {
		bad(v.in.Text("status.silent"))
		return all
	}
	if said := v.powerWords(); said != "" {
		all = append(all, sentence{v.power.Err != nil, said})
	}
	if v.Outdated {
		bad(v.in.Text("status.old", "Age", words.LongWordsIn(v.in, v.Age)))
	}
	if v.fails() {
		how := v.failureWords(api.KindOf(v.Trouble))
		bad(v.in.Text("status.failing", "Failure", how, "Time", v.when(v.TroubleSince)))
	}
	if v.playlist != nil && v.playlist.Trouble != nil {
		bad(v.playlistWords())
	}
	if v.playlist != nil && v.playlist.Unkept != nil {
		bad(v.whole(say.Wrap(v.playlist.Unkept, "playlist.trouble")))
	}
	all = append(all, sentence{v.Known < v.Pages && !v.Asleep && v.Uptime > waitsFor, v.pagesWords()})
	if v.Short {
		bad(v.in.Text("status.short"))
	}
	return append(all, sentence{false, v.in.Text("status.since", "Time", v.when(v.Began))})
}

// whole is an error as a sentence.
func (v *view) whole(err error) string { return words.SentenceIn(v.in, v.in.Error(err)) }

// called is what people call a list.
func (v *view) called(list string) string { return playlist.CalledIn(v.in, list) }

// powerWords says what turned the screen off, or that it does not come on, empty where it is on.
func (v *view) powerWords() string {
	switch {
	case v.power.Err != nil:
		return v.in.Text("status.staysOff", "Way", v.power.Way)
	case !v.Asleep:
		return ""
	case v.power.Way == "":
		return v.in.Text("status.onlyBlack")
	case v.power.Pending:
		return v.in.Text("status.goesOff", "Way", v.power.Way)
	}
	return v.in.Text("status.offBy", "Way", v.power.Way)
}

// pagesWords says how the list's pages are.
func (v *view) pagesWords() string {
	if v.Gone == 0 {
		return v.hereWords()
	}
	return v.hereWords() + " " + v.in.Count("status.gone", v.Gone)
}

// hereWords says how many of the list's pages are here.
func (v *view) hereWords() string {
	within := words.LongWordsIn(v.in, v.Oldest)
	switch missing := v.Pages - v.Known; {
	case v.Pages == 0:
		return v.in.Text("status.noPages")
	case v.Known == 0:
		return v.in.Count("status.noneHere", v.Pages)
	case missing > 0:
		return v.in.Count("status.someHere", v.Known, "Of", v.in.Number(int64(v.Pages)), "Within", within)
	}
	return v.in.Count("status.allHere", v.Pages, "Within", within)
}

// playlistWords says what is wrong with the playlist, and what is shown meanwhile.
func (v *view) playlistWords() string {
	meanwhile := v.in.Text("status.lastGood")
	if v.playlist.Seen.IsZero() {
		meanwhile = v.in.Text("status.firstHundred")
	}
	var mistakes *playlist.Mistakes
	if !errors.As(v.playlist.Trouble, &mistakes) {
		return v.in.Text("status.playlist", "Error", v.in.Error(v.playlist.Trouble), "Meanwhile", meanwhile)
	}
	var lines []string
	for _, m := range mistakes.List[:min(len(mistakes.List), mostMistakes)] {
		lines = append(lines, m.In(v.in))
	}
	if more := len(mistakes.List) - len(lines); more > 0 {
		lines = append(lines, v.in.Count("status.more", more))
	}
	return v.in.Count("status.mistakes", len(mistakes.List),
		"Meanwhile", meanwhile, "Mistakes", strings.Join(lines, "; "))
}

// when says when something was: the time, and the day where that is not today.
func (v *view) when(t time.Time) string {
	return words.Calendar{Zone: v.at.Location(), Now: v.at, Tongue: v.in}.At(t)
}

// until says until when the screen is off.
func (v *view) until() string {
	until := v.Until.In(v.at.Location())
	switch days := words.DaysBetween(v.at, until); {
	case days == 1:
		return v.in.Text("status.tomorrow", "Time", v.in.Time("time.clock", until))
	case days > 1 && days < 7:
		return v.in.Time("time.weekday", until)
	}
	return v.when(until)
}

// failureWords are how the service fails, as the beginning of a sentence that says since when.
func (v *view) failureWords(k api.Kind) string {
	switch k {
	case api.NoNetwork:
		return v.in.Text("status.unreachable")
	case api.Trouble:
		return v.in.Text("status.trouble")
	case api.QuotaUsed:
		return v.in.Text("status.quota")
	case api.RateLimited:
		return v.in.Text("status.pause")
	case api.Refused:
		return v.in.Text("status.refused")
	case api.BadContent, api.TooLarge:
		return v.in.Text("status.senseless")
	}
	return v.in.Text("status.unwell")
}
