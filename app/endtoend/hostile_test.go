package endtoend

import (
	"bytes"
	"crypto/md5"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/testkit/race"
)

// An answer is a bad service's answer to a request for a recording.
type answer struct {
	w    http.ResponseWriter
	r    *http.Request
	nth  int // which request it is, from 1
	tune []byte
	// other is another recording of the same length.
	other []byte

	etag     string
	sum      []byte // of the whole, nil to say nothing of it
	lie      int    // added to the length
	noRanges bool
}

// of begins to answer with a recording, or with the part of it that is wanted, and gives what is to be
// sent. A tag that the client does not know means that the whole is.
func (a *answer) of(data []byte) (rest []byte) {
	h := a.w.Header()
	h.Set("Content-Type", "audio/mpeg")
	if a.etag != "" {
		h.Set("ETag", a.etag)
	}
	from := a.from()
	known := a.r.Header.Get("If-Range")
	if a.noRanges || known != "" && known != a.etag {
		from = 0
	}
	switch {
	case from > 0 && from >= len(data):
		h.Set("Content-Range", fmt.Sprintf("bytes */%d", len(data)))
		a.w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		return nil
	case from > 0:
		h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(data)-1, len(data)))
		h.Set("Content-Length", strconv.Itoa(len(data)-from))
		a.w.WriteHeader(http.StatusPartialContent)
	default:
		if a.sum != nil {
			h.Set("Content-MD5", base64.StdEncoding.EncodeToString(a.sum))
		}
		h.Set("Content-Length", strconv.Itoa(len(data)+a.lie))
	}
	return data[from:]
}

// from is the first byte that is wanted.
func (a *answer) from() int {
	first, _, _ := strings.Cut(strings.TrimPrefix(a.r.Header.Get("Range"), "bytes="), "-")
	from, _ := strconv.Atoi(first)
	return from
}

// send sends bytes at once.
func (a *answer) send(data []byte) {
	_, _ = a.w.Write(data) // a client that is gone needs none
	_ = http.NewResponseController(a.w).Flush()
}

// drop sends as much as there is up to a bound, and breaks the connection if that is not all.
func (a *answer) drop(data []byte, after int) {
	a.send(data[:min(after, len(data))])
	if len(data) > after {
		panic(http.ErrAbortHandler)
	}
}

// wait lets time pass, unless the client leaves.
func (a *answer) wait(d time.Duration) {
	select {
	case <-a.r.Context().Done():
	case <-time.After(d):
	}
}

// kilobytes100 is after how much a connection is dropped.
const kilobytes100 = 100_000

// verdict is what comes of a recording from a bad service.
type verdict int

const (
	theTune  verdict = iota // it is had whole
	theOther                // the one that took its place is
	nothing                 // that it cannot be had is told, and no file stands for it
)

// hostile are services whose recordings are looked at on the disk.
var hostile = []struct {
	name  string
	serve func(a *answer)
	want  verdict
}{
	{"slow", func(a *answer) {
		for rest := a.of(a.tune); len(rest) > 0 && a.r.Context().Err() == nil; rest = rest[min(6400, len(rest)):] {
			a.send(rest[:min(6400, len(rest))])
			a.wait(100 * time.Millisecond)
		}
	}, theTune},
	{"without a length", func(a *answer) {
		a.w.Header().Set("Content-Type", "audio/mpeg")
		a.send(a.tune)
	}, theTune},
	{"says it is longer", func(a *answer) {
		a.lie = 1000
		a.send(a.of(a.tune))
	}, nothing},
	{"says it is shorter, and what the whole is", func(a *answer) {
		sum := md5.Sum(a.tune)
		a.lie, a.sum = -1000, sum[:]
		rest := a.of(a.tune)
		a.send(rest[:len(rest)-1000])
	}, nothing},
	{"ignores ranges", func(a *answer) {
		a.noRanges = true
		a.drop(a.of(a.tune), a.nth*kilobytes100)
	}, theTune},
	{"drops, and changes with a tag", func(a *answer) {
		a.etag = `"a"`
		data := a.tune
		if a.nth > 1 {
			a.etag, data = `"b"`, a.other
		}
		a.drop(a.of(data), kilobytes100)
	}, theOther},
	{"drops, and changes without a word", func(a *answer) {
		data := a.tune
		if a.nth > 1 {
			data = a.other
		}
		a.drop(a.of(data), kilobytes100)
	}, theOther},
	{"drops, and changes all the time", func(a *answer) {
		a.etag = fmt.Sprintf(`"%d"`, a.nth)
		a.drop(a.of([][]byte{a.tune, a.other}[a.nth%2]), a.nth*kilobytes100/2)
	}, nothing},
}

