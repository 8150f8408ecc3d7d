package recordings

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"sextant/app/api"
)

// A Recording reads a transfer while that is still arriving: a reader that is ahead of it waits, and the bytes that it
// waits for are fetched first. One goroutine may use Read and Seek; the other methods may be called from any.
type Recording struct {
	transfer *Transfer
	pos      int64
	done     func() error // called when it was closed

	// With the transfer's mu:
	ask     Opener // nil where this reader makes no requests
	refused bool   // ask has returned a ShareError
	closed  bool
}

// Read reads bytes that have arrived, and waits for some. It fails with the transfer's error once everything before it
// was read, also at the end of a damaged recording.
func (r *Recording) Read(p []byte) (int, error) {
	for {
		_ = r.Wait(context.Background(), r.pos)
		n, err := r.readArrived(p)
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// readArrived reads up to the first byte that is missing. It returns 0, nil where bytes are to come, and where the file
// was replaced meanwhile.
func (r *Recording) readArrived(p []byte) (int, error) {
	t := r.transfer
	t.mu.Lock()
	file, restarts, end := t.file, t.restarts, t.note.Have.end(r.pos)
	closed, err, expects := r.closed, t.err, t.expectsLocked(r.pos)
	reads := !closed && file != nil && end > r.pos
	if reads {
		t.reading++
	}
	t.mu.Unlock()
	switch {
	case closed:
		return 0, fs.ErrClosed
	case reads:
	case err != nil:
		return 0, err
	case expects:
		return 0, nil
	default:
		return 0, io.EOF
	}
	n, err := file.ReadAt(p[:min(int64(len(p)), end-r.pos)], r.pos)
	t.mu.Lock()
	if t.reading--; t.file == nil { // rename waits for that
		t.more.Broadcast()
	}
	replaced := t.file != file || t.restarts != restarts
	t.mu.Unlock()
	switch {
	case replaced:
		return 0, nil
	case n > 0 || len(p) == 0:
		r.pos += int64(n)
		return n, nil
	}
	return 0, fmt.Errorf("reading the recording: %w", err)
}

// Wait waits for the byte at an offset, which is fetched first. It returns nil when the byte has arrived, and when it
// never will, which Read then reports. When ctx ends, it returns its error. Unlike Read it can be cancelled, so that a
// jump need not wait for bytes that are no longer wanted.
func (r *Recording) Wait(ctx context.Context, at int64) error {
	t := r.transfer
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seekToLocked(r, at)
	t.waitWhileLocked(ctx, func() bool { return !r.closed && t.expectsLocked(at) })
	return ctx.Err()
}

// Seek moves to an offset, arrived or not, and returns it. It fails before the beginning, and relative to the end while
// the length is not known.
func (r *Recording) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.pos
	case io.SeekEnd:
		size := r.Size()
		if size < 0 {
			return 0, errors.New("the recording's length is not known yet")
		}
		offset += size
	}
	if offset < 0 {
		return 0, errors.New("seeking before the recording's beginning")
	}
	r.pos = offset
	return offset, nil
}

// Size returns the whole length in bytes, -1 while it is not known.
func (r *Recording) Size() int64 { return r.transfer.Progress().Size }

// Progress returns the transfer's progress.
func (r *Recording) Progress() Progress { return r.transfer.Progress() }

// Validators returns the validators of the answer from which this program fetched the recording, empty for one that was
// complete before.
func (r *Recording) Validators() api.Validators {
	t := r.transfer
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.note.Validators
}

// Arrived returns how many bytes from the start on have arrived.
func (r *Recording) Arrived() int64 {
	t := r.transfer
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.note.Have.end(0)
}

// Close ends the reading, and closes the recording's file if it has no other reader, which waits for the disk. A Read
// that waits returns fs.ErrClosed. A second Close does nothing.
func (r *Recording) Close() error {
	if !r.leave() {
		return nil
	}
	return r.done()
}

// leave ends a reader's use, and reports whether it had not ended before. The bytes stay for the next reader.
func (r *Recording) leave() bool {
	t := r.transfer
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.readers, r)
	if i < 0 {
		return false
	}
	t.readers = slices.Delete(t.readers, i, i+1)
	r.closed = true
	if len(t.readers) == 0 {
		t.haltLocked()
	}
	t.more.Broadcast()
	return true
}

// refuse records that this reader may not ask for now, and reports whether another one may.
func (r *Recording) refuse() bool {
	t := r.transfer
	t.mu.Lock()
	defer t.mu.Unlock()
	r.refused = true
	return t.askerLocked() != nil
}
