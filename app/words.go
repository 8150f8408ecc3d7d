package app

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"sextant/app/browse"
	"sextant/app/service"
)

// A message is a sentence on what happened and one on what can be done.
type message struct{ sentence, hint string }

// inSettings ends a hint that leads to the settings.
const inSettings = " in the settings (Ctrl+,)."

// here is the hint for someone who is in the settings already.
func (m message) here() string {
	if hint, ok := strings.CutSuffix(m.hint, inSettings); ok {
		return hint + "."
	}
	return m.hint
}

// serviceMessage tells in words why something did not come. what names it, as in "page 123".
func serviceMessage(what string, err error) message {
	switch service.KindOf(err) {
	case service.NotFound:
		return message{"The service does not have " + what + ".", ""}
	case service.Refused:
		return message{"The service refused the credentials.", "Check the app id and key in the settings (Ctrl+,)."}
	case service.QuotaUsed:
		return message{"The service's quota of requests is used up.", "What you have read stays here."}
	case service.RateLimited:
		return message{"The service asks for a pause.", ""}
	case service.Trouble:
		return message{"The service is in trouble and did not give " + what + ".", tryLater}
	case service.NoNetwork:
		return message{"There is no connection to the service.", "Check the network and the address in the settings (Ctrl+,)."}
	case service.BadContent:
		if other := (*service.OtherPageError)(nil); errors.As(err, &other) {
			return message{firstUpper(other.Error()) + ".", ""}
		}
		return message{"The service's answer for " + what + " makes no sense.", ""}
	case service.TooLarge:
		return message{"The service's answer for " + what + " is too large.", "The limits can be changed in the settings (Ctrl+,)."}
	case service.Misused:
		return message{"This cannot be asked for.", ""}
	}
	return message{"It did not work: " + firstUpper(what) + ".", err.Error()}
}

// pageMessage tells why a place could not be shown.
func pageMessage(p browse.Place, documentCame bool, err error) message {
	if service.KindOf(err) == service.NotFound {
		if documentCame {
			return message{fmt.Sprintf("Page %d has no picture of this subpage.", p.Page), "The page before stays on the screen."}
		}
		return message{fmt.Sprintf("There is no page %d.", p.Page), "Type another number, or go on to the next page."}
	}
	m := serviceMessage(fmt.Sprintf("page %d", p.Page), err)
	if service.KindOf(err) == service.BadContent {
		m.hint = "Reload (F5) asks again."
	}
	return m
}

// changedWords says when a page was last changed, relative to today.
func changedWords(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	day := dayWords(t, now)
	if days := daysBetween(t, now); days < 0 || days >= 7 {
		day += ","
	}
	return "changed " + day + " " + t.Format("15:04")
}

// dayWords names a day, relative to today.
func dayWords(t, now time.Time) string {
	t = t.In(now.Location())
	switch days := daysBetween(t, now); {
	case days == 0:
		return "today"
	case days == 1:
		return "yesterday"
	case days > 1 && days < 7:
		return t.Format("Monday")
	}
	return t.Format("2 January 2006")
}

// ageWords writes how long ago something was, in one unit.
func ageWords(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d/time.Minute))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d/time.Hour))
	}
	return fmt.Sprintf("%d days", int(d/(24*time.Hour)))
}

// outdatedWords says since when a page is the same because the service cannot be asked, why, and when it is
// asked again, where these are known.
func outdatedWords(since time.Time, why service.Kind, again, now time.Time) string {
	reason := map[service.Kind]string{
		service.NoNetwork: "no connection", service.Trouble: "the service is in trouble", service.QuotaUsed: "the quota is used up",
		service.RateLimited: "the service asks for a pause", service.NotFound: "the service has it no more", service.Refused: "the credentials are refused",
		service.BadContent: "the service's answer makes no sense", service.TooLarge: "the service's answer is too large",
	}[why]
	since = since.In(now.Location())
	at := since.Format("15:04")
	if days := daysBetween(since, now); days != 0 {
		at = dayWords(since, now) + " " + at
	}
	words := "From " + at
	if age := ageWords(now.Sub(since)); age != "now" {
		words += ", " + age + " ago"
	}
	if reason != "" {
		words += ": " + reason
	}
	if wait := again.Sub(now); wait >= 90*time.Second {
		words += ", asked again " + againWords(wait, now)
	}
	return words
}

// daysBetween counts the midnights from t to now.
func daysBetween(t, now time.Time) int {
	day := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return int(day(now).Sub(day(t)) / (24 * time.Hour))
}

// tryLater is what is left to the user where nothing is tried again by itself.
const tryLater = "Try again later."

// again is a message with when it is tried again by itself; never where wait is 0.
func (m message) again(wait time.Duration, now time.Time) message {
	if wait > 0 {
		m.hint = strings.TrimSpace(strings.TrimSuffix(m.hint, tryLater) + " It is tried again " + againWords(wait, now) + ".")
	}
	return m
}

// pictureOnlyMessage tells that a page's document did not come, but a picture of it did.
func pictureOnlyMessage(p browse.Place, err error) message {
	m := message{sentence: "Only the picture of page " + p.String() + " came."}
	if service.KindOf(err) == service.NotFound {
		m.hint = "The service does not have its document."
	} else {
		m.hint = pageMessage(p, false, err).sentence
	}
	return m
}

// againWords says at what time something is tried again, which stays true while the sentence stands.
func againWords(wait time.Duration, now time.Time) string {
	at := now.Add(wait)
	switch {
	case wait < 10*time.Second:
		return "in a moment"
	case wait < 90*time.Second:
		return "at " + at.Format("15:04:05")
	case daysBetween(now, at) > 0:
		return "tomorrow at " + at.Format("15:04")
	}
	return "at " + at.Format("15:04")
}

// waitWords writes a pause as 8 s or 5 min.
func waitWords(d time.Duration) string {
	if d >= 2*time.Minute {
		return fmt.Sprintf("%d min", int((d+time.Minute/2)/time.Minute))
	}
	return fmt.Sprintf("%d s", int((d+time.Second/2)/time.Second))
}

// playTime writes a duration as 3:07 or 1:02:03.
func playTime(d time.Duration) string {
	s := int(max(0, d) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// byteSize writes a size as people do.
func byteSize(n int64) string {
	switch {
	case n >= 1e9:
		return inTenths(n, 1e9) + " GB"
	case n >= 1e6:
		return inTenths(n, 1e6) + " MB"
	}
	return fmt.Sprintf("%d kB", (n+999)/1000)
}

// inTenths writes a number in units with a tenth, which only whole units do without: so a figure that grows
// keeps its width.
func inTenths(n, unit int64) string {
	if n%unit == 0 {
		return fmt.Sprint(n / unit)
	}
	return fmt.Sprintf("%.1f", float64(n)/float64(unit))
}

func firstUpper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func countWords(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
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
