package status

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"sextant/app/kiosk"
	"sextant/app/kiosk/playlist"
	"sextant/app/service"
	"sextant/app/words"
)

// waitsFor is how long a screen may have nothing to show before that is told as a trouble.
const waitsFor = time.Minute

// mostMistakes is how many of a playlist's mistakes the remote page tells.
const mostMistakes = 5

// A sentence is one on how things stand.
type sentence struct {
	Bad   bool
	Words string
}

// reason is what is wrong with the screen in a line, empty for nothing.
func (v *view) reason() string {
	switch {
	case v.broken != nil:
		return v.broken.Error()
	case v.err != nil:
		return "the screen does not answer"
	case v.Cause == kiosk.Waiting && v.Uptime > waitsFor:
		return "there is nothing to show yet"
	case v.Outdated:
		return "what is on the screen is " + words.LongWords(v.Age) + " old"
	}
	return ""
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
		return "No answer"
	case n == 0:
		return "Nothing yet"
	case n > 1:
		return fmt.Sprintf("Pages %s and %s", strings.Join(pages[:n-1], ", "), pages[n-1])
	case v.Of[0] > 1:
		return fmt.Sprintf("Page %s, %d of %d", pages[0], v.Places[0].Subpage, v.Of[0])
	}
	return "Page " + pages[0]
}

// why is why that is on the screen.
func (v *view) why() string {
	switch {
	case v.err != nil:
		return ""
	case v.Visited:
		return "A viewer looks around; the list goes on soon."
	case v.Held:
		return "Held; the list goes on soon."
	case v.Cause == kiosk.Alerted:
		return "It broke in because it changed."
	case v.Cause == kiosk.Waiting:
		return "There is nothing to show yet."
	case v.Picked:
		return fmt.Sprintf("From the list “%s”, which was picked.", v.listName())
	}
	return fmt.Sprintf("From the list “%s”.", v.listName())
}

// tell tells how things stand, in sentences for whoever owns the screen.
func (v *view) tell() (all []sentence) {
	bad := func(format string, args ...any) { all = append(all, sentence{true, fmt.Sprintf(format, args...)}) }
	if v.broken != nil {
		bad("The screen stands still: %v.", v.broken)
	}
	if v.err != nil {
		bad("The screen does not answer.")
		return all
	}
	if v.Outdated {
		bad("What is on the screen is %s old.", words.LongWords(v.Age))
	}
	if v.fails() {
		bad("%s since %s.", failureWords(service.KindOf(v.Trouble)), v.when(v.TroubleSince))
	}
	if v.playlist != nil && v.playlist.Trouble != nil {
		bad("%s", v.playlistWords())
	}
	all = append(all, sentence{v.Known < v.Pages && v.Uptime > waitsFor, v.pagesWords()})
	if v.Short {
		bad("The list is longer than the service allows, so that its pages get older.")
	}
	return append(all, sentence{false, "On since " + v.when(v.Began) + "."})
}

// pagesWords tells how the list's pages are.
func (v *view) pagesWords() string {
	switch v.Gone {
	case 0:
		return v.hereWords()
	case 1:
		return v.hereWords() + " The service says that 1 does not exist."
	}
	return fmt.Sprintf("%s The service says that %d do not exist.", v.hereWords(), v.Gone)
}

// hereWords tells how many of the list's pages are here.
func (v *view) hereWords() string {
	within := "less than a minute"
	if v.Oldest >= time.Minute {
		within = words.LongWords(v.Oldest)
	}
	switch missing := v.Pages - v.Known; {
	case v.Pages == 0:
		return "There is no page in the list now."
	case v.Known == 0:
		return fmt.Sprintf("Of %s none is here.", words.CountWords(v.Pages, "page"))
	case missing > 0:
		return fmt.Sprintf("%d of %d pages are here, up to date within %s.", v.Known, v.Pages, within)
	}
	return fmt.Sprintf("%d of %s up to date within %s.", v.Known, words.CountWords(v.Pages, "page"), within)
}

// playlistWords tells what is wrong with the playlist, and what is shown meanwhile.
func (v *view) playlistWords() string {
	meanwhile := "the last good one goes on"
	if v.playlist.Seen.IsZero() {
		meanwhile = "the first hundred pages are shown"
	}
	var mistakes *playlist.Mistakes
	if !errors.As(v.playlist.Trouble, &mistakes) {
		return fmt.Sprintf("The playlist: %s; %s.", v.playlist.Trouble, meanwhile)
	}
	var lines []string
	for _, m := range mistakes.List[:min(len(mistakes.List), mostMistakes)] {
		lines = append(lines, m.String())
	}
	if more := len(mistakes.List) - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("The playlist has %s, so %s: %s.", words.CountWords(len(mistakes.List), "mistake"), meanwhile, strings.Join(lines, "; "))
}

// when says when something was: the time, and the day where that is not today.
func (v *view) when(t time.Time) string {
	t = t.In(v.at.Location())
	if words.DaysBetween(t, v.at) == 0 {
		return t.Format("15:04")
	}
	return words.DayWords(t, v.at) + " " + t.Format("15:04")
}

// failureWords are how the service fails, as the beginning of a sentence that tells since when.
func failureWords(k service.Kind) string {
	switch k {
	case service.NoNetwork:
		return "The service cannot be reached"
	case service.Trouble:
		return "The service is in trouble"
	case service.QuotaUsed:
		return "The service's quota of requests is used up"
	case service.RateLimited:
		return "The service asks for a pause"
	case service.Refused:
		return "The service refuses the app id and key"
	case service.BadContent, service.TooLarge:
		return "The service's answers make no sense"
	}
	return "The service does not answer well"
}
