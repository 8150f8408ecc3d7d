package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/faiface/beep"
)

// hopeless is the number of undecodable frames, about 3 s, after which a recording is given up if none
// was decoded.
const hopeless = 120

// stream decodes an MP3 from any place on, each segment at its own rate. It belongs to one goroutine.
//
// Places are in ticks from the first audible sample: the encoder's delay is left out, if it is stated. Stream ends
// where a segment does; enterSegment goes on with the next.
type stream struct {
	file    *file
	index   index
	head    header // of the segment that is decoded
	segment int    // its number in the index, if exact
	tags    []id3Tag
	label   labels
	read    int // how much of the tags has been read; 0 for nothing

	ctx  context.Context // of the current seek; Stream has no parameter for it
	walk walker
	no   int64 // number of the next frame to read
	off  int64 // its expected offset
	sync bool  // the frame before ended there
	// exact is false after a seek to an estimated offset, until correct: no and at are estimates then.
	exact    bool
	anchor   anchor
	upcoming *frame // the first of another segment, at which Stream has ended
	// entered is that frame between enterSegment and the next Stream.
	entered *frame

	res    reservoir
	pack   packer
	engine engine
	pcm    []byte // one frame
	rest   []byte // the part of pcm not returned yet
	drop   int64  // samples still to be skipped
	at     int64  // the place of the next sample
	done   bool
	err    error

	decoded bool // some frame was
	failed  int  // frames that were not
	skipped int
	grace   int64 // frames at the start of a segment in which missing sound is no damage: it was in what was cut off
}

// anchor is a frame after a seek by estimate: its offset, and where it was taken to be.
type anchor struct {
	set       bool
	off       int64
	no, place int64
}

var _ beep.Streamer = (*stream)(nil)

// openStream finds the first frame.
func openStream(ctx context.Context, src Source) (*stream, error) {
	f, err := newFile(src)
	if err != nil {
		return nil, err
	}
	s := &stream{file: f, walk: walker{win: newWindow(f)}}
	unsized := f.size() < 0
	first, err := s.walk.next(ctx, 0, false)
	if KindOf(err) == KindNotMP3 && unsized && f.size() >= 0 {
		// A tag that claimed more than there is took the place of all sound.
		s.walk = walker{win: newWindow(f)}
		first, err = s.walk.next(ctx, 0, false)
	}
	if err != nil {
		return nil, err
	}
	for _, tag := range s.walk.tags {
		s.tags = append(s.tags, id3Tag{tag.off, min(tag.end, first.off)})
	}
	if first.segment == nil {
		first.segment = &segment{header: first.header}
	}
	s.index.walk = walker{win: newWindow(f), set: true}
	s.index.note(0, first)
	s.setSegment(0, first.header)
	return s, s.seek(ctx, 0)
}

// setSegment makes the segment with these frames the one that is decoded.
func (s *stream) setSegment(i int, h header) {
	s.segment, s.head = i, h
	s.pcm = make([]byte, h.samples()*frameBytes)
}

// readTags reads the tags as far as they have arrived, so that no sound waits for a picture, and again when more are
// whole. It reports whether it read any. ID3v1, the last bytes, can be read only when the source is complete.
func (s *stream) readTags(ctx context.Context) bool {
	all := s.file.arrived()
	if s.file.whole() {
		all = s.file.size()
	}
	ready := 1 // for what has arrived at first
	for _, tag := range s.tags {
		if tag.end <= all {
			ready++
		}
	}
	if s.file.whole() {
		ready++
	}
	if ready == s.read {
		return false
	}
	s.read, s.label = ready, labels{}
	for _, tag := range s.tags {
		s.label.readTags(&section{ctx, s.file, tag.off, min(tag.end, all)})
	}
	if last := all - id3v1Size; last >= 0 && s.file.whole() {
		b := make([]byte, id3v1Size)
		if _, err := io.ReadFull(&section{ctx, s.file, last, all}, b); err == nil {
			s.label.readOld(b)
		}
	}
	return len(s.tags) > 0 || s.file.whole()
}

// gain returns the recording's ReplayGain. A tag takes precedence over the encoder's header.
func (s *stream) gain() replayGain {
	if s.label.gain.known {
		return s.label.gain
	}
	return s.index.segments[0].gain
}

// rate returns the sample rate in Hz of the segment that is decoded.
func (s *stream) rate() int { return s.head.rate }

// length returns the length of the sound in ticks, 0 if unknown. It is exact when all frames have been counted, and an
// estimate before: what headers state is often about another file.
func (s *stream) length() (ticks int64, exact bool) {
	if s.index.whole {
		return s.index.end(), true
	}
	p := s.index.last()
	frames := s.frames()
	if frames == 0 {
		return 0, false
	}
	return p.end(frames), false
}

// walked returns up to which place the frames are known.
func (s *stream) walked() time.Duration { return max(ticksToTime(s.index.end()), 0) }

// preroll returns how many frames to decode before the wanted one, to fill the bit reservoir and settle the
// filters' overlap: enough frames to hold 511 bytes of main data, and three.
func (h header) preroll() int64 {
	body := h.size() - h.bodyAt() - h.sideSize()
	return min(max(3+511/int64(max(body, 1)), 10), 64)
}

