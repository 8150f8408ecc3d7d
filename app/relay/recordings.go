package relay

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"sextant/app/api"
	"sextant/app/media"
	"sextant/app/service"
	"sextant/app/sound/recordings"
	"sextant/app/store"
)

const (
	// tagsMost bounds the tags of recordings in memory, in bytes.
	tagsMost = 1 << 20
	// atOnceTagged is the size in bytes up to which a recording is hashed while its listener waits.
	atOnceTagged = 32 << 20
)

// A recordingTag is the entity tag of a recording of a size in bytes, made of its digest.
type recordingTag struct {
	size int64
	tag  string
}

// sounds serves recordings.
type sounds struct {
	library *recordings.Library
	client  *service.Client
	media   *mediaDocuments
	tags    *cache[string, recordingTag]
	tagging sync.Mutex // held while a long recording is hashed
	left    sync.Map   // paths of recordings that waitWithout waits for
	log     func(line string)
	figures *figures
	jobs    *jobs
	now     func() time.Time
}

// answer serves a recording, also while it is still arriving. It is fetched once for all listeners.
func (ss *sounds) answer(by *caller, q *http.Request, id string) (api.Answer, error) {
	rec, p, err := ss.openRecording(by, q, id)
	if err != nil {
		ss.figures.lacked("recording")
		return api.Answer{}, err
	}
	ss.figures.countAnswer("recording", api.Freshness{Lifetime: time.Second})
	answer := ss.describe(q.URL.Path, rec)
	answer.Stream.Content, answer.Stream.Size = &listening{rec, q.Context(), p.Restarts}, p.Size
	answer.Writer = longWriter(ss.now)
	switch key := noteOf(id).Key; {
	case !p.Whole:
		ss.tags.drop(key) // it may become another one
	case answer.Stream.Tag == "":
		answer.Stream.Tag = ss.tagOf(key, p.Size, rec)
	}
	return answer, nil
}

// describe returns an answer with the headers that the service gave a recording, now or when it was fetched.
func (ss *sounds) describe(path string, rec *recordings.Recording) api.Answer {
	now := ss.now()
	known, _ := ss.media.get(path, now)
	served := rec.Validators()
	said := served != (api.Validators{})
	if said && (known == nil || known.validators != served) {
		known = &mediaDocument{text: []byte{}, validators: served, confirmed: confirmed(now, served)}
		ss.media.put(path, known)
	}
	a := api.Answer{Stream: &api.Stream{}}
	if known == nil {
		return a
	}
	a.Stream.Tag = known.validators.ETag
	if modified, err := http.ParseTime(known.validators.LastModified); err == nil {
		a.Stream.Modified = modified
	}
	if known.validators.CacheControl != "" {
		age, _ := ageOf(known.confirmed, now)
		a.Headers = http.Header{
			"Cache-Control": {known.validators.CacheControl}, "Age": {strconv.FormatInt(int64(age/time.Second), 10)},
		}
	}
	return a
}

func noteOf(id string) store.Recording { return recordings.NoteOf(media.Item{ID: id}) }

// openRecording opens a recording and waits for its first bytes.
func (ss *sounds) openRecording(by *caller, q *http.Request,
	id string,
) (*recordings.Recording, recordings.Progress, error) {
	none := recordings.Progress{}
	if _, lacks := ss.media.get(q.URL.Path, ss.now()); lacks.lasts(ss.now()) {
		return nil, none, lacks.error(nil, ss.now())
	}
	note := noteOf(id)
	if api.OnlyIfCached(q.Header) && !ss.library.Has(note.Key) {
		return nil, none, notKnown
	}
	rec, err := ss.library.Read(note.Key, ss.opener(by, note))
	if err != nil {
		ss.log("a recording cannot be kept: " + err.Error())
		return nil, none, unavailable(time.Minute)
	}
	p := firstBytes(q.Context(), rec, newWaits)
	if p.Arrived > 0 || p.Whole {
		return rec, p, nil
	}
	if p.Err == nil && p.Stalled == nil && ss.waitWithout(q.URL.Path, rec) {
		return nil, none, recordingRefusal(nil)
	}
	return nil, none, ss.onNoBytes(q.URL.Path, rec, p)
}

