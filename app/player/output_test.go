package player

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sextant/app/testkit"
)

// tape is an Output that records. It accepts sound in real time, by a virtual clock, and can be made to fail.
type tape struct {
	mu      sync.Mutex
	heard   []byte
	opened  int
	open    bool
	refuse  error         // of Open
	broken  error         // of Write
	stuck   bool          // Write does not return before Close
	deaf    bool          // it keeps nothing
	opening time.Duration // duration of Open
	buffer  time.Duration // accepted at once, whatever Delay says; 0: a Write lasts as long as its sound
	empties time.Time     // when the buffer will be empty
}

var errUnplugged = errors.New("unplugged")

func (t *tape) Open() (Stream, error) {
	time.Sleep(t.opening)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.refuse != nil {
		return nil, t.refuse
	}
	if t.open {
		return nil, errors.New("opened twice")
	}
	t.opened++
	t.open = true
	return &tapeStream{tape: t, closed: make(chan struct{})}, nil
}

// set changes the tape's behaviour.
func (t *tape) set(change func(*tape)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change(t)
}

// pcm returns the recorded samples.
func (t *tape) pcm() []int16 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return fromBytes(t.heard)
}

// isOpen reports whether the device is open.
func (t *tape) isOpen() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.open
}

type tapeStream struct {
	tape   *tape
	once   sync.Once
	closed chan struct{}
}

func (s *tapeStream) Write(frames []byte) error {
	select {
	case <-s.closed:
		return errStreamClosed
	default:
	}
	if err, stuck := s.take(frames); err != nil {
		return err
	} else if stuck {
		<-s.closed
		return errStreamClosed
	}
	wait := time.NewTimer(s.tape.queue(time.Duration(len(frames)/frameBytes) * time.Second / Rate))
	defer wait.Stop()
	select {
	case <-s.closed:
		return errStreamClosed
	case <-wait.C:
		return nil
	}
}

// queue adds sound to the buffer, and returns how long its writer waits for room.
func (t *tape) queue(lasts time.Duration) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if t.empties.Before(now) {
		t.empties = now
	}
	t.empties = t.empties.Add(lasts)
	return t.empties.Sub(now) - t.buffer
}

func (s *tapeStream) take(frames []byte) (err error, stuck bool) {
	s.tape.mu.Lock()
	defer s.tape.mu.Unlock()
	if s.tape.broken != nil {
		return s.tape.broken, false
	}
	if !s.tape.deaf {
		s.tape.heard = append(s.tape.heard, frames...)
	}
	return nil, s.tape.stuck
}

func (s *tapeStream) Delay() time.Duration { return 40 * time.Millisecond }

func (s *tapeStream) Close() error {
	s.once.Do(func() {
		close(s.closed)
		s.tape.mu.Lock()
		defer s.tape.mu.Unlock()
		s.tape.open = false
	})
	return nil
}

// testOutput checks the contract of Output. It needs a working device.
func testOutput(t *testing.T, out Output) {
	second := make([]byte, Rate*frameBytes)
	for round := range 2 { // it can be opened again after Close
		s, err := out.Open()
		if err != nil || s == nil {
			t.Fatalf("round %d: Open gives %v, %v", round, s, err)
		}
		if d := s.Delay(); d <= 0 || d > 500*time.Millisecond {
			t.Errorf("a delay of %v", d)
		}
		// The first sound may have to wake the device.
		testkit.NoError(t, s.Write(second[:Rate/5*frameBytes]))
		start := time.Now()
		for range 5 {
			testkit.NoError(t, s.Write(second[:len(second)/10]))
		}
		if took := time.Since(start); took < 300*time.Millisecond || took > 900*time.Millisecond {
			t.Errorf("half a second of sound took %v", took)
		}
		closeWhileWriting(t, s, second)
	}
}

// closeWhileWriting checks that Close ends a Write, and can be repeated.
func closeWhileWriting(t *testing.T, s Stream, sound []byte) {
	t.Helper()
	result := make(chan error, 1)
	go func() {
		var err error
		for err == nil {
			err = s.Write(sound)
		}
		result <- err
	}()
	time.Sleep(100 * time.Millisecond)
	start := time.Now()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() { _ = s.Close() })
	}
	both.Wait()
	<-result
	if took := time.Since(start); took > s.Delay()+500*time.Millisecond {
		t.Errorf("Close took %v", took)
	}
	if s.Write(sound) == nil {
		t.Error("Write works after Close")
	}
}

func TestOutputs(t *testing.T) {
	for name, out := range map[string]Output{"Silence": Silence{}, "tape": &tape{}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { testOutput(t, out) })
		})
	}
}
