package player

import (
	"context"
	"errors"
	"io"
)

// Source is where an item's bytes come from. Only the item's own goroutine reads and seeks.
//
// Read may block until bytes arrive; a download that failed returns its error from Read, and the
// Player reports it wrapped, so that errors.As finds it. If the source is also an io.Closer, the
// Player closes it once, when another item is loaded, on Stop or on Close. Close may be called while
// Read blocks, and must then make Read return.
//
// A source that is not Growing is assumed to be complete.
type Source interface {
	io.ReadSeeker
}

// Growing is an optional interface of a Source that is being downloaded. Both methods may be called from
// any goroutine and return at once.
type Growing interface {
	// Size returns the final size in bytes, or -1 if it is not known.
	Size() int64
	// Arrived returns how many bytes from the start have arrived and can be read without blocking, or -1 if
	// that is not known.
	Arrived() int64
}

// Waiter is an optional interface of a Growing source, so that a seek back to what has arrived need not
// wait for a blocked Read.
type Waiter interface {
	// Wait returns nil when the byte at offset has arrived, and also when it never will because the
	// download has ended or failed, which Read then reports. It returns ctx.Err() when ctx ends.
	Wait(ctx context.Context, offset int64) error
}

// file is a Source with random access, so that two windows can share it.
type file struct {
	src Source
	pos int64
	end int64 // the size of a source that is not Growing, or that was seen to end; otherwise -1
}

// newFile determines the size of a source that is not Growing.
func newFile(src Source) (*file, error) {
	f := &file{src: src, end: -1}
	if _, ok := src.(Growing); ok {
		return f, nil
	}
	end, err := src.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, &Error{Kind: KindSource, Err: err}
	}
	f.pos, f.end = end, end
	return f, nil
}

// size returns the final size of the source in bytes, or -1.
func (f *file) size() int64 {
	if g, ok := f.src.(Growing); ok {
		return max(g.Size(), f.end)
	}
	return f.end
}

// arrived returns the offset up to which reading does not block.
func (f *file) arrived() int64 {
	if g, ok := f.src.(Growing); ok {
		return max(g.Arrived(), f.end)
	}
	return f.end
}

// whole reports whether the source is complete, so that no read blocks.
func (f *file) whole() bool {
	size := f.size()
	return size >= 0 && f.arrived() >= size
}

// readAt reads at least one byte at off, or returns an error: io.EOF at the end of the source. All other
// errors of the source are wrapped here.
func (f *file) readAt(ctx context.Context, p []byte, off int64) (int, error) {
	if err := f.prepare(ctx, off); err != nil {
		return 0, err
	}
	for range 100 {
		n, err := f.src.Read(p)
		f.pos += int64(n)
		switch {
		case n > 0:
			return n, nil
		case errors.Is(err, io.EOF):
			f.sawEnd()
			return 0, io.EOF
		case err != nil:
			return 0, &Error{Kind: KindSource, Err: err}
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
	}
	return 0, &Error{Kind: KindSource, Err: io.ErrNoProgress}
}

// sawEnd records the size of a source of unknown size at its io.EOF.
func (f *file) sawEnd() {
	if f.size() < 0 {
		f.end = f.arrived()
	}
}

// prepare waits for the byte at off, and seeks there.
func (f *file) prepare(ctx context.Context, off int64) error {
	if w, ok := f.src.(Waiter); ok && f.arrived() <= off {
		if err := w.Wait(ctx, off); err != nil && ctx.Err() == nil {
			return &Error{Kind: KindSource, Err: err}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.pos == off {
		return nil
	}
	pos, err := f.src.Seek(off, io.SeekStart)
	if err != nil {
		return &Error{Kind: KindSource, Err: err}
	}
	f.pos = pos
	return nil
}

// section is an io.ReadSeeker of a part of a file.
type section struct {
	ctx      context.Context
	file     *file
	off, end int64
}

// Read implements io.Reader.
func (s *section) Read(p []byte) (int, error) {
	if s.off >= s.end {
		return 0, io.EOF
	}
	n, err := s.file.readAt(s.ctx, p[:min(int64(len(p)), s.end-s.off)], s.off)
	s.off += int64(n)
	return n, err
}

// Seek implements io.Seeker for io.SeekCurrent only.
func (s *section) Seek(by int64, whence int) (int64, error) {
	if whence != io.SeekCurrent {
		return s.off, errors.ErrUnsupported
	}
	s.off += by
	return s.off, nil
}

// windowSize is the size of a read in bytes. It holds many frames: the longest has fewer than 3,000 bytes.
const windowSize = 64 << 10

// window reads a file through a buffer that slides forward.
type window struct {
	file *file
	off  int64
	buf  []byte
}

func newWindow(f *file) *window {
	return &window{file: f, buf: make([]byte, 0, windowSize)}
}

// peek returns n bytes at off, at most windowSize, valid until the next peek. At the end of the source it
// returns what there is, with io.EOF.
func (w *window) peek(ctx context.Context, off int64, n int) ([]byte, error) {
	if off < w.off || off > w.off+int64(len(w.buf)) {
		w.off, w.buf = off, w.buf[:0]
	}
	if from := int(off - w.off); from+n <= len(w.buf) {
		return w.buf[from : from+n], nil
	} else if from > 0 {
		w.buf = w.buf[:copy(w.buf, w.buf[from:])]
		w.off = off
	}
	for len(w.buf) < n {
		m, err := w.file.readAt(ctx, w.buf[len(w.buf):cap(w.buf)], w.off+int64(len(w.buf)))
		if err != nil {
			return w.buf, err
		}
		w.buf = w.buf[:len(w.buf)+m]
	}
	return w.buf[:n], nil
}