// waitWithout waits in the background for the first bytes of a recording whose client has left or has waited long
// enough, so that the request to the service goes on for the next client. One goroutine does so for each path: it
// returns false where there is another one.
func (ss *sounds) waitWithout(path string, rec *recordings.Recording) bool {
	if _, another := ss.left.LoadOrStore(path, true); another {
		return false
	}
	return ss.jobs.start(func() {
		defer ss.left.Delete(path)
		if p := firstBytes(ss.jobs.life, rec, askWaits); p.Arrived == 0 && !p.Whole {
			_ = ss.onNoBytes(path, rec, p) // for nobody
			return
		}
		_ = rec.Close() // nothing was read
	})
}

// onNoBytes closes a recording of which nothing has arrived, notes why, and returns the refusal.
func (ss *sounds) onNoBytes(path string, rec *recordings.Recording, p recordings.Progress) error {
	_ = rec.Close() // nothing was read
	err := errors.Join(p.Err, p.Stalled)
	switch kind := api.KindOf(err); kind {
	case api.NotFound, api.Misused:
		ss.media.lacks(path, lack{ss.now(), true})
	case api.NoNetwork, api.Trouble, api.BadContent:
		ss.media.lacks(path, lack{ss.now(), false})
	}
	return recordingRefusal(err)
}

// opener requests a recording from the service, out of the client's share.
func (ss *sounds) opener(by *caller, note store.Recording) recordings.Opener {
	ask := recordings.OpenerOf(ss.client, note)
	return func(ctx context.Context, resume service.Resume) (*service.Download, error) {
		if !by.spend(ss.now()) {
			return nil, recordings.ShareError{
				Err: &api.Error{Kind: api.QuotaUsed, Op: "the recording", RetryAfter: time.Minute},
			}
		}
		return ask(ctx, resume)
	}
}

// firstBytes waits for the first bytes of a recording, or until fetching has failed, for at most patience.
func firstBytes(ctx context.Context, rec *recordings.Recording, patience time.Duration) recordings.Progress {
	ctx, cancel := context.WithTimeout(ctx, patience)
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

// recordingRefusal returns the refusal for an error of fetching a recording.
func recordingRefusal(err error) error {
	switch api.KindOf(err) {
	case api.NotFound, api.Misused:
		return api.ErrNone
	}
	var e *api.Error
	if errors.As(err, &e) && e.RetryAfter > 0 {
		return unavailable(e.RetryAfter)
	}
	return unavailable(30 * time.Second)
}

// tagOf returns the entity tag of a complete recording, empty where reading fails or would take too long now. It leaves
// content at its beginning.
func (ss *sounds) tagOf(key string, size int64, content io.ReadSeeker) string {
	if t, ok := ss.tags.get(key); ok && t.size == size {
		return t.tag
	}
	if size <= atOnceTagged {
		return ss.digestOf(key, size, content)
	}
	ss.jobs.start(func() { ss.digestLong(key, size) })
	return ""
}

// digestLong hashes a long recording, one at a time.
func (ss *sounds) digestLong(key string, size int64) {
	if !ss.tagging.TryLock() {
		return // the next listener asks again
	}
	defer ss.tagging.Unlock()
	rec, err := ss.library.Read(key, nil)
	if err != nil {
		return // a recording without a tag plays, too
	}
	defer rec.Close()
	if p := rec.Progress(); p.Whole && p.Size == size {
		ss.digestOf(key, size, &listening{rec, ss.jobs.life, p.Restarts})
	}
}

// digestOf hashes a recording, and caches its entity tag.
func (ss *sounds) digestOf(key string, size int64, content io.ReadSeeker) string {
	h := sha256.New()
	n, err := io.Copy(h, content)
	if _, back := content.Seek(0, io.SeekStart); err != nil || back != nil || n != size {
		return ""
	}
	t := recordingTag{size, `"` + hex.EncodeToString(h.Sum(nil)[:12]) + `"`}
	ss.tags.put(key, t, len(key)+len(t.tag)+100)
	return t.tag
}

// A listening is a recording as it is sent to one client.
type listening struct {
	*recordings.Recording
	ctx      context.Context
	restarts int // of the recording, when the answer began
}

var errAnother = errors.New("the recording has become another one")

// Read waits for bytes that have not arrived, until the client disconnects. It fails where the recording has been
// replaced meanwhile.
func (l *listening) Read(p []byte) (int, error) {
	at, err := l.Seek(0, io.SeekCurrent)
	if err == nil {
		err = l.Wait(l.ctx, at)
	}
	if err != nil {
		return 0, err
	}
	n, err := l.Recording.Read(p)
	if l.Progress().Restarts != l.restarts {
		return 0, errAnother
	}
	return n, err
}
