package api

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"sextant/app/teletext"
)

// NoticeKind distinguishes change notices.
type NoticeKind int

// The kinds.
const (
	// Opened: the stream begins, or continues after the notice that was named, with all since.
	Opened NoticeKind = iota + 1
	// Reset: the notice that was named is not known any more. Any page may have changed since.
	Reset
	// Changed: a page, or a subpage of it, has changed.
	Changed
)

// A Notice announces a change, or a state of the stream of notices.
type Notice struct {
	Kind NoticeKind
	// ID identifies the notice, so that another stream can continue after it.
	ID   string
	Time time.Time
	// Place has changed. Its subpage is 0 where that is not one subpage only.
	teletext.Place
	// Digest is that of the subpage after the change, or of the page where Subpage is 0.
	Digest [32]byte
	// Gone: the page has been removed.
	Gone bool
}

// noticeNames are the names of the events in which notices are sent (HTML standard, section 9.2), by their kinds.
var noticeNames = []string{Opened: "open", Reset: "reset", Changed: "change"}

// A noticeData is what the event of a change says. Subpage 0 is the page's head, and a page without digest is gone.
type noticeData struct {
	Page    int       `json:"page"`
	Subpage int       `json:"subpage"`
	Digest  *string   `json:"digest"`
	Time    time.Time `json:"time"`
}

// Event returns the name of the event in which the notice is sent, and its data. Times have milliseconds.
func (n Notice) Event() (name string, data []byte) {
	at := n.Time.UTC().Truncate(time.Millisecond)
	if name = noticeNames[n.Kind]; n.Kind != Changed {
		data, _ = json.Marshal(map[string]time.Time{"time": at})
		return name, data
	}
	digest := ""
	if !n.Gone {
		digest = hex.EncodeToString(n.Digest[:])
	}
	data, _ = json.Marshal(noticeData{n.Page, n.Subpage, &digest, at}) // numbers and texts
	return name, data
}

// ParseNotice reads an event of the stream of notices. The notice of an unknown one has no kind.
func ParseNotice(name, id, data string) (Notice, error) {
	n := Notice{Kind: NoticeKind(slices.Index(noticeNames, name))}
	if n.Kind < Opened {
		return Notice{}, nil
	}
	var said noticeData
	if err := json.Unmarshal([]byte(data), &said); err != nil {
		return Notice{}, errNotice
	}
	if id = strings.TrimSpace(id); len(id) <= maxNoticeID {
		n.ID = id
	}
	if n.Time = said.Time; n.Kind != Changed {
		return n, nil
	}
	if said.Page <= 0 || said.Subpage < 0 || said.Digest == nil {
		return Notice{}, errNotice
	}
	n.Page, n.Subpage = said.Page, said.Subpage
	if n.Gone = *said.Digest == "" && n.Subpage == 0; n.Gone {
		return n, nil
	}
	if sum, err := hex.DecodeString(*said.Digest); err != nil ||
		copy(n.Digest[:], sum) != len(sum) || len(sum) != len(n.Digest) {
		return Notice{}, errNotice
	}
	return n, nil
}

// maxNoticeID bounds the IDs of notices, which go into addresses.
const maxNoticeID = 256

var errNotice = errors.New("a change notice cannot be read")
