// Package words says things in sentences for people: what went wrong, how long ago, how large.
package words

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"sextant/app/browse"
	"sextant/app/service"
)

// A Message is a sentence on what happened and one on what can be done.
type Message struct{ Sentence, Hint string }

// inSettings ends a hint that leads to the settings.
const inSettings = " in the settings (Ctrl+,)."

// Here is the hint for someone who is in the settings already.
func (m Message) Here() string {
	if hint, ok := strings.CutSuffix(m.Hint, inSettings); ok {
		return hint + "."
	}
	return m.Hint
}

// ServiceMessage tells in words why something did not come. what names it, as in "page 123".
func ServiceMessage(what string, err error) Message {
	switch service.KindOf(err) {
	case service.NotFound:
		return Message{"The service does not have " + what + ".", ""}
	case service.Refused:
		return Message{"The service refused the credentials.", "Check the app id and key in the settings (Ctrl+,)."}
	case service.QuotaUsed:
		return Message{"The service's quota of requests is used up.", "What you have read stays here."}
	case service.RateLimited:
		return Message{"The service asks for a pause.", ""}
	case service.Trouble:
		return Message{"The service is in trouble and did not give " + what + ".", tryLater}
	case service.NoNetwork:
		return Message{"There is no connection to the service.", "Check the network and the address in the settings (Ctrl+,)."}
	case service.BadContent:
		if other := (*service.OtherPageError)(nil); errors.As(err, &other) {
			return Message{FirstUpper(other.Error()) + ".", ""}
		}
		return Message{"The service's answer for " + what + " makes no sense.", ""}
	case service.TooLarge:
		return Message{"The service's answer for " + what + " is too large.", "The limits can be changed in the settings (Ctrl+,)."}
	case service.Misused:
		return Message{"This cannot be asked for.", ""}
	}
	return Message{"It did not work: " + FirstUpper(what) + ".", err.Error()}
}

// PageMessage tells why a place could not be shown. Without an error there is nothing to show of it.
func PageMessage(p browse.Place, documentCame bool, err error) Message {
	if err == nil {
		return Message{fmt.Sprintf("There is nothing on page %d.", p.Page), "The page before stays on the screen."}
	}
	if service.KindOf(err) == service.NotFound {
		if documentCame {
			return Message{fmt.Sprintf("Page %d has no picture of this subpage.", p.Page), "The page before stays on the screen."}
		}
		return Message{fmt.Sprintf("There is no page %d.", p.Page), "Type another number, or go on to the next page."}
	}
	m := ServiceMessage(fmt.Sprintf("page %d", p.Page), err)
	if service.KindOf(err) == service.BadContent {
		m.Hint = "Reload (F5) asks again."
	}
	return m
}

// changedWords says when a page was last changed, relative to today.
func changedWords(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	day := DayWords(t, now)
	if days := DaysBetween(t, now); days < 0 || days >= 7 {
		day += ","
	}
	return "changed " + day + " " + t.Format("15:04")
}

// DayWords names a day, relative to today.
func DayWords(t, now time.Time) string {
	t = t.In(now.Location())
	switch days := DaysBetween(t, now); {
	case days == 0:
		return "today"
	case days == 1:
		return "yesterday"
	case days > 1 && days < 7:
		return t.Format("Monday")
	}
	return t.Format("2 January 2006")
}

// AgeWords writes how long ago something was, in one unit.
func AgeWords(d time.Duration) string {
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

// OutdatedWords says since when a page is the same because the service cannot be asked, why, and when it is
// asked again, where these are known.
func OutdatedWords(since time.Time, why service.Kind, again, now time.Time) string {
	reason := map[service.Kind]string{
		service.NoNetwork: "no connection", service.Trouble: "the service is in trouble", service.QuotaUsed: "the quota is used up",
		service.RateLimited: "the service asks for a pause", service.NotFound: "the service has it no more", service.Refused: "the credentials are refused",
		service.BadContent: "the service's answer makes no sense", service.TooLarge: "the service's answer is too large",
	}[why]
	since = since.In(now.Location())
	at := since.Format("15:04")
	if days := DaysBetween(since, now); days != 0 {
		at = DayWords(since, now) + " " + at
	}
	words := "From " + at
	if age := AgeWords(now.Sub(since)); age != "now" {
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

// DaysBetween counts the midnights from t to now.
func DaysBetween(t, now time.Time) int {
	day := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return int(day(now).Sub(day(t)) / (24 * time.Hour))
}

// tryLater is what is left to the user where nothing is tried again by itself.
const tryLater = "Try again later."

// Again is a message with when it is tried again by itself; never where wait is 0.
func (m Message) Again(wait time.Duration, now time.Time) Message {
	if wait > 0 {
		m.Hint = strings.TrimSpace(strings.TrimSuffix(m.Hint, tryLater) + " It is tried again " + againWords(wait, now) + ".")
	}
	return m
}

// PictureOnlyMessage tells that a page's document did not come, but a picture of it did.
func PictureOnlyMessage(p browse.Place, err error) Message {
	m := Message{Sentence: "Only the picture of page " + p.String() + " came."}
	if service.KindOf(err) == service.NotFound {
		m.Hint = "The service does not have its document."
	} else {
		m.Hint = PageMessage(p, false, err).Sentence
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
	case DaysBetween(now, at) > 0:
		return "tomorrow at " + at.Format("15:04")
	}
	return "at " + at.Format("15:04")
}

// WaitWords writes a pause as 8 s or 5 min.
func WaitWords(d time.Duration) string {
	if d >= 2*time.Minute {
		return fmt.Sprintf("%d min", int((d+time.Minute/2)/time.Minute))
	}
	return fmt.Sprintf("%d s", int((d+time.Second/2)/time.Second))
}

// PlayTime writes a duration as 3:07 or 1:02:03.
func PlayTime(d time.Duration) string {
	s := int(max(0, d) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// ByteSize writes a size as people do.
func ByteSize(n int64) string {
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

// FirstUpper writes the first letter large, if it is one of ASCII.
func FirstUpper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// CountWords counts things in words: "1 place", "3 places".
func CountWords(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// LongWords writes a duration that is only about right.
func LongWords(d time.Duration) string {
	switch m := int((d + 30*time.Second) / time.Minute); {
	case m < 1:
		return "less than 1 min"
	case m < 100:
		return fmt.Sprintf("%d min", m)
	}
	return fmt.Sprintf("%d h", int((d+30*time.Minute)/time.Hour))
}
