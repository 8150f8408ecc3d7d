package player

import (
	"sync"
	"time"
)

// Rate is the sample rate at which every Output takes sound.
const Rate = 44100

// frameBytes is the size of one sample of both channels: 16 bits, little-endian, left then right.
const frameBytes = 4

// Output is somewhere that sound can go. An implementation need not allow more than one Stream at
// a time; a Player closes one before it opens the next.
type Output interface {
	// Open connects to the device. It may take its time. It returns a usable Stream or an error,
	// never both and never neither, and can be called again after an error and after a Close.
	Open() (Stream, error)
}

// Stream is an open device.
type Stream interface {
	// Write takes whole frames of 16-bit little-endian stereo at Rate, and blocks until the device
	// has room for them: writing is what keeps the time. It returns an error as soon as it is
	// known that the device is gone or the Stream closed; all later calls then return an error
	// as well.
	Write(frames []byte) error
	// Delay is how long a frame that is written now waits until it is heard.
	Delay() time.Duration
	// Close gives the device back. It makes a Write that is blocked return, may be called from
	// any goroutine and more than once, and takes no longer than the Delay and a little more.
	Close() error
}

// Silence is an Output that nobody can hear. It takes sound about as fast as a device would, and
// serves tests, and programs on machines without any sound.
type Silence struct{}

var _ Output = Silence{}

// silenceDelay is the length of the buffer that Silence pretends to have.
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
