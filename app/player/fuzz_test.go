package player

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"testing"
	"testing/iotest"

	"sextant/app/testkit"
)

// fuzzLimit is the largest input in bytes. Small ones are enough for the structure.
const fuzzLimit = 32 << 10

func addSeeds(f *testing.F) {
	for _, name := range fixtures {
		f.Add(fixture(f, name)[:3000])
	}
	f.Add(join(id3(300), xing(9, 3753, true), times(8, plain()), []byte("TAG"), make([]byte, 125)))
	f.Add(join(xing(9, 3753, true), plain(), make([]byte, 4096))) // one frame, which junk follows
	f.Add(join(times(3, plain()), []byte("junk"), times(3, lower()), plain()[:99]))
	for _, name := range []string{"mpeg25-8-mono-cbr", "mpeg25-11-mono-cbr", "mpeg25-12-joint-attacks"} {
		f.Add(corpusFile(f, name)[:1000])
	}
	f.Add(times(4, layerII()))
	f.Add(join(times(3, mpeg25er()), mpeg25er()[:99], times(3, plain())))
	f.Add([]byte("<html>"))
}

// FuzzWalk checks that the frames found in any bytes are in order and within them, that walking ends, and that the
// index finds the same frames.
func FuzzWalk(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > fuzzLimit {
			t.Skip()
		}
		offs, _, err := walkAll(b)
		end := int64(0)
		for _, off := range offs {
			h, ok := parseHeader(b[off:])
			if off < end || !ok || off+int64(h.size()) > int64(len(b)) {
				t.Fatalf("a frame at %d after one that ends at %d of %d", off, end, len(b))
			}
			end = off + int64(h.size())
		}
		if err != nil || len(offs) == 0 {
			return
		}
		w := walker{win: newWindow(&file{src: bytes.NewReader(b), end: int64(len(b))})}
		first := testkit.Must(w.next(context.Background(), 0, false))(t)
		x := index{walk: w}
		x.note(0, first)
		if err := x.reach(context.Background(), math.MaxInt64); err != nil ||
			x.count != int64(len(offs)) || !x.whole {
			t.Fatalf("the index has %d of %d frames, %v", x.count, len(offs), err)
		}
		findAgain(t, &x, offs)
	})
}

// findAgain finds the last frame through the index, as a seek does.
func findAgain(t *testing.T, x *index, offs []int64) {
	t.Helper()
	no := len(offs) - 1
	off := testkit.Must(x.findOffset(context.Background(), int64(no)))(t)
	if f, err := x.walk.next(context.Background(), off, true); err != nil || f.off != offs[no] {
		t.Fatalf("frame %d is found at %d, not at %d: %v", no, f.off, offs[no], err)
	}
}

// FuzzDecode checks that any bytes can be opened, decoded and sought without a panic, and that the sound is never
// longer than its exact length.
func FuzzDecode(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > fuzzLimit/4 {
			t.Skip()
		}
		s, err := openStream(context.Background(), slowly{bytes.NewReader(b)})
		if err != nil {
			if KindOf(err) == KindUnknown {
				t.Fatalf("an error without a kind: %v", err)
			}
			return
		}
		const enough = Rate / 20
		for range 2 {
			buf := make([][2]float64, 1000)
			for total, ok := 0, true; ok && total < enough; {
				var n int
				n, ok = s.Stream(buf)
				total += n
			}
			if s.err != nil && KindOf(s.err) == KindUnknown {
				t.Fatalf("an error without a kind: %v", s.err)
			}
			length, exact := s.length()
			if exact && s.at > length {
				t.Fatalf("at %d of %d", s.at, length)
			}
			if err := s.seek(context.Background(), length/2); err != nil && !errors.Is(err, io.EOF) {
				t.Fatalf("seek: %v", err)
			}
		}
	})
}

// slowly is a reader with short reads.
type slowly struct{ *bytes.Reader }

func (s slowly) Read(p []byte) (int, error) { return iotest.HalfReader(s.Reader).Read(p) }
