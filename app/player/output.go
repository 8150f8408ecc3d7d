package player

import (
	"sync"
	"time"
)

// Rate is the sample rate at which every Output takes sound.
const Rate = 44100

// frameBytes is the size of one sample of both channels: 16 bits, little-endian, left then right.
const frameBytes = 4

// Output opens a sound device. An implementation may allow one Stream at a time only; a Player closes one
// before it opens the next.
type Output interface {
	// Open connects to the device, and may block. It can be called again after an error and after a Close.
	Open() (Stream, error)
}

// Stream is an open device.
type Stream interface {
	// Write takes whole frames of 16-bit little-endian stereo at Rate. It blocks until the device has
	// room for them, which paces the caller. It returns an error once the device is lost or the Stream
	// closed, and from then on always.
	Write(frames []byte) error
	// Delay is the time from writing a frame until it is audible.
	Delay() time.Duration
	// Close closes the device and unblocks a Write. It may be called from any goroutine and more than
	// once, and takes little longer than the Delay.
	Close() error
}

// Silence is an Output without a device. It takes sound about as fast as a device would, for tests and for machines
// without sound.
type Silence struct{}

var _ Output = Silence{}

// silenceDelay is the length of Silence's virtual buffer.
const silenceDelay = 50 * time.Millisecond

// Open never fails.
func (Silence) Open() (Stream, error) {
	return &silentStream{closed: make(chan struct{})}, nil
}

type silentStream struct {
	once   sync.Once
	closed chan struct{}
}

func (s *silentStream) Write(frames []byte) error {
	select {
	case <-s.closed:
		return errStreamClosed
	default:
	}
	wait := time.NewTimer(time.Duration(len(frames)/frameBytes) * time.Second / Rate)
	defer wait.Stop()
	select {
	case <-s.closed:
		return errStreamClosed
	case <-wait.C:
		return nil
	}
}

func (s *silentStream) Delay() time.Duration { return silenceDelay }

func (s *silentStream) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}
