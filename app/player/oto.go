package player

import (
	"errors"
	"io"
	"reflect"
	"runtime"
	"sync"
	"time"
	_ "unsafe" // for go:linkname

	"github.com/hajimehoshi/oto"
)

const (
	// otoDelay is the length of the device's buffer: short enough that keys feel immediate, long enough
	// that a busy machine does not stutter.
	otoDelay = 120 * time.Millisecond
	// otoPatience is the timeout of a Write, after which the device counts as lost: after a failure Oto
	// can block its writer forever instead of returning an error. It must not be short, because a sound
	// server can take two seconds to wake a suspended device.
	otoPatience = 5 * time.Second
)

var (
	errStreamClosed = errors.New("the stream is closed")
	errStalled      = errors.New("the device takes no more sound")
	errGone         = errors.New("the device has ended")
	errBusy         = errors.New("the device is still in use")
	errForeign      = errors.New("this version of the sound library is not known")
)

// Oto is the Output to the default sound device. A program should use one only: the library allows one
// open device in a process.
type Oto struct{}

var _ Output = Oto{}

// Open connects to the default device.
func (Oto) Open() (Stream, error) {
	ctx, err := openContext()
	if err != nil {
		return nil, err
	}
	s := &otoStream{player: ctx.NewPlayer()}
	// The finalizer would call Player.Close, which is not safe after the context has ended.
	runtime.SetFinalizer(s.player, nil)
	if err := s.findEnds(ctx); err != nil {
		return nil, err
	}
	s.watch = time.AfterFunc(otoPatience, func() { s.end(errStalled) })
	s.watch.Stop()
	return s, nil
}

// openContext opens the device. The library panics while a context that has just ended is still registered;
// openContext waits a little for it, and then, as its writer hangs, calls forgetContext.
func openContext() (*oto.Context, error) {
	for range 10 {
		ctx, err := tryContext()
		if !errors.Is(err, errBusy) {
			return ctx, err
		}
		time.Sleep(otoDelay / 4)
	}
	forgetContext()
	return tryContext()
}

// The library's only context, and its lock. Both are private, and the version of the library is fixed in go.mod.
//
//go:linkname theContext github.com/hajimehoshi/oto.theContext
var theContext *oto.Context

//go:linkname contextM github.com/hajimehoshi/oto.contextM
var contextM sync.Mutex

// forgetContext unregisters a context that has ended but whose writer hangs in snd_pcm_writei, so that another can be
// opened: ALSA's plugin for PulseAudio may block there forever. Should the writer return after all, it closes its own
// device only.
func forgetContext() {
	contextM.Lock()
	defer contextM.Unlock()
	theContext = nil
}

func tryContext() (ctx *oto.Context, err error) {
	defer func() {
		if recover() != nil {
			ctx, err = nil, errBusy
		}
	}()
	size := int(otoDelay*Rate/time.Second) * frameBytes
	return oto.NewContext(Rate, 2, 2, size)
}

type otoStream struct {
	player *oto.Player
	pipe   *io.PipeWriter // from the player to the mixer
	mixer  io.Closer      // from which the context reads
	watch  *time.Timer

	mu  sync.Mutex
	err error // why the stream has ended
}

// findEnds finds the context's pipe and mixer, by which end stops it.
//
// Context.Close is not safe on Linux: it closes the device, then the context's goroutine writes to the
// closed device and closes it again. That goroutine ends cleanly, and closes everything exactly once,
// when the mixer returns io.EOF, which it can do once the player's pipe is closed. Both are private
// fields. The version of the library is pinned in go.mod, and a test covers this.
func (s *otoStream) findEnds(ctx *oto.Context) error {
	w := reflect.ValueOf(s.player).Elem().FieldByName("w")
	m := reflect.ValueOf(ctx).Elem().FieldByName("mux")
	if !w.IsValid() || w.Kind() != reflect.Interface || !m.IsValid() || m.Kind() != reflect.Pointer {
		return errForeign
	}
	if w = w.Elem(); w.Type() != reflect.TypeFor[*io.PipeWriter]() {
		return errForeign
	}
	s.pipe = (*io.PipeWriter)(w.UnsafePointer())
	mixer, ok := reflect.NewAt(m.Type().Elem(), m.UnsafePointer()).Interface().(io.Closer)
	if !ok {
		return errForeign
	}
	s.mixer = mixer
	return nil
}

// Write implements Stream.
func (s *otoStream) Write(frames []byte) error {
	if err := s.failure(); err != nil {
		return err
	}
	s.watch.Reset(otoPatience)
	n, err := s.player.Write(frames)
	s.watch.Stop()
	switch {
	case err != nil:
		s.end(err)
	case n < len(frames):
		// A context that has ended discards everything without an error.
		s.end(errGone)
	}
	return s.failure()
}

// Delay implements Stream.
func (s *otoStream) Delay() time.Duration { return otoDelay }

// Close implements Stream. The context closes the device once its buffer has played; Close waits for that,
// so that the device can be opened again.
func (s *otoStream) Close() error {
	if s.end(errStreamClosed) {
		time.Sleep(otoDelay + otoDelay/4)
	}
	return nil
}

// end ends the stream for a reason, and reports whether it was the first to do so.
func (s *otoStream) end(reason error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return false
	}
	s.err = reason
	// Neither ever fails. The pipe comes first, because the mixer may be waiting for it.
	_ = s.pipe.CloseWithError(reason)
	_ = s.mixer.Close()
	return true
}

func (s *otoStream) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
