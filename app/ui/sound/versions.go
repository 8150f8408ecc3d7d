package sound

import (
	"context"
	"time"

	"sextant/app/api"
	"sextant/app/media"
)

// A versionState is the state of the request for one version of the playouts.
type versionState int

const (
	notAsked versionState = iota
	asking
	answered
	nothingThere // the version does not have the id (404)
	failed
)

// slowAfter is how long a request takes before the dialog shows that it is in progress.
const slowAfter = 500 * time.Millisecond

// A versionAnswer is the result for one version.
type versionAnswer struct {
	state versionState
	slow  bool   // the request has taken longer than slowAfter
	json  []byte // the raw document; nil unless it has been received
	found []media.Playable
	err   error
}

// answerOf returns the answer for the result of a request.
func answerOf(json []byte, doc media.Value, err error) versionAnswer {
	switch {
	case err == nil:
		return versionAnswer{state: answered, json: json, found: media.Playables(doc)}
	case api.KindOf(err) == api.NotFound:
		return versionAnswer{state: nothingThere, err: err}
	}
	return versionAnswer{state: failed, err: err}
}

// playoutVersions requests the six versions of the playouts of one id (specification, section "Media endpoints"). Since
// each request counts against an hourly quota, it requests only what is needed: on opening it seeks the newest version
// with something to play, and it repeats only failed requests.
type playoutVersions struct {
	ask     func(ctx context.Context, version int) (json []byte, doc media.Value, err error)
	do      func(func())
	changed func()

	ctx     context.Context
	cancel  context.CancelFunc
	seeking bool                               // until a version is chosen
	chosen  int                                // the column shown
	answers [api.PlayoutVersions]versionAnswer // the newest first
}

func newPlayoutVersions(ask func(context.Context, int) ([]byte, media.Value, error),
	do func(func()), changed func(),
) *playoutVersions {
	v := &playoutVersions{ask: ask, do: do, changed: changed}
	v.ctx, v.cancel = context.WithCancel(context.Background())
	return v
}

func versionOf(column int) int { return api.PlayoutVersions - column }

// seek requests the newest version, and while there is nothing to play, the ones before it.
func (v *playoutVersions) seek() {
	v.seeking = true
	v.seekOn()
}

// seekOn requests the next version, unless one has something to play or its answer is pending. If none has, it shows
// the newest that has answered.
func (v *playoutVersions) seekOn() {
	best := -1
	for column, a := range v.answers {
		switch {
		case a.state == asking:
			v.chosen = column
			return
		case a.state == notAsked:
			v.chosen = column
			v.request(column)
			return
		case len(a.found) > 0:
			v.seeking, v.chosen = false, column
			return
		case a.state == answered && best < 0:
			best = column
		}
	}
	v.seeking, v.chosen = false, max(best, 0)
}

// chooseVersion shows a version, and requests it if that can have a new result.
func (v *playoutVersions) chooseVersion(column int) {
	v.seeking, v.chosen = false, column
	v.request(column)
	v.changed()
}

// current returns the answer of the version shown.
func (v *playoutVersions) current() *versionAnswer { return &v.answers[v.chosen] }

// request requests one version, if that can have a new result.
func (v *playoutVersions) request(column int) {
	if !v.canAsk(column) {
		return
	}
	v.answers[column] = versionAnswer{state: asking}
	slow := time.AfterFunc(slowAfter, func() { v.post(func() { v.linger(column) }) })
	go func() {
		answer := answerOf(v.ask(v.ctx, versionOf(column)))
		slow.Stop()
		v.post(func() { v.onAnswer(column, answer) })
	}()
	v.changed()
}

// post runs a function on the UI goroutine, unless the dialog has been closed by then.
func (v *playoutVersions) post(f func()) {
	v.do(func() {
		if v.ctx.Err() == nil {
			f()
		}
	})
}

// canAsk reports whether a version can be requested.
func (v *playoutVersions) canAsk(column int) bool {
	s := v.answers[column].state
	return s == notAsked || s == failed
}

func (v *playoutVersions) linger(column int) {
	if a := &v.answers[column]; a.state == asking {
		a.slow = true
		v.changed()
	}
}

// onAnswer applies an answer. Seeking ends with something to play, or a failure that the next version would share; a
// version with an invalid document is skipped like an empty one.
func (v *playoutVersions) onAnswer(column int, a versionAnswer) {
	v.answers[column] = a
	if a.state == failed && api.KindOf(a.err) != api.BadContent {
		v.seeking = false
	}
	if v.seeking {
		v.seekOn()
	}
	v.changed()
}
