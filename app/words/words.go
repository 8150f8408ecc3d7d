// Package words makes sentences for users: what went wrong, how long ago, how large.
package words

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"sextant/app/api"
	"sextant/app/say"
	"sextant/app/teletext"
)

// A Message has a sentence on what happened and one on what the user can do.
type Message struct{ Sentence, Hint string }

// A Thing is something that is requested from a service.
type Thing struct {
	kind string // the suffix of message keys
	page int
}

// The things besides pages.
var (
	Recording  = Thing{kind: "recording"}
	Recordings = Thing{kind: "recordings"} // the list of recordings
	Playouts   = Thing{kind: "playouts"}
)

// Page returns the Thing of a page.
func Page(number int) Thing { return Thing{"page", number} }

// text returns the message on the thing whose key starts with key.
func (t Thing) text(key string) string { return say.Text(key+"."+t.kind, "Page", t.page) }

// ServiceMessage returns why a request for something failed.
func ServiceMessage(what Thing, err error) Message {
	if m, known := Fault(err); known {
		return m
	}
	switch api.KindOf(err) {
	case api.NotFound:
		return Message{what.text("service.missing"), ""}
	case api.Refused:
		return Message{say.Text("service.refused"), say.Text("service.refused.hint")}
	case api.QuotaUsed:
		return Message{say.Text("service.quota"), say.Text("service.quota.hint")}
	case api.RateLimited:
		return Message{say.Text("service.pause"), ""}
	case api.Trouble:
		return Message{what.text("service.trouble"), tryLater()}
	case api.NoNetwork:
		return Message{say.Text("service.unreachable"), say.Text("service.unreachable.hint")}
	case api.BadContent:
		if other := (*api.OtherPageError)(nil); errors.As(err, &other) {
			return Message{say.Text("service.otherPage", "Page", other.Asked, "Other", other.Got), ""}
		}
		return Message{what.text("service.senseless"), ""}
	case api.TooLarge:
		return Message{what.text("service.tooLarge"), say.Text("service.tooLarge.hint")}
	case api.Misused:
		return Message{say.Text("service.misused"), ""}
	}
	return Message{say.Text("service.failed"), Why(err)}
}

// Fault returns what is wrong with an invalid or missing answer, if that is known.
func Fault(err error) (m Message, known bool) {
	for _, f := range []struct {
		fault          error
		sentence, hint string
	}{
		{api.ErrSilent, "service.fault.silent", "service.unreachable.hint"},
		{api.ErrHungUp, "service.fault.hungUp", "service.later"},
		{api.ErrBrokenOff, "service.fault.brokenOff", "service.later"},
		{api.ErrSlow, "service.fault.slow", "service.later"},
		{api.ErrNotHTTP, "service.fault.notHTTP", "service.unreachable.hint"},
		{api.ErrRedirect, "service.fault.redirect", "service.unreachable.hint"},
		{api.ErrDowngrade, "service.fault.downgrade", "service.unreachable.hint"},
		{api.ErrCertificate, "service.fault.certificate", "service.unreachable.hint"},
		{api.ErrPortal, "service.fault.portal", "service.fault.portal.hint"},
		{api.ErrWebPage, "service.fault.webPage", "service.fault.webPage.hint"},
		{api.ErrNoRoute, "service.fault.noRoute", "service.fault.noRoute.hint"},
		{api.ErrBlocked, "service.quota", "service.blocked.hint"},
		{api.ErrWall, "service.fault.wall", "service.later"},
		{api.ErrRefusedNow, "service.fault.refusedNow", "service.later"},
		{api.ErrKeyLocked, "service.fault.keyLocked", "service.fault.keyLocked.hint"},
		{teletext.ErrNoPage, "service.fault.noPage", ""},
	} {
		if errors.Is(err, f.fault) {
			m.Sentence = say.Text(f.sentence)
			if f.hint != "" {
				m.Hint = say.Text(f.hint)
			}
			return m, true
		}
	}
	return Message{}, false
}

// PageMessage returns why a place could not be shown. A nil error means that the place has no content.
func PageMessage(p teletext.Place, err error) Message {
	if err == nil {
		return Message{say.Text("page.empty", "Page", p.Page), say.Text("page.stays")}
	}
	if api.KindOf(err) == api.NotFound {
		return Message{say.Text("page.none", "Page", p.Page), say.Text("page.none.hint")}
	}
	m := ServiceMessage(Page(p.Page), err)
	if api.KindOf(err) == api.BadContent {
		m.Hint = say.Text("page.reload.hint")
	}
	return m
}

// dayWords returns the name of a day, relative to today. weekday is the layout of a day of the last week.
func dayWords(in *say.Tongue, t, now time.Time, weekday string) string {
	t = t.In(now.Location())
	switch days := DaysBetween(t, now); {
	case days == 0:
		return in.Text("date.today")
	case days == 1:
		return in.Text("date.yesterday")
	case days > 1 && days < 7:
		return in.Time(weekday, t)
	}
	return in.Time("date.long", t)
}

// DaysBetween returns the number of midnights from t to now.
func DaysBetween(t, now time.Time) int {
	day := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return int(day(now).Sub(day(t)) / (24 * time.Hour))
}

// tryLater returns the hint if there is no automatic retry.
func tryLater() string { return say.Text("service.later") }

// Again returns the message with the time of the automatic retry; a wait of 0 means that there is none.
func (m Message) Again(wait time.Duration, c Calendar) Message {
	if wait > 0 {
		m.Hint = strings.TrimSpace(strings.TrimSuffix(m.Hint, tryLater()) +
			" " + say.Text("service.again", "When", c.again(wait)))
	}
	return m
}

// PlayTime formats a duration as 3:07 or 1:02:03.
func PlayTime(d time.Duration) string {
	s := int(max(0, d) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Unkept returns a sentence on what was done, with a warning if it was not saved.
func Unkept(done string, lasting bool) string {
	if lasting {
		return done
	}
	return done + " " + say.Text("change.unkept")
}

// FirstUpper returns s with an upper case first letter.
func FirstUpper(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}

// FirstLower returns s with a lower case first letter.
func FirstLower(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToLower(s[:size]) + s[size:]
}

// Whole returns the text of an error as a sentence.
func Whole(err error) string { return Sentence(err.Error()) }

// Sentence returns words that start in lower case and have no full stop as a sentence.
func Sentence(words string) string { return SentenceIn(nil, words) }

// SentenceIn is Sentence in a language.
func SentenceIn(in *say.Tongue, words string) string {
	return in.Text("error.sentence", "Error", FirstUpper(words))
}

// Palette returns the translated name of a palette.
func Palette(name string) string { return say.Text("palette." + name) }
