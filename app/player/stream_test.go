package player

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	mp3 "github.com/hajimehoshi/go-mp3"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

const pinkNoise = "synth 1.5 pinknoise gain -3"

// reference decodes with mpg123.
func reference(t testing.TB, b []byte) []int16 {
	t.Helper()
	need(t, "mpg123")
	name := filepath.Join(t.TempDir(), "a.mp3")
	testkit.NoError(t, os.WriteFile(name, b, 0o600))
	out := testkit.Must(exec.Command("mpg123", "-q", "-s", "--stereo", name).Output())(t)
	return fromBytes(out)
}

func TestFixtures(t *testing.T) {
	for _, name := range fixtures {
		t.Run(name, func(t *testing.T) {
			s := open(t, fixture(t, name))
			pcm := drain(s)
			if s.err != nil || s.skipped > 0 {
				t.Fatalf("%v, %d skipped", s.err, s.skipped)
			}
			if d := ticksToTime(s.at); d < 1190*time.Millisecond || d > 1290*time.Millisecond {
				t.Errorf("it lasts %v", d)
			}
			for at := 50 * time.Millisecond; at < 1150*time.Millisecond; at += 100 * time.Millisecond {
				from := timeToSamples(at, s.rate())
				window := left(pcm)[from : from+timeToSamples(50*time.Millisecond, s.rate())]
				if hz := loudest(window, s.rate()); at%(300*time.Millisecond) < 240*time.Millisecond &&
					hz != stepTone(at) {
					t.Errorf("%v Hz at %v, want %v", hz, at, stepTone(at))
				}
			}
			if p := power(right(pcm), s.rate(), 1000); strings.HasPrefix(name, "stereo") && p < 0.3 {
				t.Errorf("1000 Hz on the right at %v", p)
			}
		})
	}
}

func TestFixturesAgainstReference(t *testing.T) {
	for _, name := range fixtures {
		b := fixture(t, name)
		agree(t, name, drain(open(t, b)), reference(t, b))
	}
}

// agree compares with another decoder. The two differ by their rounding.
func agree(t *testing.T, name string, got, want []int16) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d samples, want %d", name, len(got)/2, len(want)/2)
	}
	if _, ratio := difference(got, want); ratio < 60 {
		t.Errorf("%s: only %.1f dB like the reference", name, ratio)
	}
}

// TestEncodings tests all bitrates of MPEG-2 at 22.05 kHz, of which go-mp3 alone can decode only half, and the other
// rates and modes; a third of them unless tests may take long.
func TestEncodings(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	t.Parallel()
	need(t, "mpg123")
	kinds := []string{
		"-b 32 --resample 44.1", "-b 128", "-b 320", "-V 0", "-V 7",
		"--abr 200", "-t -b 128", "-m m -b 64", "-p -b 128",
		"-m s -b 192", "-m d -b 192", "-b 128 --resample 48", "-b 320 --resample 48", "-b 320 --resample 32",
		"-b 64 --resample 24", "-b 160 --resample 24", "-b 64 --resample 16",
		"-b 160 --resample 16", "-p -b 64 --resample 22.05",
	}
	for _, b := range strings.Fields("8 16 32 64") {
		kinds = append(kinds, "--resample 11.025 -b "+b, "--resample 12 -m m -b "+b, "--resample 12 -p -b "+b)
	}
	for _, b := range strings.Fields("40 128 200 320 400 560 640") {
		kinds = append(kinds, "--freeformat -b "+b)
	}
	kinds = append(kinds, "--freeformat -m m --resample 48 -b 310", "--freeformat -b 60 --resample 22.05",
		"--freeformat -b 100 --resample 16", "--freeformat -b 21 --resample 12 -m m")
	for _, b := range strings.Fields("8 16 24 32 40 48 56 64 80 96 112 128 144 160") {
		kinds = append(kinds, "--resample 22.05 -b "+b, "--resample 22.05 -m m -b "+b)
	}
	for i, kind := range kinds {
		if i%3 != 0 && !testkit.IsLong() {
			continue
		}
		b := encode(t, "44100", strings.Fields(pinkNoise), strings.Fields(kind))
		s := open(t, b)
		got := drain(s)
		if s.err != nil || s.skipped > 0 {
			t.Errorf("%s: %v, %d skipped", kind, s.err, s.skipped)
		}
		agree(t, kind, got, reference(t, b))
	}
}

