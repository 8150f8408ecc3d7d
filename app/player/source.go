package player

import (
	"context"
	"errors"
	"io"
)

// Source is where an item's bytes come from. Only the item's own goroutine reads and seeks.
//
// Read may block until bytes arrive; a download that failed returns its error from Read, and the
// Player hands it on wrapped, so that errors.As finds it. If the source is also an io.Closer, the
// Player closes it once, when another item is loaded, on Stop and on Close; Close may come while
// Read is blocked, and must then make Read return. A source that is no Closer is simply left.
//
// A source that is not Growing is taken to be all there.
type Source interface {
	io.ReadSeeker
}

// Growing is what a Source may also be, while it is being downloaded. Both methods may be called
// from any goroutine and return at once.
type Growing interface {
	// Size is how many bytes there will be, or -1 if that is not known.
	Size() int64
	// Arrived is how many bytes from the start are there, or -1 if that is not known. Reading
	// these does not block.
	Arrived() int64
}

// Waiter is what a Growing source may also be, so that a jump back to what has arrived need not
// wait for a blocked Read.
type Waiter interface {
	// Wait returns nil when the byte at offset has arrived, and also when it never will because
	// the download has ended or failed: Read then says which. It returns ctx.Err() when ctx ends.
	Wait(ctx context.Context, offset int64) error
}

// file is a Source with its place, so that two windows can share it.
type file struct {
	src Source
	pos int64
	end int64 // the size, where that is not asked for but known, or -1
}

// newFile asks a source that is all there for its size.
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

// size is how many bytes the source will have, or -1.
func (f *file) size() int64 {
	if g, ok := f.src.(Growing); ok {
		return max(g.Size(), f.end)
	}
	return f.end
}

// arrived is the offset up to which reading does not block.
func (f *file) arrived() int64 {
	if g, ok := f.src.(Growing); ok {
		return max(g.Arrived(), f.end)
	}
	return f.end
}

// whole reports that reading blocks nowhere.
func (f *file) whole() bool {
	size := f.size()
	return size >= 0 && f.arrived() >= size
}

// readAt reads at least one byte at off, or says why not. io.EOF is the end of the source; every
// other error of the source is wrapped here and nowhere else.
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

// sawEnd learns the size of a source that did not know it: when it ends, all of it has arrived.
func (f *file) sawEnd() {
	if f.size() < 0 {
		f.end = f.arrived()
	}
}

// prepare waits for the byte at off, and moves the source there.
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

// section is a file from a place on. It is an io.ReadSeeker for those who need one, and knows no
// end of its own.
type section struct {
	ctx  context.Context
	file *file
	off  int64
}

// Read implements io.Reader.
func (s *section) Read(p []byte) (int, error) {
	n, err := s.file.readAt(s.ctx, p, s.off)
	s.off += int64(n)
	return n, err
}

// Seek implements io.Seeker, as far as it is needed.
func (s *section) Seek(by int64, whence int) (int64, error) {
	if whence != io.SeekCurrent {
		return s.off, errors.ErrUnsupported
	}
	s.off += by
	return s.off, nil
}

// windowSize is how much is asked for at once. It holds many frames, the longest of which has
// fewer than 3,000 bytes.
const windowSize = 64 << 10

// window looks at a file through a buffer that slides forward.
type window struct {
	file *file
	off  int64
	buf  []byte
}

func newWindow(f *file) *window {
	return &window{file: f, buf: make([]byte, 0, windowSize)}
}

// peek gives n bytes at off, at most windowSize. They are good until the next peek. At the end of
// the source it gives what there is, with io.EOF.
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
