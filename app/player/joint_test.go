package player

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"sextant/app/testkit"
	"sextant/app/testkit/race"
)

// attacks are sounds that start suddenly, on the left and on the right, for which encoders use short blocks.
var attacks = map[string]string{
	"beats":  "synth 2 pinknoise synth 2 square amod 5.1 0 gain -6",
	"fading": "synth 0.2 whitenoise fade l 0 0.2 0.19 repeat 9 gain -6",
	"clicks": "synth 2 whitenoise synth 2 exp amod 7 80 gain -3",
	"plucks": "synth 0.15 pluck C4 synth 0.15 pluck E5 repeat 12 gain -3",
	"tones":  "synth 2 sine 440 sine 660 gain -6",
}

// TestAttacksAgainstReference decodes what go-mp3 alone decodes worst: MPEG-2.5, which it refuses, and short blocks of
// joint stereo, some of whose lines it leaves as sum and difference.
func TestAttacksAgainstReference(t *testing.T) {
	testkit.Long(t)
	race.Skip(t, "it computes on one goroutine")
	t.Parallel()
	need(t, "mpg123")
	var kinds []string
	for _, rate := range strings.Fields("11.025 12") {
		for _, kind := range []string{
			"-m m -b 8", "-m m -b 24", "-m m -b 64", "-m s -b 32", "-m j -b 16", "-m j -b 24", "-m j -b 64",
			"-m f -b 64", "-m j -V 2", "-m j -V 7", "-m j -p -b 40",
		} {
			kinds = append(kinds, kind+" --resample "+rate)
		}
	}
	kinds = append(kinds, "-m j -b 32 --resample 16", "-m j -b 64 --resample 22.05", "-m j -b 64 --resample 24",
		"-m j -b 64 --resample 44.1", "-m j -b 128", "-m j -b 128 --resample 48", "-m j -b 96 --resample 32")
	for name, sound := range attacks {
		for _, kind := range kinds {
			b := encode(t, "44100", strings.Fields(sound), strings.Fields(kind))
			s := open(t, b)
			got := drain(s)
			if s.err != nil || s.skipped > 0 {
				t.Errorf("%s, %s: %v, %d skipped", name, kind, s.err, s.skipped)
			}
			agree(t, name+", "+kind, got, reference(t, b))
		}
	}
}

// jointFrames calls f with the side information and the main data of each frame of a recording.
func jointFrames(t *testing.T, b []byte, f func(h header, side, main []byte)) {
	t.Helper()
	s := open(t, b)
	s.walk = walker{win: s.walk.win, kind: s.head, set: true}
	var r reservoir
	for off := int64(0); ; {
		frame, err := s.walk.next(context.Background(), off, off > 0)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		off = frame.end()
		if side, main, ok := r.takeFrame(frame.header, b[frame.off:off]); ok {
			f(frame.header, side, main)
		}
	}
}

// TestPadJoint checks that padJoint keeps the main data of each part, and adds zeros up to the last line to one channel
// of each granule with short blocks.
func TestPadJoint(t *testing.T) {
	for name, want := range map[string]bool{
		"mpeg25-12-joint-attacks": true, "mpeg1-44-joint-attacks": true,
		"mpeg2-22-stereo-cbr": false, "mpeg25-11-mono-cbr": false,
	} {
		padded := 0
		jointFrames(t, corpusFile(t, name), func(h header, side, main []byte) {
			newSide, newMain, ok := padJoint(h, side, main)
			if !ok {
				return
			}
			padded++
			samePadded(t, h, [2][]byte{side, main}, [2][]byte{newSide, newMain})
		})
		if (padded > 0) != want {
			t.Errorf("%s: %d frames with zeros", name, padded)
		}
	}
}

// samePadded compares the side information and the main data of a frame before and after.
func samePadded(t *testing.T, h header, before, after [2][]byte) {
	t.Helper()
	was, now := h.parts(before[0]), h.parts(after[0])
	from, to := 0, 0
	for i, p := range was {
		extra := now[i].length - p.length
		sound := bitsOf(before[1], from, p.length) + strings.Repeat("1", extra)
		if got := bitsOf(after[1], to, now[i].length); got != sound {
			t.Fatalf("part %d is\n%s, want\n%s", i, got, sound)
		}
		if extra != 0 && extra != p.padding() {
			t.Errorf("part %d has %d bits of zeros, want %d", i, extra, p.padding())
		}
		if other := now[i^1].length - was[i^1].length; p.short && extra == 0 && other == 0 && p.padding() > 0 {
			t.Errorf("neither part %d nor the other has zeros", i)
		}
		from, to = from+p.length, to+now[i].length
		p.length = now[i].length
		if p != now[i] {
			t.Errorf("part %d is %+v, want %+v", i, now[i], p)
		}
	}
}

// bitsOf returns n bits of b as text, starting at bit from.
func bitsOf(b []byte, from, n int) string {
	var s strings.Builder
	for i := from; i < from+n; i++ {
		s.WriteByte('0' + b[i/8]>>(7-i%8)&1)
	}
	return s.String()
}

// TestIntensityIsLeftAlone checks that a frame with intensity stereo is not padded.
func TestIntensityIsLeftAlone(t *testing.T) {
	jointFrames(t, corpusFile(t, "mpeg25-12-joint-attacks"), func(h header, side, main []byte) {
		h.raw[3] |= 0x10
		if _, _, ok := padJoint(h, side, main); ok {
			t.Error("a frame with intensity stereo got zeros")
		}
	})
}

// TestZerosLeaveRoom encodes joint stereo at the highest bitrates, where the zeros must not take the space of the next
// frames.
func TestZerosLeaveRoom(t *testing.T) {
	race.Skip(t, "it computes on one goroutine")
	t.Parallel()
	for _, kind := range []string{"-m j -b 320", "-m j -b 320 --nores", "-m j -V 0", "-m j -b 160 --resample 16"} {
		b := encode(t, "44100", strings.Fields(attacks["beats"]), strings.Fields(kind))
		s := open(t, b)
		if drain(s); s.err != nil || s.skipped > 0 {
			t.Errorf("%s: %v, %d skipped", kind, s.err, s.skipped)
		}
	}
}
