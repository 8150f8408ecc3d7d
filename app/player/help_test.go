package player

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/testkit"
)

// The fixtures play 440, 660, 880 and 1320 Hz for 0.3 seconds each; those in stereo have them on the left and a steady
// 1000 Hz on the right.
var fixtures = []string{"stereo44.mp3", "mono44.mp3", "mono44vbr.mp3", "mono22-32.mp3", "stereo22-64.mp3"}

// stepTone returns the frequency of a fixture at a time.
func stepTone(at time.Duration) float64 {
	return []float64{440, 660, 880, 1320}[min(int(at/(300*time.Millisecond)), 3)]
}

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	return testkit.Must(os.ReadFile(filepath.Join("testdata", name)))(t)
}

// need skips a test if a program is not installed.
func need(t testing.TB, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%s is not installed", p)
		}
	}
}

// encode returns an MP3: sox makes the sound from its arguments, lame encodes it with options.
func encode(t testing.TB, rate string, sound, options []string) []byte {
	t.Helper()
	need(t, "sox", "lame")
	dir := t.TempDir()
	wav, mp3 := filepath.Join(dir, "a.wav"), filepath.Join(dir, "a.mp3")
	run(t, "sox", append([]string{"-D", "-R", "-V1", "-n", "-r", rate, "-c", "2", "-b", "16", wav}, sound...)...)
	run(t, "lame", append(append([]string{"--quiet"}, options...), wav, mp3)...)
	return testkit.Must(os.ReadFile(mp3))(t)
}

func run(t testing.TB, name string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	return out
}

// open opens a complete recording.
func open(t testing.TB, b []byte) *stream {
	t.Helper()
	return testkit.Must(openStream(context.Background(), bytes.NewReader(b)))(t)
}

// drain reads a stream to its end, as interleaved 16-bit samples at the rate of each segment.
func drain(s *stream) []int16 {
	var pcm []int16
	buf := make([][2]float64, 777)
	for {
		n, ok := s.Stream(buf)
		if !ok && !s.enterSegment() {
			return pcm
		}
		pcm = append(pcm, whole(buf[:n])...)
	}
}

// whole converts frames to 16-bit samples.
func whole(frames [][2]float64) []int16 {
	pcm := make([]int16, 0, 2*len(frames))
	for _, f := range frames {
		pcm = append(pcm, int16(math.Round(f[0]*(1<<15))), int16(math.Round(f[1]*(1<<15))))
	}
	return pcm
}

// fromBytes decodes 16-bit little-endian samples.
func fromBytes(b []byte) []int16 {
	pcm := make([]int16, len(b)/2)
	for i := range pcm {
		pcm[i] = int16(uint16(b[2*i]) | uint16(b[2*i+1])<<8)
	}
	return pcm
}

// left and right return one channel.
func left(pcm []int16) []int16  { return channel(pcm, 0) }
func right(pcm []int16) []int16 { return channel(pcm, 1) }

func channel(pcm []int16, c int) []int16 {
	one := make([]int16, len(pcm)/2)
	for i := range one {
		one[i] = pcm[2*i+c]
	}
	return one
}

// power returns the strength of a frequency, by Goertzel's algorithm: 1 is a sine at full scale.
func power(pcm []int16, rate int, hz float64) float64 {
	c := 2 * math.Cos(2*math.Pi*hz/float64(rate))
	var a, b float64
	for _, s := range pcm {
		a, b = float64(s)/(1<<15)+c*a-b, a
	}
	n := float64(len(pcm)) / 2
	return math.Sqrt(max(a*a+b*b-c*a*b, 0)) / n
}

// loudest returns the strongest of the fixtures' frequencies, or 0 if it is quiet.
func loudest(pcm []int16, rate int) float64 {
	best, found := 0.05, 0.0
	for _, hz := range []float64{440, 660, 880, 1320} {
		if p := power(pcm, rate, hz); p > best {
			best, found = p, hz
		}
	}
	return found
}

// difference returns the largest difference between two recordings, and the ratio of the signal to the differences, in
// decibels.
func difference(a, b []int16) (largest int, ratio float64) {
	var noise, signal float64
	for i := range min(len(a), len(b)) {
		d := int(a[i]) - int(b[i])
		largest = max(largest, d, -d)
		noise += float64(d * d)
		signal += float64(b[i]) * float64(b[i])
	}
	return largest, 10 * math.Log10((signal+1)/(noise+1))
}

// download is a source that still arrives. Its size is known unless hidden is set.
type download struct {
	*bytes.Reader
	all    []byte
	hidden bool
	grow   chan int // wakes a Read after a change
	closed chan struct{}
	state  chan downloadState // holds one
}

type downloadState struct {
	arrived int
	err     error
}

func newDownload(b []byte) *download {
	d := &download{
		Reader: bytes.NewReader(b),
		all:    b,
		closed: make(chan struct{}),
		state:  make(chan downloadState, 1),
		grow:   make(chan int, 1),
	}
	d.state <- downloadState{}
	return d
}

// arrive adds n bytes; breakOff makes all further reads fail.
func (d *download) arrive(n int)       { d.change(n, nil) }
func (d *download) breakOff(err error) { d.change(0, err) }

func (d *download) change(n int, err error) {
	s := <-d.state
	s.arrived = min(s.arrived+n, len(d.all))
	if err != nil {
		s.err = err
	}
	d.state <- s
	select {
	case d.grow <- 0:
	default:
	}
}

// set sets the state of the download.
func (d *download) set(s downloadState) {
	<-d.state
	d.state <- s
}

func (d *download) now() downloadState {
	s := <-d.state
	d.state <- s
	return s
}

func (d *download) Size() int64 {
	if d.hidden {
		return -1
	}
	return int64(len(d.all))
}

func (d *download) Arrived() int64 { return int64(d.now().arrived) }

func (d *download) Read(p []byte) (int, error) {
	at, _ := d.Seek(0, io.SeekCurrent)
	if at >= int64(len(d.all)) {
		return 0, io.EOF
	}
	for {
		s := d.now()
		switch {
		case int64(s.arrived) > at:
			return d.Reader.Read(p[:min(int64(len(p)), int64(s.arrived)-at)])
		case s.err != nil:
			return 0, s.err
		}
		select {
		case <-d.grow:
		case <-d.closed:
			return 0, errors.New("closed")
		}
	}
}

func (d *download) Close() error {
	close(d.closed)
	return nil
}

// patient is a download with Wait.
type patient struct{ *download }

func (p patient) Wait(ctx context.Context, offset int64) error {
	for p.now().arrived <= int(offset) && p.now().err == nil && int(offset) < len(p.all) {
		select {
		case <-p.grow:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// ahead is a download that has the bytes at every offset, although only those from the start count as arrived.
type ahead struct {
	*download
	everywhere atomic.Bool
}

// Wait implements Waiter.
func (a *ahead) Wait(ctx context.Context, offset int64) error {
	for !a.everywhere.Load() && a.Arrived() <= offset && ctx.Err() == nil {
		time.Sleep(10 * time.Millisecond)
	}
	return ctx.Err()
}

func (a *ahead) Read(p []byte) (int, error) {
	if a.everywhere.Load() {
		return a.Reader.Read(p)
	}
	return a.download.Read(p)
}
