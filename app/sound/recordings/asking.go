package recordings

import (
	"errors"
	"net/http"

	"sextant/app/api"
	"sextant/app/service"
)

// A manner is how a recording is asked for.
type manner int

const (
	// ifSame asks for a part if the recording is still the same (If-Range), and else for all of it.
	ifSame manner = iota
	// part asks for a part without a condition. Its first bytes are compared with those that are there.
	part
	// all asks for the recording from its beginning, without a range. What is there is compared.
	all
)

// mostSame is how often a request is made without a byte more, where there is another manner.
const mostSame = 3

// How a part that is missing is asked for after a number of attempts without a byte, so that a service that answers
// wrongly in one manner is asked in another.
var (
	manners         = [mostTries]manner{ifSame, ifSame, part, all, part, all}
	mannersNoRanges = [mostTries]manner{all, all, part, all, part, part}
)

// attempts are those in a row without a new byte, and what they have shown.
type attempts struct {
	count   int
	asked   map[service.Resume]int
	most    int64 // bytes that were there at a time, since the recording was found to be another one
	once    bool  // the next request is for all, since the last answer is in doubt
	used    manner
	led     outcome
	wholes  int // answers with all of it instead of a part
	refused int // requests for a part that had another status
}

// An outcome is what an attempt has led to.
type outcome int

const (
	ledToNothing outcome = iota
	ledToPart
	ledToWhole
)

// A doubtError is why an answer to a request for a part cannot be used. The recording is then asked for from its
// beginning at once.
type doubtError struct{ error }

// Unwrap returns the cause.
func (e doubtError) Unwrap() error { return e.error }

// wrongPart returns the error for a part that is not the one that was asked for.
func wrongPart(why string) error {
	return doubtError{&api.Error{Kind: api.BadContent, Op: "the recording", Err: errors.New(why)}}
}

// choose returns the next request for a gap, and its manner.
func (f *fetcher) choose(gap span) (resume service.Resume, how manner) {
	t := f.t
	tries := min(f.tries.count, mostTries-1)
	how = manners[tries]
	if t.note.NoRanges {
		how = mannersNoRanges[tries]
	}
	if f.tries.once {
		how = all
	}
	for _, how := range []manner{how, part, all} {
		if resume = f.resumeFor(gap, how); f.tries.asked[resume] < mostSame {
			return resume, how
		}
	}
	return resume, all
}

// resumeFor returns the request for a gap, with some bytes before it: not every service says that the recording was
// replaced, or sends the bytes that it says, but these bytes show it.
func (f *fetcher) resumeFor(gap span, how manner) service.Resume {
	t := f.t
	if how == all {
		return service.Resume{}
	}
	resume := service.Resume{From: t.note.Have.before(gap.From, proof)}
	if how == ifSame && resume.From > 0 && !t.note.isFickle() {
		resume.Known = t.note.Validators
	}
	return resume
}

// judge counts an attempt that has ended, and draws the conclusions.
func (f *fetcher) judge(gap span, err error, cancelled bool) {
	t := f.t
	a, arrived := &f.tries, t.Progress().Arrived
	if arrived <= a.most {
		switch {
		case err == nil || cancelled:
			return
		case a.led != ledToNothing && len(t.note.Have) == 0:
			a.count++ // there is no other manner to ask for what begins at 0
		case a.led == ledToWhole && a.used == ifSame:
			a.wholes++
		case a.led == ledToPart && gap.From > t.note.Have.end(0) && a.count > 0:
			t.change(func() { t.beyond = gap.From }) // what is before comes first
		}
		a.count++
		return
	}
	t.change(func() {
		switch {
		case a.used == part && a.led == ledToPart:
			if t.note.NoRanges = false; a.wholes >= 2 { // it answers If-Range wrongly
				t.note.Disagreed = max(t.note.Disagreed, 2)
			}
		case a.used == all && a.refused >= 2:
			t.note.NoRanges = true
		}
		t.ranges = t.ranges && !t.note.NoRanges
	})
	*a = attempts{most: arrived, once: a.once}
}

// onRefusal handles an answer without bytes.
func (f *fetcher) onRefusal(err error, resume service.Resume, gap span) error {
	var e *api.Error
	if !errors.As(err, &e) || e.Status == 0 || resume.From == 0 ||
		e.Kind == api.QuotaUsed || e.Kind == api.RateLimited {
		return err
	}
	switch {
	case e.Status == http.StatusRequestedRangeNotSatisfiable:
		return f.onNothingThere(e, resume, gap)
	case !lasting(err):
		f.tries.refused++
		return err
	case e.Kind == api.BadContent:
		f.t.loseRanges()
	}
	f.tries.once = true // whether there is a recording is asked once more
	return doubtError{err}
}

// loseRanges records that the service cannot be asked for parts.
func (t *Transfer) loseRanges() { t.change(func() { t.note.NoRanges, t.ranges = true, false }) }

// onNothingThere handles a 416: the recording ends there, or the service does not support ranges.
func (f *fetcher) onNothingThere(e *api.Error, resume service.Resume, gap span) error {
	t := f.t
	size, ends := int64(-1), t.note.Have.end(0)
	if r := (*service.RangeError)(nil); errors.As(e, &r) {
		size = r.Size
	}
	last := t.note.last()
	switch {
	case size >= 0 && size == ends && size == last:
		return f.onEnd(ends, true, e)
	case resume.From < gap.From, gap.From < last, size > resume.From, size >= 0 && size < last:
		// a byte is there
		t.loseRanges()
		f.tries.once = true
		return doubtError{e}
	}
	t.change(func() { // a reader waits there
		if t.beyond = gap.From; size >= 0 {
			t.beyond = size
		}
	})
	return nil
}

// earlyEnds counts how often answers ended at the byte behind all that is there, though more was stated.
type earlyEnds struct {
	at    int64
	count int
}

// onEnd handles an answer that ended too early at a byte, for a cause. The second time, or where that is certain, the
// recording ends there: the stated size is wrong. A cut at the same place looks the same, but for the sound.
func (f *fetcher) onEnd(at int64, certain bool, cause error) error {
	t := f.t
	if at != t.note.Have.end(0) || at != t.note.last() || at == 0 {
		f.ends = earlyEnds{} // the connection breaks elsewhere, too
		return cause
	}
	if f.ends.at != at {
		f.ends = earlyEnds{at: at}
	}
	f.ends.count++
	if !certain && (f.ends.count < 2 || t.endsWell != nil && !t.endsWell(t.file, at)) {
		return cause
	}
	t.change(func() { t.note.Size, t.shorter = at, t.note.Size > at })
	return nil
}
