package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
)

const (
	// maxJunk limits the bytes before the first frame, not counting tags. A file with more is no MP3 but
	// happens to contain the bytes of a header.
	maxJunk = 128 << 10
	// longestTag limits the length of a tag in a source of unknown size: one that claims more is walked as junk.
	longestTag = 16 << 20
	// maxFree is longer than any frame in free format.
	maxFree = 3 << 10
	// mostTags limits the number of tags whose offsets are kept. More than one is rare.
	mostTags = 4
	// changeFrames is how many frames in a row, about a fifth of a second, show that a segment of another kind starts.
	// fewestFrames are enough where the segment ends with the source or before a tag.
	changeFrames, fewestFrames = 8, 4
)

// frame is a whole frame and its offset.
type frame struct {
	header
	off     int64
	jump    bool     // bytes before it were skipped
	segment *segment // of which it is the first frame, with header and info only; nil for all others
}

// end returns the offset at which the next frame should start.
func (f frame) end() int64 { return f.off + int64(f.size()) }

// walker finds frames by their headers.
//
// A header counts only if another of the same kind follows where the frame ends, or the end of the source or
// a tag. Where a frame is expected one such check is enough; in garbage it takes two in a row. Frames of another kind
// count if there are changeFrames in a row.
type walker struct {
	win       *window
	kind      header // of the last frame found; the next must be like it, or start another segment
	set       bool
	mayChange bool
	unplayed  bool     // there were frames of a kind that cannot be decoded
	tags      []id3Tag // before the first frame
	lies      bool     // a tag was longer than the source can be
}

// id3Tag is where an ID3v2 tag is. It may end later than the source, or the sound that follows.
type id3Tag struct{ off, end int64 }

// next returns the first whole frame with sound at off or later, or io.EOF after the last. If sync is set, the frame is
// expected at off, where the one before it ended. An encoder's header starts a segment, and is skipped.
func (w *walker) next(ctx context.Context, off int64, sync bool) (frame, error) {
	f, err := w.find(ctx, off, sync)
	if err != nil {
		return f, err
	}
	i, ok, err := w.infoOf(ctx, f)
	if !ok || err != nil {
		return f, err
	}
	after, err := w.find(ctx, f.end(), true)
	if errors.Is(err, io.EOF) {
		return f, nil // there is nothing but the header
	}
	after.segment = &segment{header: after.header, info: i}
	return after, err
}

// infoOf returns the encoder's header in a frame. After the first frame it counts only if the rest of the frame has no
// sound.
func (w *walker) infoOf(ctx context.Context, f frame) (info, bool, error) {
	b, err := w.win.peek(ctx, f.off, min(f.size(), infoPeek))
	if err != nil || !mayBeInfo(f.header, b) {
		return info{}, false, err
	}
	if b, err = w.win.peek(ctx, f.off, f.size()); err != nil {
		return info{}, false, err
	}
	i, ok := parseInfo(f.header, b)
	return i, ok && (f.segment != nil || mainLength(f.header, b[f.bodyAt():]) == 0), nil
}

// find returns the first whole frame at off or later, or io.EOF after the last.
func (w *walker) find(ctx context.Context, off int64, sync bool) (frame, error) {
	if sync {
		f, ok, err := w.expected(ctx, off)
		if ok || err != nil {
			return f, err
		}
	}
	for at := off; ; {
		skipped, err := w.skipTag(ctx, at)
		if err != nil {
			return frame{}, err
		}
		if skipped > 0 {
			at += skipped
			off += skipped // tags do not count as junk
			continue
		}
		followers := 2
		if at == off {
			followers = 1
		}
		h, ok, err := w.chain(ctx, at, followers, 0)
		if err != nil {
			return frame{}, err
		}
		other := false
		if !ok && w.mayChange {
			if h, other, err = w.change(ctx, at); err != nil {
				return frame{}, err
			}
		}
		if ok || other {
			f := frame{header: h, off: at, jump: at != off}
			if other || !w.set {
				f.segment = &segment{header: h}
			}
			return f, w.accept(h)
		}
		limit := off + maxJunk
		if w.lies {
			limit = off + longestTag
		}
		if at, err = w.candidate(ctx, at+1, limit); err != nil {
			return frame{}, err
		}
	}
}

