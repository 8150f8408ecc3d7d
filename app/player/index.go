package player

import (
	"context"
	"errors"
	"io"
)

// indexStep is for how many frames the index keeps one offset. A search walks the few frames in
// between, which costs less than the memory for all of them: an hour has 138,000.
const indexStep = 16

// index knows where the frames are, from the first on without a gap, as far as it has been walked.
type index struct {
	walk  walker
	marks []int64 // the offset of every indexStep-th frame
	count int64   // how many frames are known
	first int64   // where the first begins
	next  int64   // where the one after the last known should begin
	whole bool    // the end has been seen
}

// start sets the index to begin with the frame at off.
func (x *index) start(off int64) {
	x.marks, x.count, x.first, x.next, x.whole = nil, 0, off, off, false
}

// note adds a frame to the index that was met while playing. Only the one after the last known is
// news.
func (x *index) note(no int64, f frame) {
	if no != x.count {
		return
	}
	if no%indexStep == 0 {
		x.marks = append(x.marks, f.off)
	}
	x.count++
	x.next = f.end()
}

// noteEnd records that there is no frame of that number.
func (x *index) noteEnd(no int64) {
	if no == x.count {
		x.whole = true
	}
}

// extend walks up to n frames further, as far as that is possible without blocking, and reports
// whether it made any progress.
func (x *index) extend(ctx context.Context, n int) (bool, error) {
	before := x.count
	for ; n > 0 && !x.whole && x.free(); n-- {
		f, err := x.walk.next(ctx, x.next, x.count > 0)
		if errors.Is(err, io.EOF) {
			x.noteEnd(x.count)
			return true, nil
		}
		if err != nil {
			return false, err
		}
		x.note(x.count, f)
	}
	return x.count > before, nil
}

// free reports whether the next step can be made without waiting for bytes.
func (x *index) free() bool {
	f := x.walk.win.file
	return f.whole() || f.arrived() >= x.next+windowSize
}

// reach extends the index until frame no is known, or the end, or what has not arrived yet.
func (x *index) reach(ctx context.Context, no int64) error {
	const stride = 512
	for x.count <= no {
		if more, err := x.extend(ctx, stride); !more || err != nil {
			return err
		}
	}
	return nil
}

// findOffset gives the offset from which a known frame is the next.
func (x *index) findOffset(ctx context.Context, no int64) (int64, error) {
	off := x.marks[no/indexStep]
	for range no % indexStep {
		f, err := x.walk.next(ctx, off, true)
		if err != nil {
			return 0, err
		}
		off = f.end()
	}
	return off, nil
}

// mean is the average length of the known frames, or 0.
func (x *index) mean() float64 {
	if x.count == 0 {
		return 0
	}
	return float64(x.next-x.first) / float64(x.count)
}
