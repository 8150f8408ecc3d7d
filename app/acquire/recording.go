package acquire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// MaxRecording bounds a recording on disk: a day of sound at a high bit rate.
const MaxRecording = 4 << 30

// ErrTooLong tells of a recording beyond MaxRecording.
var ErrTooLong = errors.New("the recording is too long")

// A Stream is a download as it comes in. Size is -1 when it is not known.
type Stream struct {
	Body io.ReadCloser
	Size int64
}

// A Recording is a download that can be read while it is arriving: the bytes go to a temporary file,
// and a reader that is ahead of them waits. One reader may use Read and Seek; the other methods may
// be called from any goroutine.
type Recording struct {
	file   *os.File
	cancel context.CancelFunc
	done   chan struct{}
	pos    int64

	mu      sync.Mutex
	more    *sync.Cond
	size    int64
	arrived int64
	err     error // what ended the download, io.EOF when all of it arrived
}

const temporaryPattern = "sextant-*.part"

// OpenRecording begins a download. open is called at once, in the background, and its error comes out
// of Read. The file is in dir and leaves it with Close.
func OpenRecording(dir string, open func(context.Context) (Stream, error)) (*Recording, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making a place for the recording: %w", err)
	}
	file, err := os.CreateTemp(dir, temporaryPattern)
	if err != nil {
		return nil, fmt.Errorf("making a file for the recording: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &Recording{file: file, cancel: cancel, done: make(chan struct{}), size: -1}
	r.more = sync.NewCond(&r.mu)
	go func() {
		defer close(r.done)
		r.finish(r.receive(ctx, open))
	}()
	return r, nil
}

// RemoveLeftovers deletes the files of recordings that an earlier run could not remove.
func RemoveLeftovers(dir string) {
	names, _ := filepath.Glob(filepath.Join(dir, temporaryPattern))
	for _, name := range names {
		_ = os.Remove(name) // another program may be using it
	}
}

func (r *Recording) receive(ctx context.Context, open func(context.Context) (Stream, error)) error {
	s, err := open(ctx)
	if err != nil {
		return err
	}
	defer s.Body.Close()
	r.mu.Lock()
	r.size = s.Size
	r.mu.Unlock()
	buf := make([]byte, 32<<10)
	for {
		n, err := s.Body.Read(buf)
		if n > 0 {
			if err := r.append(buf[:n]); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
	}
}

func (r *Recording) append(p []byte) error {
	if r.arrived+int64(len(p)) > MaxRecording {
		return ErrTooLong
	}
	if _, err := r.file.WriteAt(p, r.arrived); err != nil {
		return fmt.Errorf("keeping the recording: %w", err)
	}
	r.mu.Lock()
	r.arrived += int64(len(p))
	r.more.Broadcast()
	r.mu.Unlock()
	return nil
}

func (r *Recording) finish(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if errors.Is(err, io.EOF) {
		err = io.EOF
		r.size = r.arrived
	}
	if r.err == nil {
		r.err = err
	}
	r.more.Broadcast()
}

// Read reads what has arrived, and waits where nothing has. It fails with the download's error once
// everything that came before it was read.
func (r *Recording) Read(p []byte) (int, error) {
	r.mu.Lock()
	for r.pos >= r.arrived && r.err == nil {
		r.more.Wait()
	}
	arrived, err := r.arrived, r.err
	r.mu.Unlock()
	if errors.Is(err, fs.ErrClosed) || r.pos >= arrived {
		return 0, err
	}
	n, err := r.file.ReadAt(p[:min(int64(len(p)), arrived-r.pos)], r.pos)
	r.pos += int64(n)
	if n > 0 {
		return n, nil
	}
	return 0, fmt.Errorf("reading the recording: %w", err)
}

// Seek moves to any place, arrived or not.
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

// Size is the whole length in bytes, -1 while it is not known.
func (r *Recording) Size() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.size
}

// Arrived is how many bytes from the start are there.
func (r *Recording) Arrived() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.arrived
}

// Wait returns when the byte at offset is there, or when it will never be: Read then says why.
func (r *Recording) Wait(ctx context.Context, offset int64) error {
	stop := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.more.Broadcast()
	})
	defer stop()
	r.mu.Lock()
	defer r.mu.Unlock()
	for offset >= r.arrived && r.err == nil && ctx.Err() == nil {
		r.more.Wait()
	}
	return ctx.Err()
}

// Close ends the download and removes the file. A Read that waits returns.
func (r *Recording) Close() error {
	r.mu.Lock()
	closed := errors.Is(r.err, fs.ErrClosed)
	r.err = fs.ErrClosed
	r.more.Broadcast()
	r.mu.Unlock()
	if closed {
		return nil
	}
	r.cancel()
	<-r.done
	return errors.Join(r.file.Close(), os.Remove(r.file.Name()))
}
