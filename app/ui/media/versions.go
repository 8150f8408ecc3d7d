package media

import (
	"context"
	"time"

	"sextant/app/api"
	"sextant/app/media"
)

// A versionState is how far the answer of one version of the playouts is.
type versionState int

const (
	notAsked versionState = iota
	asking
	answered
	nothingThere // the version has nothing under the id (404)
	failed
)

// slowAfter is how long a question takes before the dialog says that it is under way.
const slowAfter = 500 * time.Millisecond

// A versionAnswer is what is known of one version.
type versionAnswer struct {
	state versionState
	slow  bool   // the question has been under way for a while
	json  []byte // the document as it came; nil unless it has answered
	found []media.Playable
	err   error
}

// answerOf is the answer for what came.
func answerOf(json []byte, doc media.Value, err error) versionAnswer {
	switch {
	case err == nil:
		return versionAnswer{state: answered, json: json, found: media.Playables(doc)}
	case api.KindOf(err) == api.NotFound:
		return versionAnswer{state: nothingThere, err: err}
	}
	return versionAnswer{state: failed, err: err}
}

// playoutVersions asks for the six versions of the playouts of one id (specification, section "Media
// endpoints"). Each is a request out of an hourly quota, so none goes out that is not wanted: the opening
// seeks the newest version that has something to play, and only what failed is asked for again.
type playoutVersions struct {
	ask     func(ctx context.Context, version int) (json []byte, doc media.Value, err error)
	do      func(func())
	changed func()

	ctx     context.Context
	cancel  context.CancelFunc
	seeking bool                               // until a version is chosen
	chosen  int                                // the column that is shown
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

// seek asks for the newest version, and as long as there is nothing to play, for the one before it.
func (v *playoutVersions) seek() {
	v.seeking = true
	v.seekOn()
}

// seekOn asks for the next version, unless one has something to play or may still have. Where none has, the newest
// that answered is shown.
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

// chooseVersion shows a version, and asks for it if that can say anything new.
func (v *playoutVersions) chooseVersion(column int) {
	v.seeking, v.chosen = false, column
	v.request(column)
	v.changed()
}

// current is what is known of the version that is shown.
func (v *playoutVersions) current() *versionAnswer { return &v.answers[v.chosen] }

// request asks for one version, if that can say anything new.
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

// post runs a function on the UI goroutine, unless the answers are wanted no more by then.
func (v *playoutVersions) post(f func()) {
	v.do(func() {
		if v.ctx.Err() == nil {
			f()
		}
	})
}

// canAsk reports whether a version can be asked for.
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

// onAnswer applies an answer. What ends the seeking is something to play, or a failure that the next version would
// share; one whose answer makes no sense is passed over like one that has nothing.
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
