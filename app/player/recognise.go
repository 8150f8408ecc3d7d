package player

import (
	"context"
	"errors"
	"io"
)

// Recognise returns nil if a file of a size in bytes starts like an MP3, even one of a kind that a Player cannot play,
// and otherwise an Error of KindNotMP3 or KindSource.
func Recognise(r io.ReaderAt, size int64) error {
	f, err := newFile(io.NewSectionReader(r, 0, size))
	if err != nil {
		return err
	}
	w := walker{win: newWindow(f)}
	_, err = w.next(context.Background(), 0, false)
	switch kind := KindOf(err); {
	case errors.Is(err, io.EOF):
		return &Error{Kind: KindNotMP3}
	case kind == KindUnsupported, kind == KindLowRate:
		return nil
	}
	return err
}

// EndsWell reports whether the MP3 file of a size in bytes ends where a frame does, with a tag or with something else
// that is no sound, and is not cut off within one of them. A file of a kind that a Player cannot play is not looked at.
func EndsWell(r io.ReaderAt, size int64) bool {
	f, err := newFile(io.NewSectionReader(r, 0, size))
	if err != nil {
		return false
	}
	const tail = 64 << 10
	last, err := lastFrame(f, max(size-tail, 0))
	if last.size() == 0 && size > tail { // a long tag
		last, err = lastFrame(f, 0)
	}
	switch kind := KindOf(err); {
	case kind == KindUnsupported, kind == KindLowRate:
		return true
	case last.size() == 0:
		return false
	}
	rest, err := newWindow(f).peek(context.Background(), last.end(), tagPeek)
	if ignoreEOF(err) != nil {
		return false
	}
	h, isFrame := parseHeader(rest)
	if isFrame && h.like(last.header) || len(rest) > 0 && len(rest) < headerSize && rest[0] == 0xff {
		return false // the beginning of the next frame
	}
	return tagSize(rest) <= size-last.end()
}

// lastFrame returns the last whole frame of a file from an offset on, whose size is 0 where there is none, and the
// error after it.
func lastFrame(f *file, from int64) (last frame, err error) {
	w := walker{win: newWindow(f), mayChange: true}
	for off := from; ; off = last.end() {
		next, err := w.next(context.Background(), off, off > from)
		if err != nil {
			return last, err
		}
		last = next
	}
}