// TestRepackingChangesNothing compares with go-mp3 itself, for encodings that it can decode: joint stereo is not one of
// them.
func TestRepackingChangesNothing(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{
		"-t -m s -b 128", "-t -m s -b 320", "-t -m s -V 2", "-t -m s -b 56 --resample 22.05",
		"-t -m m -b 64 --resample 24",
	} {
		b := encode(t, "44100", strings.Fields(pinkNoise), strings.Fields(kind))
		d := testkit.Must(mp3.NewDecoder(io.MultiReader(bytes.NewReader(b))))(t)
		want := testkit.Must(io.ReadAll(d))(t)
		got := drain(open(t, b))
		if largest, _ := difference(got, fromBytes(want)); largest > 0 || len(got) != len(want)/2 {
			t.Errorf("%s: %d samples with a difference of %d, want %d", kind, len(got)/2, largest, len(want)/4)
		}
	}
}

func TestSeekIsExact(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	t.Parallel()
	sounds := map[string][]byte{}
	for _, name := range fixtures {
		sounds[name] = fixture(t, name)
	}
	if _, err := exec.LookPath("lame"); err == nil {
		for _, kind := range []string{
			"-V 2", "-b 320", "-t -b 32 --resample 44.1", "-b 8 --resample 22.05 -m m", "-b 160 --resample 22.05",
		} {
			sounds[kind] = encode(t, "44100", strings.Fields(pinkNoise), strings.Fields(kind))
		}
	}
	for name, b := range sounds {
		all := drain(open(t, b))
		random := rand.New(rand.NewPCG(1, 2))
		for range testkit.Times(2, 6) {
			s := open(t, b) // with an empty index
			for range 2 {
				to := random.Int64N(int64(len(all) / 2))
				seekAndCompare(t, name, s, all, to)
			}
		}
	}
}

// seekAndCompare checks that the sound after a seek is the same as without one.
func seekAndCompare(t *testing.T, name string, s *stream, all []int16, to int64) {
	t.Helper()
	tick := s.index.segments[0].tick()
	testkit.NoError(t, s.seek(context.Background(), to*tick))
	if s.at != to*tick {
		t.Fatalf("%s: a seek to %d leads to %d", name, to, s.at/tick)
	}
	buf := make([][2]float64, 5000)
	n, _ := s.Stream(buf)
	want := all[2*to:]
	if n < min(len(want)/2, 5000) {
		t.Fatalf("%s: only %d samples after a seek to %d of %d", name, n, to, len(all)/2)
	}
	if largest, _ := difference(whole(buf[:n]), want); largest > 1 {
		t.Errorf("%s: a difference of %d after a seek to %d", name, largest, to)
	}
}

func TestSeekBeyondTheEnd(t *testing.T) {
	s := open(t, fixture(t, "stereo44.mp3"))
	testkit.NoError(t, s.index.reach(context.Background(), math.MaxInt64))
	length, exact := s.length()
	if err := s.seek(context.Background(), 1e14); err != nil || !exact || s.at != length {
		t.Errorf("at %d of %d, %v", s.at, length, err)
	}
	if pcm := drain(s); len(pcm) > 0 {
		t.Errorf("%d samples after the end", len(pcm)/2)
	}
	if err := s.seek(context.Background(), -5); err != nil || s.at != 0 {
		t.Errorf("at %d, %v", s.at, err)
	}
}

func TestDuration(t *testing.T) {
	t.Parallel()
	frames := 100
	sound := times(frames, plain())
	full := int64(frames) * 1152
	tests := []struct {
		name  string
		in    []byte
		early int64 // right after opening, give or take a hundredth
		late  int64 // after the end
	}{
		{"constant bitrate", sound, full, full},
		{"with a tag in front", join(id3(70000), sound), full, full},
		{"changing bitrate", join(sound, times(frames, lower())), full + full/2, 2 * full},
		{"stated", join(xing(100, 101*417, false), sound), full, full},
		{"stated, with the gap", join(xing(100, 101*417, true), sound), full - 576 - 1152, full - 576 - 1152},
		{"stated of the whole, but only a part is there", join(xing(1000, 1001*417, false), sound), full, full},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.in)
			forget(s)
			tick := s.head.tick()
			n, exact := s.length()
			if n /= tick; max(n-test.early, test.early-n) > test.early/100 || exact {
				t.Errorf("at first %d (%v), want %d", n, exact, test.early)
			}
			s = open(t, test.in)
			pcm := drain(s)
			if n, exact := s.length(); n/tick != test.late || !exact || int64(len(pcm)/2) != test.late {
				t.Errorf("in the end %d (%v), and %d played, want %d", n/tick, exact, len(pcm)/2, test.late)
			}
		})
	}
}