// expected checks the frame at off. If no frame follows it, but a valid one starts before this one should
// end, then this one was cut short, and is refused. Otherwise it is accepted: more often the header after it
// is damaged.
func (w *walker) expected(ctx context.Context, off int64) (frame, bool, error) {
	h, ok, err := w.chain(ctx, off, 1, 0)
	if err != nil || ok {
		return frame{header: h, off: off}, ok, err
	}
	if h.size() == 0 || !h.like(w.kind) {
		return frame{}, false, nil
	}
	f := frame{header: h, off: off}
	ahead := *w
	after, err := ahead.find(ctx, off+1, false)
	if errors.Is(err, io.EOF) {
		ok, err = w.reaches(ctx, f.end())
		return f, ok, err
	}
	return f, err == nil && after.off >= f.end(), err
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// accept sets the kind of frame, or returns an error for kinds that cannot be decoded.
func (w *walker) accept(h header) error {
	w.kind, w.set = h, true
	switch {
	case h.playable():
		return nil
	case h.layer == 3 && h.rate == lowRate:
		return &Error{Kind: KindLowRate}
	default:
		return &Error{Kind: KindUnsupported, Err: fmt.Errorf("it is layer %d at %d Hz", h.layer, h.rate)}
	}
}

// change returns the first of several frames of another kind, and reports whether they are at off.
func (w *walker) change(ctx context.Context, off int64) (header, bool, error) {
	b, err := w.win.peek(ctx, off, headerSize)
	if err != nil {
		return header{}, false, ignoreEOF(err)
	}
	h, ok := parseHeader(b)
	if !ok || h.like(w.kind) {
		return header{}, false, nil
	}
	other := walker{win: w.win}
	h, ok, err = other.chain(ctx, off, changeFrames-1, fewestFrames-1)
	if !ok || err != nil {
		return header{}, false, err
	}
	if h.playable() {
		return h, true, nil
	}
	w.unplayed = true
	return header{}, false, nil
}

// chain reports whether a frame at off is followed by n more, or by at least fewest and then the end of the source or a
// tag. It returns the header in any case, if there is one.
func (w *walker) chain(ctx context.Context, off int64, n, fewest int) (header, bool, error) {
	b, err := w.win.peek(ctx, off, headerSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return header{}, false, err
	}
	first, ok := parseHeader(b)
	if !ok || w.set && !first.like(w.kind) {
		return header{}, false, nil
	}
	if first.bitrate == 0 {
		if first.free, err = w.freeSize(ctx, off, first); first.free == 0 {
			return first, false, err
		}
	}
	h := first
	for i := range n {
		off += int64(h.size())
		b, err := w.win.peek(ctx, off, headerSize)
		if errors.Is(err, io.EOF) && len(b) < headerSize {
			whole, err := w.reaches(ctx, off)
			return first, whole && i >= fewest, err
		}
		if err != nil {
			return first, false, err
		}
		if tagFollows(b) {
			return first, i >= fewest, nil
		}
		if h, ok = parseHeader(b); !ok || !h.like(first) {
			return first, false, nil
		}
		h.free = first.free
	}
	return first, true, nil
}

// reaches reports whether the source has all bytes before off. It may block.
func (w *walker) reaches(ctx context.Context, off int64) (bool, error) {
	b, err := w.win.peek(ctx, off-1, 1)
	return len(b) == 1, ignoreEOF(err)
}

// freeSize determines the length of the frames in free format, without padding, or returns 0. Their headers do
// not state it, but all frames are equally long: it is the distance at which two more headers follow.
func (w *walker) freeSize(ctx context.Context, off int64, h header) (int, error) {
	if w.set {
		return w.kind.free, nil
	}
	b, err := w.win.peek(ctx, off, 3*maxFree)
	if ignoreEOF(err) != nil {
		return 0, err
	}
	padded := func(at int) (int, bool) {
		o, ok := parseHeader(b[min(at, len(b)):])
		o.free = 1
		return o.size() - 1, ok && o.like(h) && o.mono == h.mono
	}
	const shortest = 24
	own, _ := padded(0)
	for size := shortest; size < maxFree; size++ {
		second := size + own
		if padding, ok := padded(second); ok {
			if _, ok := padded(second + size + padding); ok {
				return size, nil
			}
		}
	}
	return 0, nil
}

// skipTag returns the length of a tag at off, or 0.
func (w *walker) skipTag(ctx context.Context, off int64) (int64, error) {
	b, err := w.win.peek(ctx, off, 1)
	if err != nil || b[0] == 0xff {
		return 0, ignoreEOF(err)
	}
	b, err = w.win.peek(ctx, off, tagPeek)
	size, all := tagSize(b), w.win.file.size()
	if size > 0 && b[0] == 'I' && !w.set && len(w.tags) < mostTags {
		w.tags = append(w.tags, id3Tag{off, off + size})
	}
	if all >= 0 && off+size > all || all < 0 && size > longestTag {
		size, w.lies = 0, true
	}
	return size, ignoreEOF(err)
}

// candidate returns the next offset from off on that could be a header or a tag. At the end of the source it
// returns io.EOF, or KindNotMP3 if no frame has ever been found; so it does at limit in that case.
func (w *walker) candidate(ctx context.Context, off, limit int64) (int64, error) {
	const look = 512
	for w.set || off < limit {
		b, err := w.win.peek(ctx, off, look)
		if i := slices.IndexFunc(b, startsSomething); i >= 0 {
			return off + int64(i), nil
		}
		if errors.Is(err, io.EOF) {
			return 0, w.nothing()
		}
		if err != nil {
			return 0, err
		}
		off += int64(len(b))
	}
	return 0, w.nothing()
}

// startsSomething reports whether a header or a tag can start with c.
func startsSomething(c byte) bool {
	return c == 0xff || c == 'I' || c == 'T' || c == 'A'
}

// nothing returns the error for the end of the source.
func (w *walker) nothing() error {
	if w.set {
		return io.EOF
	}
	return &Error{Kind: KindNotMP3}
}
