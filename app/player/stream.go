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

// stream decodes an MP3 from any place on, at its own rate. It belongs to one goroutine.
//
// Places are in samples from the first audible one: the encoder's delay is left out, if it is stated.
type stream struct {
	file  *file
	index index
	info  info
	head  header  // of the first frame with sound
	tags  []int64 // offsets of tags that have not been read yet
	label labels
	old   bool // the last bytes have been searched for an ID3v1 tag

	ctx  context.Context // of the current seek; Stream has no parameter for it
	walk walker
	no   int64 // number of the next frame to read
	off  int64 // its expected offset
	sync bool  // the frame before ended there
	// exact is false after a seek to an estimated offset: then no is an estimate as well.
	exact bool

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
}

var _ beep.Streamer = (*stream)(nil)

// openStream finds the first frame.
func openStream(ctx context.Context, src Source) (*stream, error) {
	f, err := newFile(src)
	if err != nil {
		return nil, err
	}
	s := &stream{file: f, walk: walker{win: newWindow(f)}}
	first, err := s.walk.next(ctx, 0, false)
	if err != nil {
		return nil, err
	}
	b, err := s.walk.win.peek(ctx, first.off, first.size())
	if err != nil {
		return nil, err
	}
	s.head, s.tags = first.header, s.walk.tags
	start := first.off
	if i, ok := parseInfo(first.header, b); ok {
		s.info = i
		start = first.end()
	}
	s.index.walk = walker{win: newWindow(f), kind: first.header, set: true}
	s.index.start(start)
	s.pcm = make([]byte, first.samples()*frameBytes)
	return s, s.seek(ctx, 0)
}

// readTags reads the tags that have not been read yet, and reports whether there were any. ID3v1, the last
// bytes, can be read only when the source is complete.
func (s *stream) readTags(ctx context.Context) bool {
	read := false
	for _, off := range s.tags {
		s.label.readTags(&section{ctx, s.file, off})
		read = true
	}
	s.tags = nil
	if last := s.file.size() - id3v1Size; !s.old && last >= 0 && s.file.whole() {
		b := make([]byte, id3v1Size)
		if _, err := io.ReadFull(&section{ctx, s.file, last}, b); err == nil {
			s.label.readOld(b)
		}
		s.old, read = true, true
	}
	return read
}

// gain returns the recording's ReplayGain. A tag takes precedence over the encoder's header.
func (s *stream) gain() replayGain {
	if s.label.gain.known {
		return s.label.gain
	}
	return s.info.gain
}

// rate returns the sample rate in Hz.
func (s *stream) rate() int { return s.head.rate }

// trim returns how many samples at the start are skipped.
func (s *stream) trim() int64 {
	if s.info.delay == 0 && s.info.padding == 0 {
		return 0
	}
	return s.info.delay + decoderDelay
}

// time converts a place to a time.
func (s *stream) time(sample int64) time.Duration {
	return samplesToTime(sample, s.rate())
}

// samplesToTime rounds down to nanoseconds. It does not overflow for days of sound.
func samplesToTime(n int64, rate int) time.Duration {
	r := int64(rate)
	return time.Duration(n/r)*time.Second + time.Duration(n%r)*time.Second/time.Duration(r)
}

// timeToSamples is the inverse: it returns n for samplesToTime(n).
func timeToSamples(t time.Duration, rate int) int64 {
	r := time.Duration(rate)
	return int64(t/time.Second*r + (t%time.Second*r+time.Second/2)/time.Second)
}

// length returns the number of audible samples, exactly or by estimate; 0 if unknown.
func (s *stream) length() (samples int64, exact bool) {
	frames, exact := s.frameCount()
	if frames == 0 {
		return 0, exact
	}
	n := frames * int64(s.head.samples())
	if s.trim() > 0 {
		n -= s.trim() + max(0, s.info.padding-decoderDelay)
	}
	return max(n, 0), exact
}

