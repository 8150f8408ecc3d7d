package relay

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"time"

	"sextant/app/acquire"
	"sextant/app/endpoint"
	"sextant/app/media"
	"sextant/app/service"
)

// tagsMost is how many bytes of tags of recordings are held in memory.
const tagsMost = 1 << 20

// A recordingTag is the digest of a recording of a size.
type recordingTag struct {
	size int64
	tag  string
}

// Recording answers with a recording, while it is still arriving. However many listen, it is fetched once.
func (a *asker) Recording(q *http.Request, id string) (endpoint.Answer, error) {
	r := a.relay
	note := acquire.NoteOf(media.Item{ID: id})
	rec, err := r.parts.Library.Read(note.Key, acquire.OpenerOf(r.parts.Client, note))
	if err != nil {
		r.parts.Tell("a recording cannot be kept: " + err.Error())
		r.figures.lacked("recording")
		return endpoint.Answer{}, unavailable(time.Minute)
	}
	p := firstBytes(q.Context(), rec)
	if p.Arrived == 0 && !p.Whole {
		_ = rec.Close()
		r.figures.lacked("recording")
		return endpoint.Answer{}, recordingRefusal(p)
	}
	r.figures.answered("recording", endpoint.Freshness{Lifetime: time.Second})
	s := &endpoint.Stream{Content: &listening{rec, q.Context()}, Size: p.Size}
	if p.Whole {
		s.Tag = r.tag(note.Key, p.Size, rec)
	}
	return endpoint.Answer{Stream: s}, nil
}

// firstBytes waits until something of a recording has come, or it is known that nothing will for now.
func firstBytes(ctx context.Context, rec *acquire.Recording) acquire.Progress {
	ctx, cancel := context.WithTimeout(ctx, newWaits)
	defer cancel()
	for {
		part, done := context.WithTimeout(ctx, 100*time.Millisecond)
		err := rec.Wait(part, 0)
		done()
		if p := rec.Progress(); err == nil || p.Err != nil || p.Stalled != nil || ctx.Err() != nil {
			return p
		}
	}
}

// recordingRefusal tells why nothing of a recording has come.
func recordingRefusal(p acquire.Progress) error {
	switch service.KindOf(errors.Join(p.Err, p.Stalled)) {
	case service.NotFound, service.Misused:
		return endpoint.ErrNone
	}
	var e *service.Error
	if errors.As(errors.Join(p.Err, p.Stalled), &e) && e.RetryAfter > 0 {
		return unavailable(e.RetryAfter)
	}
	return unavailable(30 * time.Second)
}

// tag is the digest of a whole recording, empty where that cannot be read. It leaves the reader at the beginning.
func (r *Relay) tag(key string, size int64, content io.ReadSeeker) string {
	if t, ok := r.tags.get(key); ok && t.size == size {
		return t.tag
	}
	h := sha256.New()
	_, err := io.Copy(h, content)
	if _, back := content.Seek(0, io.SeekStart); err != nil || back != nil {
		return ""
	}
	t := recordingTag{size, hex.EncodeToString(h.Sum(nil)[:12])}
	r.tags.put(key, t, len(key)+len(t.tag)+100)
	return t.tag
}

// A listening is a recording that somebody listens to.
type listening struct {
	*acquire.Recording
	ctx context.Context
}

// Read waits for what has not arrived until the listener goes.
func (l *listening) Read(p []byte) (int, error) {
	at, err := l.Seek(0, io.SeekCurrent)
	if err == nil {
		err = l.Wait(l.ctx, at)
	}
	if err != nil {
		return 0, err
	}
	return l.Recording.Read(p)
}