// seek moves to a place: exactly if the bytes up to there have arrived, otherwise to an estimated offset.
// Stream continues there; ctx applies to Stream, too.
func (s *stream) seek(ctx context.Context, place int64) error {
	s.ctx, s.err, s.done, s.rest, s.upcoming, s.entered, s.anchor, s.grace = ctx, nil, false, nil, nil, nil, anchor{}, 0
	s.res.reset()
	s.pack.flush()
	s.engine.reset()
	place = max(place, 0)
	if err := s.index.reach(ctx, place); err != nil {
		return err
	}
	if end, exact := s.length(); exact {
		place = min(place, end)
	}
	i := s.index.segmentAt(place)
	p := &s.index.segments[i]
	per := int64(p.samples())
	sample := (place-p.at+p.tick()/2)/p.tick() + p.trim()
	first := max(sample/per-p.preroll(), 0)
	s.setSegment(i, p.header)
	if err := s.seekFrame(ctx, p, p.no+first); err != nil {
		return err
	}
	s.at, s.drop = p.place(sample), sample-first*per
	return nil
}

// seekAgain corrects an estimate beyond the end of the source. The source is complete then, so the place
// can be found exactly.
func (s *stream) seekAgain() error {
	before := s.index.count
	if _, err := s.index.extend(s.ctx, 1); err != nil {
		return err
	}
	if s.index.count == before && !s.index.whole {
		return io.EOF
	}
	return s.seek(s.ctx, s.at)
}

// seekFrame makes frame no of a segment the next to be read.
func (s *stream) seekFrame(ctx context.Context, p *segment, no int64) error {
	s.walk = walker{win: s.walk.win, kind: p.header, set: true, mayChange: true}
	s.no, s.exact = no, no <= s.index.count
	switch {
	case no < s.index.count:
		off, err := s.index.findOffset(ctx, no)
		if err != nil {
			return fmt.Errorf("find frame %d: %w", no, err)
		}
		s.off, s.sync = off, true
	case no == s.index.count:
		s.off, s.sync = s.index.next, true
	default:
		s.off, s.sync = s.estimate(no-p.no), false
	}
	return nil
}

// correct puts a place right that was estimated, once the index has come to it. It returns by how many ticks it moves.
func (s *stream) correct() (int64, bool) {
	if s.exact || !s.anchor.set || s.index.next <= s.anchor.off {
		return 0, false
	}
	no, ok := s.index.findNumber(s.ctx, s.anchor.off)
	if !ok {
		s.anchor.set = false // it was no frame; the next may be one
		return 0, false
	}
	i := s.index.segmentOf(no)
	p := &s.index.segments[i]
	shift := p.place((no-p.no)*int64(p.samples())) - s.anchor.place
	s.no += no - s.anchor.no
	s.at += shift
	s.segment, s.exact = i, true
	return shift, true
}

// enterSegment goes on with the segment that follows, and reports whether there is one.
func (s *stream) enterSegment() bool {
	f := s.upcoming
	if f == nil {
		return false
	}
	s.res.reset()
	s.pack.flush()
	s.engine.reset()
	s.upcoming, s.entered, s.rest, s.anchor = nil, f, nil, anchor{}
	s.setSegment(s.segment+1, f.header)
	s.drop, s.grace = f.segment.trim(), f.preroll()
	if s.exact {
		s.segment = s.index.segmentOf(s.no)
		s.at = s.index.segments[s.segment].at
	}
	return true
}

// Stream implements beep.Streamer. It fills all of samples, unless the sound of the segment ends.
func (s *stream) Stream(samples [][2]float64) (n int, ok bool) {
	for n < len(samples) {
		if len(s.rest) == 0 && !s.more() {
			break
		}
		m := min(len(samples)-n, len(s.rest)/frameBytes)
		for i := range m {
			b := s.rest[i*frameBytes:]
			samples[n+i] = [2]float64{sample16(b), sample16(b[2:])}
		}
		s.rest = s.rest[m*frameBytes:]
		s.at += int64(m) * s.head.tick()
		n += m
	}
	return n, n > 0
}

// sample16 converts one 16-bit sample to a float from -1 to 1. The conversion is exact.
func sample16(b []byte) float64 {
	return float64(int16(uint16(b[0])|uint16(b[1])<<8)) / (1 << 15)
}

// Err implements beep.Streamer.
func (s *stream) Err() error { return s.err }

// more decodes up to the next sample to return.
func (s *stream) more() bool {
	for !s.done && s.upcoming == nil {
		if !s.decoded && s.failed >= hopeless {
			s.err, s.done = &Error{Kind: KindDamaged}, true
			return false
		}
		packed, err := s.nextPacked()
		if errors.Is(err, io.EOF) {
			s.done = true
			packed = s.pack.flush()
		} else if err != nil {
			s.err, s.done = err, true
			return false
		}
		if packed != nil && s.decode(packed) {
			return true
		}
	}
	if !s.decoded && s.failed > 0 && s.err == nil && s.upcoming == nil {
		s.err = &Error{Kind: KindDamaged}
	}
	return false
}

// decode decodes one packed frame, and reports whether any of it is to be returned.
func (s *stream) decode(packed []byte) bool {
	if err := s.engine.decode(packed, s.pcm); err != nil {
		clear(s.pcm)
		s.bad()
	} else if hasSound(packed) {
		s.decoded = true
	}
	s.rest = s.pcm
	if s.drop > 0 {
		n := min(s.drop, int64(len(s.rest)/frameBytes))
		s.rest = s.rest[n*frameBytes:]
		s.drop -= n
	}
	if end, known := s.index.endOf(s.segment); known && s.exact {
		left := max((end-s.at)/s.head.tick(), 0)
		s.rest = s.rest[:min(int64(len(s.rest)), left*frameBytes)]
	}
	return len(s.rest) > 0
}