// frameCount returns the number of frames: counted, stated in the encoder's header, or estimated from the size.
func (s *stream) frameCount() (n int64, exact bool) {
	if s.index.whole {
		return s.index.count, true
	}
	size := s.file.size()
	if stated := s.info.frames; stated > 0 {
		// A count for a file of another length is only a hint: this may be a part of that file.
		stated = max(stated, s.index.count)
		return stated, s.info.bytes > 0 && size >= 0 && size-s.index.first >= s.info.bytes*99/100 &&
			size-s.index.first <= s.info.bytes*101/100+1<<10
	}
	mean := s.index.mean()
	if mean == 0 || s.index.count < 8 {
		mean = float64(s.head.samples()/8*s.head.bitrate) / float64(s.head.rate)
		mean = max(mean, float64(s.head.free))
	}
	if size < 0 {
		return 0, false
	}
	return max(int64(float64(size-s.index.first)/mean+0.5), s.index.count), false
}

// preroll returns how many frames to decode before the wanted one, to fill the bit reservoir and settle the
// filters' overlap: enough frames to hold 511 bytes of main data, and three.
func (s *stream) preroll() int64 {
	body := s.head.size() - s.head.bodyAt() - s.head.sideSize()
	return min(max(3+511/int64(max(body, 1)), 10), 64)
}

// seek moves to a place: exactly if the bytes up to there have arrived, otherwise to an estimated offset.
// Stream continues there; ctx applies to Stream, too.
func (s *stream) seek(ctx context.Context, sample int64) error {
	s.ctx, s.err, s.done, s.rest = ctx, nil, false, nil
	s.res.reset()
	s.pack.flush()
	s.engine.reset()
	per := int64(s.head.samples())
	sample = max(sample, 0)
	want := sample + s.trim()
	if err := s.index.reach(ctx, want/per); err != nil {
		return err
	}
	if length, exact := s.length(); exact {
		want = min(want, length+s.trim())
	}
	if err := s.seekFrame(ctx, max(want/per-s.preroll(), 0)); err != nil {
		return err
	}
	s.at = want - s.trim()
	s.drop = want - s.no*per
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

// seekFrame makes frame no the next to be read.
func (s *stream) seekFrame(ctx context.Context, no int64) error {
	s.walk = walker{win: s.walk.win, kind: s.head, set: true}
	s.no, s.exact = no, no <= s.index.count
	switch {
	case no == 0:
		s.off, s.sync = s.index.first, false
	case no < s.index.count:
		off, err := s.index.findOffset(ctx, no)
		if err != nil {
			return fmt.Errorf("find frame %d: %w", no, err)
		}
		s.off, s.sync = off, true
	case no == s.index.count:
		s.off, s.sync = s.index.next, true
	default:
		s.off, s.sync = s.estimate(no), false
	}
	return nil
}

// estimate returns the estimated offset of a frame that is not in the index, never before the end of the index.
func (s *stream) estimate(no int64) int64 {
	total, _ := s.frameCount()
	span := s.file.size() - s.index.first
	if span < 0 {
		span = s.info.bytes
	}
	if total <= 0 || span <= 0 {
		// The size is not known, but the mean length of the frames so far is.
		mean := s.index.mean()
		if mean == 0 {
			mean = float64(s.head.size())
		}
		return s.index.next + int64(float64(no-s.index.count)*mean)
	}
	return max(s.index.first+s.info.offset(float64(no)/float64(total), span), s.index.next)
}

// Stream implements beep.Streamer. It fills all of samples, unless the sound ends.
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
		s.at += int64(m)
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
	for !s.done {
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
	if !s.decoded && s.failed > 0 && s.err == nil {
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
	if length, exact := s.length(); exact && s.trim() > 0 {
		left := max(length-s.at, 0)
		s.rest = s.rest[:min(int64(len(s.rest)), left*frameBytes)]
	}
	return len(s.rest) > 0
}
