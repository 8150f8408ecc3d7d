package playouts

import (
	"context"
	"time"

	"sextant/app/media"
	"sextant/app/service"
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

// slowAfter is how long a question takes before it is told that it is under way.
const slowAfter = 500 * time.Millisecond

// A versionAnswer is what is known of one version.
type versionAnswer struct {
	state  versionState
	slow   bool         // the question has been under way for a while
	doc    *media.Value // nil unless it has answered
	values int
	found  []media.Playable
	err    error
}

// versionAnswerOf is the answer for what came.
func versionAnswerOf(doc media.Value, err error) versionAnswer {
	switch {
	case err == nil:
		return versionAnswer{state: answered, doc: &doc, values: doc.Scalars(), found: media.Playables(doc)}
	case service.KindOf(err) == service.NotFound:
		return versionAnswer{state: nothingThere, err: err}
	}
	return versionAnswer{state: failed, err: err}
}

// playoutVersions asks for the six versions of the playouts of one id (specification, section "Media
// endpoints"). Each is a request out of an hourly quota, so none goes out that is not wanted: the opening
// seeks the newest version that answers, whatever is known stays, and only what failed is asked for again.
type playoutVersions struct {
	ask     func(ctx context.Context, version int) (media.Value, error)
	do      func(func())
	changed func()

	ctx     context.Context
	cancel  context.CancelFunc
	seeking bool
	answers [service.PlayoutVersions]versionAnswer // the newest first
}

func newPlayoutVersions(ask func(context.Context, int) (media.Value, error), do func(func()), changed func()) *playoutVersions {
	v := &playoutVersions{ask: ask, do: do, changed: changed}
	v.ctx, v.cancel = context.WithCancel(context.Background())
	return v
}

// versionOf is the version in a column.
func versionOf(column int) int { return service.PlayoutVersions - column }

// seek asks for the newest version, and as long as there is nothing, for the one before it.
func (v *playoutVersions) seek() {
	v.seeking = true
	v.seekOn()
}

// seekOn asks for the next version unless one has answered, or may still do.
func (v *playoutVersions) seekOn() {
	next := -1
	for column, a := range v.answers {
		switch {
		case a.state == answered:
			v.seeking = false
			return
		case a.state == asking:
			return
		case a.state == notAsked && next < 0:
			next = column
		}
	}
	if v.seeking = next >= 0; v.seeking {
		v.request(next)
	}
}

// request asks for one version, if that can tell anything new.
func (v *playoutVersions) request(column int) {
	if !v.open(column) {
		return
	}
	v.answers[column] = versionAnswer{state: asking}
	slow := time.AfterFunc(slowAfter, func() { v.post(func() { v.linger(column) }) })
	go func() {
		came := versionAnswerOf(v.ask(v.ctx, versionOf(column)))
		slow.Stop()
		v.post(func() { v.came(column, came) })
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

// requestAll asks for all versions of which nothing is known.
func (v *playoutVersions) requestAll() {
	for column := range v.answers {
		v.request(column)
	}
}

// open tells whether a version can be asked for.
func (v *playoutVersions) open(column int) bool {
	s := v.answers[column].state
	return s == notAsked || s == failed
}

// anyOpen tells whether there is a version that can be asked for.
func (v *playoutVersions) anyOpen() bool {
	for column := range v.answers {
		if v.open(column) {
			return true
		}
	}
	return false
}

func (v *playoutVersions) linger(column int) {
	if a := &v.answers[column]; a.state == asking {
		a.slow = true
		v.changed()
	}
}

// came takes an answer. What ends the seeking is an answer, or a failure that the next version would
// share; one whose answer makes no sense is passed over like one that has nothing.
func (v *playoutVersions) came(column int, a versionAnswer) {
	v.answers[column] = a
	if a.state == failed && service.KindOf(a.err) != service.BadContent {
		v.seeking = false
	}
	if v.seeking {
		v.seekOn()
	}
	v.changed()
}

// docs are the answers, the newest first, nil where there is none.
func (v *playoutVersions) docs() []*media.Value {
	docs := make([]*media.Value, len(v.answers))
	for i, a := range v.answers {
		docs[i] = a.doc
	}
	return docs
}

// found is what each version offers to play.
func (v *playoutVersions) found() [][]media.Playable {
	found := make([][]media.Playable, len(v.answers))
	for i, a := range v.answers {
		found[i] = a.found
	}
	return found
}

// count tells how many versions are in a state.
func (v *playoutVersions) count(s versionState) int {
	n := 0
	for _, a := range v.answers {
		if a.state == s {
			n++
		}
	}
	return n
}
