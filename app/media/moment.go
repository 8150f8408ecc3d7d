package media

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// momentPrefix begins the address of a moment behind its scheme, as in sextant:media/7-1001?t=12:34.
const momentPrefix = "media/"

// maxMomentID bounds the id in the address of a moment, in bytes, as that of a media id is bounded.
const maxMomentID = 200

// A Moment is a moment of a recording that is known by its id.
type Moment struct {
	ID string // empty for no moment
	At time.Duration
}

// A MomentError is a text that is no address of a moment.
type MomentError struct{ Text string }

// Error says in English what is wrong.
func (e *MomentError) Error() string { return fmt.Sprintf("%q is no moment of a recording", e.Text) }

// IsMoment reports whether a text without its scheme means to be the address of a moment.
func IsMoment(s string) bool {
	return len(s) >= len(momentPrefix) && strings.EqualFold(s[:len(momentPrefix)], momentPrefix)
}

// ParseMoment reads what [Moment.String] writes. The time may be left out, and may be in seconds. What else is asked
// for behind the id is left out. Its error is a *MomentError.
func ParseMoment(s string) (m Moment, err error) {
	if !IsMoment(s) {
		return m, &MomentError{s}
	}
	id, query, _ := strings.Cut(s[len(momentPrefix):], "?")
	if m.ID, err = url.PathUnescape(id); err != nil || !isMomentID(m.ID) {
		return Moment{}, &MomentError{s}
	}
	for _, part := range strings.Split(query, "&") {
		if value, ok := strings.CutPrefix(part, "t="); ok {
			if m.At, ok = parseClock(value); !ok {
				return Moment{}, &MomentError{s}
			}
		}
	}
	return m, nil
}

// isMomentID reports whether an id is one that a service can have, in characters that can be shown.
func isMomentID(id string) bool {
	return id != "" && id != "." && id != ".." && len(id) <= maxMomentID && utf8.ValidString(id) &&
		id == strings.TrimSpace(id) && !strings.ContainsAny(id, `/\`) &&
		!strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) })
}

// CanLink reports whether there is an address of the moment that leads back to it.
func (m Moment) CanLink() bool { return isMomentID(m.ID) }

// String is the moment's address without the scheme, to the second: media/7-1001?t=1:02:03.
func (m Moment) String() string {
	s := int(max(0, m.At) / time.Second)
	clock := fmt.Sprintf("%d:%02d", s/60, s%60)
	if s >= 3600 {
		clock = fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return momentPrefix + url.PathEscape(m.ID) + "?t=" + clock
}

// parseClock reads 754, 12:34 or 1:02:03, of less than a hundred hours. Where there are minutes, seconds and they are
// below 60.
func parseClock(s string) (time.Duration, bool) {
	const most = 100 * 3600
	parts := strings.Split(s, ":")
	if len(parts) > 3 {
		return 0, false
	}
	total := 0
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 32)
		if err != nil || p[0] == '+' || n >= most || i > 0 && (n > 59 || len(p) != 2) {
			return 0, false
		}
		total = total*60 + int(n)
	}
	return time.Duration(total) * time.Second, total < most
}
