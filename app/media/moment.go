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

// momentPrefix is the start of a moment's address after its scheme, as in sextant:media/7-1001?t=12:34.
const momentPrefix = "media/"

// maxMomentID limits the id in a moment's address, in bytes; the limit of media ids.
const maxMomentID = 200

// A Moment is a position in a recording, which is identified by its id.
type Moment struct {
	ID string // empty if there is none
	At time.Duration
}

// A MomentError is the error for a text that is not the address of a moment.
type MomentError struct{ Text string }

// Error returns the error in English.
func (e *MomentError) Error() string { return fmt.Sprintf("%q is no moment of a recording", e.Text) }

// IsMoment reports whether an address without its scheme starts like that of a moment.
func IsMoment(s string) bool {
	return len(s) >= len(momentPrefix) && strings.EqualFold(s[:len(momentPrefix)], momentPrefix)
}

// ParseMoment parses the format of [Moment.String]. The time is optional, and may be in seconds. Other query parameters
// are ignored. Its error is a *MomentError.
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

// isMomentID reports whether an id is valid and printable.
func isMomentID(id string) bool {
	return id != "" && id != "." && id != ".." && len(id) <= maxMomentID && utf8.ValidString(id) &&
		id == strings.TrimSpace(id) && !strings.ContainsAny(id, `/\`) &&
		!strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) })
}

// CanLink reports whether the moment has an address.
func (m Moment) CanLink() bool { return isMomentID(m.ID) }

// String returns the moment's address without the scheme, to the second: media/7-1001?t=1:02:03.
func (m Moment) String() string {
	s := int(max(0, m.At) / time.Second)
	clock := fmt.Sprintf("%d:%02d", s/60, s%60)
	if s >= 3600 {
		clock = fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return momentPrefix + url.PathEscape(m.ID) + "?t=" + clock
}

// parseClock parses 754, 12:34 or 1:02:03, of less than a hundred hours. With a colon, the parts after the first must
// be below 60.
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
