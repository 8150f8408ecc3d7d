package player

import (
	"context"
	"errors"
	"io"
	"sort"
)

const (
	// indexStep is the number of frames for each stored offset. A search walks the frames in between, which costs
	// less than the memory for all offsets: an hour has 138,000 frames.
	indexStep = 16
	// mostSegments limits how many segments of a recording are distinguished. What follows the last of them is junk
	// unless it is like it.
	mostSegments = 4096
)

// segment is a run of frames of one kind. Where recordings were joined, each is a segment.
type segment struct {
	header       // of its first frame
	info         // of the encoder, if there was one
	no     int64 // number of its first frame
	off    int64 // offset of its first frame
	at     int64 // the place where it starts to sound, in ticks
	varies bool  // frames with another bitrate were seen
}

// trim returns how many samples at the start are skipped.
func (s *segment) trim() int64 {
	if s.delay == 0 && s.info.padding == 0 {
		return 0
	}
	return s.delay + decoderDelay
}

// place returns where the sample n of a segment's frames sounds, in ticks.
func (s *segment) place(n int64) int64 { return s.at + (n-s.trim())*s.tick() }

// end returns where a segment of n frames ends, in ticks. What the encoder padded is left out, unless frames are
// missing.
func (s *segment) end(n int64) int64 {
	samples := n*int64(s.samples()) - s.trim()
	if s.trim() > 0 && (s.frames == 0 || max(s.frames-n, n-s.frames) <= 1) {
		samples -= max(0, s.info.padding-decoderDelay)
	}
	return s.at + max(samples, 0)*s.tick()
}

// index holds the offsets of the frames, without a gap, from the first up to where the file has been walked.
type index struct {
	walk     walker
	segments []segment
	marks    []int64 // the offset of every indexStep-th frame
	count    int64   // how many frames are known
	next     int64   // where the one after the last known should begin
	whole    bool    // the end has been seen
}

// last returns the last segment. The index keeps it.
func (x *index) last() *segment { return &x.segments[len(x.segments)-1] }

// note adds a frame found while playing, if it is the one after the last known.
func (x *index) note(no int64, f frame) {
	if no != x.count {
		return
	}
	if f.segment != nil {
		p := *f.segment
		p.no, p.off = no, f.off
		if no > 0 {
			p.at = x.last().end(no - x.last().no)
		}
		x.segments = append(x.segments, p)
	}
	if p := x.last(); f.bitrate != p.bitrate {
		p.varies = true
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
	before, ended := x.count, x.whole
	for ; n > 0 && !x.whole && x.free(); n-- {
		if err := x.step(ctx); err != nil {
			return false, err
		}
	}
	return x.count > before || x.whole != ended, nil
}

// step walks one frame further. It may block.
func (x *index) step(ctx context.Context) error {
	x.walk.kind = x.last().header
	x.walk.mayChange = len(x.segments) < mostSegments
	f, err := x.walk.next(ctx, x.next, true)
	if errors.Is(err, io.EOF) {
		x.noteEnd(x.count)
		return nil
	}
	if err == nil {
		x.note(x.count, f)
	}
	return err
}

// free reports whether the next step can be made without waiting for bytes.
func (x *index) free() bool {
	f := x.walk.win.file
	return f.whole() || f.arrived() >= x.next+windowSize
}

// end returns the place where the frames known so far end, in ticks.
func (x *index) end() int64 {
	p := x.last()
	if x.whole {
		return p.end(x.count - p.no)
	}
	return p.place((x.count - p.no) * int64(p.samples()))
}

// reach extends the index up to a place, the end, or the last byte that has arrived.
func (x *index) reach(ctx context.Context, place int64) error {
	const stride = 512
	for !x.whole && x.end() <= place {
		if more, err := x.extend(ctx, stride); !more || err != nil {
			return err
		}
	}
	return nil
}

// segmentAt returns the number of the segment that sounds at a place.
func (x *index) segmentAt(place int64) int {
	return max(sort.Search(len(x.segments), func(i int) bool { return x.segments[i].at > place })-1, 0)
}

// segmentOf returns the number of the segment of a known frame.
func (x *index) segmentOf(no int64) int {
	return max(sort.Search(len(x.segments), func(i int) bool { return x.segments[i].no > no })-1, 0)
}

// endOf returns the place where a segment ends in ticks, and reports whether that is known.
func (x *index) endOf(i int) (int64, bool) {
	switch {
	case i+1 < len(x.segments):
		return x.segments[i+1].at, true
	case i < len(x.segments) && x.whole:
		return x.end(), true
	default:
		return 0, false
	}
}

// findOffset returns the offset from which a known frame is the next.
func (x *index) findOffset(ctx context.Context, no int64) (int64, error) {
	if p := x.segments[x.segmentOf(no)]; p.no == no {
		return p.off, nil
	}
	w, at := x.walkFrom(no / indexStep)
	for range no % indexStep {
		f, err := w.next(ctx, at, true)
		if err != nil {
			return 0, err
		}
		at = f.end()
	}
	return at, nil
}

// walkFrom returns a walker for the frames from a mark on, and the mark's offset.
func (x *index) walkFrom(mark int64) (walker, int64) {
	kind := x.segments[x.segmentOf(mark*indexStep)].header
	return walker{win: x.walk.win, kind: kind, set: true, mayChange: true}, x.marks[mark]
}

// findNumber returns the number of the known frame at an offset, and reports whether there is one.
func (x *index) findNumber(ctx context.Context, off int64) (int64, bool) {
	mark := int64(sort.Search(len(x.marks), func(i int) bool { return x.marks[i] > off })) - 1
	if mark < 0 {
		return 0, false
	}
	w, at := x.walkFrom(mark)
	for no := mark * indexStep; no < min((mark+1)*indexStep, x.count); no++ {
		f, err := w.next(ctx, at, true)
		if err != nil || f.off > off {
			return 0, false
		}
		if f.off == off {
			return no, true
		}
		at = f.end()
	}
	return 0, false
}

// mean returns the average length in bytes of the known frames of the last segment, and how many there are.
func (x *index) mean() (float64, int64) {
	p := x.last()
	n := x.count - p.no
	if n == 0 {
		return 0, 0
	}
	return float64(x.next-p.off) / float64(n), n
}
