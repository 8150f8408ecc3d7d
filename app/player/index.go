package player

import (
	"context"
	"errors"
	"io"
)

// indexStep is the number of frames for each stored offset. A search walks the frames in between, which costs less
// than the memory for all offsets: an hour has 138,000 frames.
const indexStep = 16

// index holds the offsets of the frames, without a gap, from the first up to where the file has been walked.
type index struct {
	walk  walker
	marks []int64 // the offset of every indexStep-th frame
	count int64   // how many frames are known
	first int64   // where the first begins
	next  int64   // where the one after the last known should begin
	whole bool    // the end has been seen
}

// start makes the frame at off the first.
func (x *index) start(off int64) {
	x.marks, x.count, x.first, x.next, x.whole = nil, 0, off, off, false
}

// note adds a frame found while playing, if it is the one after the last known.
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

// noteEnd records that frame no does not exist.
func (x *index) noteEnd(no int64) {
	if no == x.count {
		x.whole = true
	}
}

// extend walks up to n frames further, but stops before a read would block. It reports whether it made
// any progress.
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

// reach extends the index up to frame no, the end, or the last byte that has arrived.
func (x *index) reach(ctx context.Context, no int64) error {
	const stride = 512
	for x.count <= no {
		if more, err := x.extend(ctx, stride); !more || err != nil {
			return err
		}
	}
	return nil
}

// findOffset returns the offset from which a known frame is the next.
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

// mean returns the average length of the known frames in bytes, or 0.
func (x *index) mean() float64 {
	if x.count == 0 {
		return 0
	}
	return float64(x.next-x.first) / float64(x.count)
}