// badService starts a jukebox whose only recording is served by a bad one.
func badService(t *testing.T,
	bad func(a *answer),
) (s *service, picture func(page, subpage int) *picture, tunes [2][]byte) {
	t.Helper()
	tunes = [2][]byte{tune.encode(t), otherTune.encode(t)}
	if len(tunes[0]) != len(tunes[1]) {
		t.Fatalf("the recordings have %d and %d bytes, which is no test", len(tunes[0]), len(tunes[1]))
	}
	var asked atomic.Int32
	s, picture = serveJukebox(t, record{"tune", "A tune", tune.lasts(), func(w http.ResponseWriter, r *http.Request) {
		bad(&answer{w: w, r: r, nth: int(asked.Add(1)), tune: tunes[0], other: tunes[1]})
	}})
	return s, picture, tunes
}

// TestHostileServices plays a recording of services that do everything wrong: it begins to play, and in
// the end it is on the disk as it should be, byte for byte, or the window says that it is not to be had.
// It plays at the highest speed, for what fails is reported when all that came before it was heard.
func TestHostileServices(t *testing.T) {
	race.Skip(t, "what the program does at the same time is tried elsewhere")
	t.Parallel()
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			ear, env := newEar(t)
			d := newDisplay(t)
			service, picture, tunes := badService(t, tt.serve)
			s := openJukebox(t, d, env, service, map[string]any{"speed": 3})
			rec := ear.record()
			s.playFirst()
			s.until("a sound", func() bool { return len(trimmed(rec.latest(time.Second))) > 0 })
			rec.stop()
			s.pointAway()
			if tt.want == nothing {
				s.untilPicture(picture(100, 1), withTrouble)
				if whole := recordingsOf(d.dir, service, ""); len(whole) > 0 {
					t.Errorf("%v stands for a recording that cannot be had", whole)
				}
			} else {
				s.untilKeptAs(service, tunes[tt.want])
				s.untilPicture(picture(100, 1), withPlayer)
			}
			s.quit()
		})
	}
}

// withPlayer has the player's bar, and withTrouble a notice above it.
var (
	withPlayer  = layout{right: panelWidth, foot: barHeight + playerHeight}
	withTrouble = layout{right: panelWidth, foot: barHeight + playerHeight, over: 80 + lastRow}
)

// latest is what was heard in the last moments.
func (r *recording) latest(d time.Duration) []stretch {
	pcm := r.Bytes()
	n := min(len(pcm), 4*int(soundRate*d/time.Second))
	return stretchesOf(pcm[(len(pcm)-n)/4*4:])
}

// untilKeptAs waits for the service's only recording to be on the disk, and compares it.
func (s *session) untilKeptAs(from *service, data []byte) {
	s.t.Helper()
	var whole []string
	s.until("the recording on the disk", func() bool {
		whole = recordingsOf(s.dir, from, "")
		return len(whole) > 0
	})
	if kept, err := os.ReadFile(whole[0]); err != nil || !bytes.Equal(kept, data) {
		s.t.Errorf("%d bytes are kept, which are not the %d of the recording (%v)", len(kept), len(data), err)
	}
}
