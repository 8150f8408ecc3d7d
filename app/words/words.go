// Package words says things in sentences for people: what went wrong, how long ago, how large.
package words

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"sextant/app/api"
	"sextant/app/browse"
	"sextant/app/say"
	"sextant/app/teletext"
)

// A Message is a sentence on what happened and one on what can be done.
type Message struct{ Sentence, Hint string }

// A Thing is what a service is asked for.
type Thing struct {
	kind string // as the keys of messages on it end
	page int
}

// The things besides pages.
var (
	Recording  = Thing{kind: "recording"}
	Recordings = Thing{kind: "recordings"} // the list of them
	Playouts   = Thing{kind: "playouts"}
)

// Page is a page as a thing.
func Page(number int) Thing { return Thing{"page", number} }

// text is the message on the thing whose key begins with key.
func (t Thing) text(key string) string { return say.Text(key+"."+t.kind, "Page", t.page) }

// ServiceMessage says why something did not come.
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

// Fault says what is wrong with an answer that cannot be read, or that did not come, where that is known.
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
		{api.ErrCertificate, "service.fault.certificate", "service.unreachable.hint"},
		{api.ErrEncoding, "service.fault.encoding", ""},
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

// PageMessage says why a place could not be shown. Without an error there is nothing to show of it.
func PageMessage(p browse.Place, documentCame bool, err error) Message {
	if err == nil {
		return Message{say.Text("page.empty", "Page", p.Page), say.Text("page.stays")}
	}
	if api.KindOf(err) == api.NotFound {
		if documentCame {
			return Message{say.Text("page.noPicture", "Page", p.Page), say.Text("page.stays")}
		}
		return Message{say.Text("page.none", "Page", p.Page), say.Text("page.none.hint")}
	}
	m := ServiceMessage(Page(p.Page), err)
	if api.KindOf(err) == api.BadContent {
		m.Hint = say.Text("page.reload.hint")
	}
	return m
}

// DayWords names a day, relative to today.
func DayWords(t, now time.Time) string { return dayWords(t, now, "date.weekdayAlone") }

// dayWords is DayWords with the layout of a day of the last week.
func dayWords(t, now time.Time, weekday string) string {
	t = t.In(now.Location())
	switch days := DaysBetween(t, now); {
	case days == 0:
		return say.Text("date.today")
	case days == 1:
		return say.Text("date.yesterday")
	case days > 1 && days < 7:
		return say.Time(weekday, t)
	}
	return say.Time("date.long", t)
}

// DaysBetween counts the midnights from t to now.
func DaysBetween(t, now time.Time) int {
	day := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return int(day(now).Sub(day(t)) / (24 * time.Hour))
}

// tryLater is what is left to the user where nothing is tried again automatically.
func tryLater() string { return say.Text("service.later") }

// Again is a message with when it is tried again automatically; never where wait is 0.
func (m Message) Again(wait time.Duration, c Calendar) Message {
	if wait > 0 {
		m.Hint = strings.TrimSpace(strings.TrimSuffix(m.Hint, tryLater()) +
			" " + say.Text("service.again", "When", c.again(wait)))
	}
	return m
}

// PictureOnlyMessage says that a page's document did not come, but a picture of it did.
func PictureOnlyMessage(p browse.Place, err error) Message {
	m := Message{Sentence: say.Text("page.pictureOnly", "Page", p)}
	if api.KindOf(err) == api.NotFound {
		m.Hint = say.Text("page.noDocument")
	} else {
		m.Hint = PageMessage(p, false, err).Sentence
	}
	return m
}

// PlayTime writes a duration as 3:07 or 1:02:03.
func PlayTime(d time.Duration) string {
	s := int(max(0, d) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Unkept is a sentence on what was done, with a warning where that does not outlast the program.
func Unkept(done string, lasting bool) string {
	if lasting {
		return done
	}
	return done + " " + say.Text("change.unkept")
}

// FirstUpper writes the first letter large.
func FirstUpper(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}

// FirstLower writes the first letter small.
func FirstLower(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToLower(s[:size]) + s[size:]
}

// Whole makes a sentence of an error's words.
func Whole(err error) string { return Sentence(err.Error()) }

// Sentence makes a sentence of words that begin small and have no full stop.
func Sentence(words string) string { return say.Text("error.sentence", "Error", FirstUpper(words)) }

// Palette is what people call the palette of a name.
func Palette(name string) string { return say.Text("palette." + name) }
