package servicetest

import (
	"crypto/md5"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A Reply is a bad service's answer to a request for a recording.
type Reply struct {
	W   http.ResponseWriter
	R   *http.Request
	Nth int // the number of the request, from 1
	// Tune is the recording, and Other a different one of the same length.
	Tune, Other []byte

	ETag     string
	Sum      []byte // of the whole recording, nil to send none
	Lie      int    // added to the Content-Length
	NoRanges bool
}

// Of writes the header of an answer with a recording, or with the range that is requested, and returns the body to
// send. If the client's entity tag is another one, that is the whole recording.
func (r *Reply) Of(data []byte) (rest []byte) {
	h := r.W.Header()
	h.Set("Content-Type", "audio/mpeg")
	if r.ETag != "" {
		h.Set("ETag", r.ETag)
	}
	from := r.From()
	known := r.R.Header.Get("If-Range")
	if r.NoRanges || known != "" && known != r.ETag {
		from = 0
	}
	switch {
	case from > 0 && from >= len(data):
		h.Set("Content-Range", fmt.Sprintf("bytes */%d", len(data)))
		r.W.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		return nil
	case from > 0:
		h.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(data)-1, len(data)))
		h.Set("Content-Length", strconv.Itoa(len(data)-from))
		r.W.WriteHeader(http.StatusPartialContent)
	default:
		if r.Sum != nil {
			h.Set("Content-MD5", base64.StdEncoding.EncodeToString(r.Sum))
		}
		h.Set("Content-Length", strconv.Itoa(len(data)+r.Lie))
	}
	return data[from:]
}

// From returns the first byte of the requested range.
func (r *Reply) From() int {
	first, _, _ := strings.Cut(strings.TrimPrefix(r.R.Header.Get("Range"), "bytes="), "-")
	from, _ := strconv.Atoi(first)
	return from
}

// Send writes bytes and flushes them.
func (r *Reply) Send(data []byte) {
	_, _ = r.W.Write(data) // the client may have disconnected
	_ = http.NewResponseController(r.W).Flush()
}

// Drop sends at most a number of bytes, and closes the connection if there are more.
func (r *Reply) Drop(data []byte, after int) {
	r.Send(data[:min(after, len(data))])
	if len(data) > after {
		panic(http.ErrAbortHandler)
	}
}

// Wait waits until the time is over or the client disconnects.
func (r *Reply) Wait(d time.Duration) {
	select {
	case <-r.R.Context().Done():
	case <-time.After(d):
	}
}

// HundredKilobytes is the number of bytes after which connections are dropped.
const HundredKilobytes = 100_000

// A Verdict is the outcome of downloading a recording from a bad service.
type Verdict int

const (
	TheTune  Verdict = iota // it is complete
	TheOther                // the one that replaced it is complete
	Nothing                 // an error is shown, and there is no file
)

// Hostile are bad services, with the expected outcome on the disk.
var Hostile = []struct {
	Name  string
	Serve func(a *Reply)
	Want  Verdict
}{
	{"slow", func(a *Reply) {
		for rest := a.Of(a.Tune); len(rest) > 0 && a.R.Context().Err() == nil; rest = rest[min(6400, len(rest)):] {
			a.Send(rest[:min(6400, len(rest))])
			a.Wait(100 * time.Millisecond)
		}
	}, TheTune},
	{"without a length", func(a *Reply) {
		a.W.Header().Set("Content-Type", "audio/mpeg")
		a.Send(a.Tune)
	}, TheTune},
	{"says it is longer", func(a *Reply) {
		a.Lie = 1000
		a.Send(a.Of(a.Tune))
	}, TheTune},
	{"says it is shorter, and what the whole is", func(a *Reply) {
		sum := md5.Sum(a.Tune)
		a.Lie, a.Sum = -1000, sum[:]
		rest := a.Of(a.Tune)
		a.Send(rest[:len(rest)-1000])
	}, Nothing},
	{"ignores ranges", func(a *Reply) {
		a.NoRanges = true
		a.Drop(a.Of(a.Tune), a.Nth*HundredKilobytes)
	}, TheTune},
	{"drops, and changes with a tag", func(a *Reply) {
		a.ETag = `"a"`
		data := a.Tune
		if a.Nth > 1 {
			a.ETag, data = `"b"`, a.Other
		}
		a.Drop(a.Of(data), HundredKilobytes)
	}, TheOther},
	{"drops, and changes without a word", func(a *Reply) {
		data := a.Tune
		if a.Nth > 1 {
			data = a.Other
		}
		a.Drop(a.Of(data), HundredKilobytes)
	}, TheOther},
	{"drops, and changes all the time", func(a *Reply) {
		a.ETag = fmt.Sprintf(`"%d"`, a.Nth)
		a.Drop(a.Of([][]byte{a.Tune, a.Other}[a.Nth%2]), a.Nth*HundredKilobytes/2)
	}, Nothing},
}