// forget forgets all frames but the first.
func forget(s *stream) {
	first := s.index.segments[0]
	s.index = index{walk: s.index.walk}
	s.index.note(0, frame{header: first.header, off: first.off, segment: &first})
}

// growing opens a download of which a part has arrived.
func growing(t *testing.T, d Source) *stream {
	t.Helper()
	return testkit.Must(openStream(context.Background(), d))(t)
}

func TestSeekIntoWhatHasNotArrived(t *testing.T) {
	t.Parallel()
	b := encode(t, "44100", strings.Fields("synth 12 pinknoise gain -3"), []string{"-V", "5"})
	all := drain(open(t, b))
	for _, hidden := range []bool{false, true} {
		d := newDownload(b)
		d.hidden = hidden
		d.arrive(len(b) / 4)
		s := growing(t, d)
		const to = 8 * Rate
		go d.arrive(len(b)) // the seek itself need not wait
		testkit.NoError(t, s.seek(context.Background(), to*s.head.tick()))
		buf := make([][2]float64, Rate)
		if n, _ := s.Stream(buf); n != Rate || s.skipped > 0 {
			t.Fatalf("%d samples, %d skipped", n, s.skipped)
		}
		// The same sound must be near that place in a linear decode.
		off := locate(left(whole(buf))[8000:8400], left(all))
		t.Logf("size hidden %v: the seek is off by %v", hidden, samplesToTime(int64(off-8000-to), Rate))
		if off < 0 {
			t.Errorf("size hidden %v: what is heard after the seek is not in the recording", hidden)
		}
	}
}

// locate returns the place of a piece in a recording, or -1.
func locate(piece, all []int16) int {
	for i := range len(all) - len(piece) {
		if near(piece, all[i:]) {
			return i
		}
	}
	return -1
}

func near(a, b []int16) bool {
	for i, v := range a {
		if d := int(v) - int(b[i]); d > 1 || d < -1 {
			return false
		}
	}
	return true
}

func TestDamagedStreamPlaysOn(t *testing.T) {
	b := encode(t, "44100", strings.Fields(pinkNoise), []string{"-b", "128", "-t"})
	all := drain(open(t, b))
	hole := join(b[:9000], b[12000:])
	junk := join(b[:9000], bytes.Repeat([]byte("junk\xff\xfb"), 1000), b[9000:])
	flipped := bytes.Clone(b)
	for i := 9000; i < 10000; i += 7 {
		flipped[i] ^= 0x55
	}
	for name, in := range map[string][]byte{"hole": hole, "junk": junk, "flipped": flipped} {
		s := open(t, in)
		pcm := drain(s)
		if s.err != nil || s.skipped == 0 || len(pcm) < len(all)*3/4 {
			t.Errorf("%s: %d of %d samples, %d skipped, %v", name, len(pcm), len(all), s.skipped, s.err)
		}
		// The end must be unchanged.
		tail := 2 * Rate / 4
		if largest, _ := difference(pcm[len(pcm)-tail:], all[len(all)-tail:]); largest > 1 {
			t.Errorf("%s: the end differs by %d", name, largest)
		}
	}
}

func TestNothingButDamage(t *testing.T) {
	// Frames whose sound would start before the first of them.
	bad := plain()
	for i := 4; i < len(bad); i++ {
		bad[i] = 0xff
	}
	for _, n := range []int{5, 1000} {
		s := open(t, times(n, bad))
		if pcm := drain(s); KindOf(s.err) != KindDamaged || len(pcm)/2 > hopeless*1152 {
			t.Errorf("%d frames: %v after %d samples", n, s.err, len(pcm)/2)
		}
	}
}

func TestSourceFails(t *testing.T) {
	b := fixture(t, "stereo44.mp3")
	lost := errors.New("connection lost")
	d := newDownload(b)
	d.arrive(len(b) / 2)
	d.breakOff(lost)
	s := growing(t, d)
	pcm := drain(s)
	if KindOf(s.err) != KindSource || !errors.Is(s.err, lost) || len(pcm) < Rate/2 {
		t.Errorf("%v after %d samples", s.err, len(pcm)/2)
	}
}

func TestTimes(t *testing.T) {
	for _, rate := range []int{8000, 11025, 22050, 44100, 48000} {
		for _, n := range []int64{0, 1, 2, 1151, 1152, 44099, 1e6 + 7, 1e10 + 3} {
			if got := timeToSamples(samplesToTime(n, rate), rate); got != n {
				t.Errorf("%d samples at %d Hz come back as %d", n, rate, got)
			}
		}
	}
}
