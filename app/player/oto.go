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
	// otoDelay is the length of the device's buffer: short enough that a key is answered at once,
	// long enough that a busy machine does not stutter.
	otoDelay = 120 * time.Millisecond
	// otoPatience is how long a Write may take before the device counts as gone. Oto does not
	// always say so: after a failure it can leave its writer waiting for ever. It must not be short
	// either, for a sound server that wakes a sleeping device can take two seconds to do so.
	otoPatience = 5 * time.Second
)

var (
	errStreamClosed = errors.New("the stream is closed")
	errStalled      = errors.New("the device takes no more sound")
	errGone         = errors.New("the device has ended")
	errBusy         = errors.New("the device is still in use")
	errForeign      = errors.New("this version of the sound library is not known")
)

// Oto is the Output of the machine's default sound device. There should be one in a program, since
// the library beneath allows one open device in a process.
type Oto struct{}

var _ Output = Oto{}

// Open connects to the default device.
func (Oto) Open() (Stream, error) {
	ctx, err := openContext()
	if err != nil {
		return nil, err
	}
	s := &otoStream{player: ctx.NewPlayer()}
	// The finalizer would call Player.Close, which does harm to a context that has ended.
	runtime.SetFinalizer(s.player, nil)
	if err := s.findEnds(ctx); err != nil {
		return nil, err
	}
	s.watch = time.AfterFunc(otoPatience, func() { s.end(errStalled) })
	s.watch.Stop()
	return s, nil
}

// openContext opens the device. A context that was ended a moment ago may still be registered with
// the library, which panics then; it is given a little time, and forgotten after that: its writer hangs.
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

// forgetContext lets another context be opened beside one that has ended, but whose writer waits in snd_pcm_writei for
// a device that takes no more sound: ALSA's plugin for PulseAudio may do so for ever. Where the writer returns after
// all, it closes its own device, and no other.
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

// findEnds finds the two ends at which a context can be stopped.
//
// The library has no safe way to close a context on Linux: Context.Close closes the device, its
// own goroutine then writes to the closed device, and closes it once more. But that goroutine ends
// in good order, and closes everything exactly once, when the context's mixer says that there is
// no more sound; and the mixer can say so when it does not wait for the player's pipe. Both are
// private fields. The version of the library is fixed in go.mod, and a test watches over this.
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
	if err := s.ended(); err != nil {
		return err
	}
	s.watch.Reset(otoPatience)
	n, err := s.player.Write(frames)
	s.watch.Stop()
	switch {
	case err != nil:
		s.end(err)
	case n < len(frames):
		// A context that has ended swallows everything without a word.
		s.end(errGone)
	}
	return s.ended()
}

// Delay implements Stream.
func (s *otoStream) Delay() time.Duration { return otoDelay }

// Close implements Stream. The context closes the device automatically after its buffer has been
// heard; waiting for that makes sure that the device can be opened again.
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
	// Neither ever fails. The pipe comes first, for the mixer may be waiting for it.
	_ = s.pipe.CloseWithError(reason)
	_ = s.mixer.Close()
	return true
}

func (s *otoStream) ended() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
