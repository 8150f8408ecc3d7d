package player

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// corpus lists a recording of every kind, made by testdata/corpus/make.sh: 440 Hz on the left and 660 Hz on the right,
// which mono mixes.
var corpus = []struct {
	name    string
	lasts   time.Duration
	skipped bool // a part is broken
	kind    Kind // why it cannot be played
}{
	{name: "mpeg1-44-stereo-cbr", lasts: 800 * ms},
	{name: "mpeg1-48-joint-vbr", lasts: 800 * ms},
	{name: "mpeg1-32-mono-cbr", lasts: 800 * ms},
	{name: "mpeg1-44-joint-abr", lasts: 800 * ms},
	{name: "mpeg1-44-stereo-free", lasts: 800 * ms},
	{name: "mpeg1-44-joint-noise", lasts: 400 * ms},
	{name: "mpeg1-44-joint-attacks", lasts: 400 * ms},
	{name: "mpeg1-44-stereo-crc", lasts: 836 * ms},
	{name: "mpeg1-44-other-encoder", lasts: 784 * ms},
	{name: "mpeg2-22-stereo-cbr", lasts: 800 * ms},
	{name: "mpeg2-24-mono-vbr", lasts: 800 * ms},
	{name: "mpeg2-16-joint-cbr", lasts: 900 * ms},
	{name: "mpeg25-11-mono-cbr", lasts: 940 * ms},
	{name: "mpeg25-12-joint-cbr", lasts: 800 * ms},
	{name: "mpeg25-12-joint-attacks", lasts: 528 * ms},
	{name: "mpeg25-8-mono-cbr", kind: KindLowRate},
	{name: "layer2", kind: KindUnsupported},
	{name: "id3v1", lasts: 800 * ms},
	{name: "id3v2-picture", lasts: 800 * ms},
	{name: "id3v2-chapters", lasts: 800 * ms},
	{name: "junk-before", lasts: 836 * ms},
	{name: "truncated", lasts: 575 * ms},
	{name: "flipped", lasts: 810 * ms, skipped: true},
}

func corpusFile(t testing.TB, name string) []byte {
	t.Helper()
	return fixture(t, filepath.Join("corpus", name+".mp3"))
}

func TestCorpus(t *testing.T) {
	for _, c := range corpus {
		t.Run(c.name, func(t *testing.T) {
			s, err := openStream(context.Background(), bytes.NewReader(corpusFile(t, c.name)))
			if KindOf(err) != c.kind {
				t.Fatalf("%v, want kind %v", err, c.kind)
			}
			if err != nil {
				return
			}
			pcm := drain(s)
			if d := ticksToTime(s.at) - c.lasts; s.err != nil || d.Abs() > 15*ms || (s.skipped > 0) != c.skipped {
				t.Errorf("%v of sound with %d skipped, %v", ticksToTime(s.at), s.skipped, s.err)
			}
			if strings.HasSuffix(c.name, "-noise") || strings.HasSuffix(c.name, "-attacks") {
				return
			}
			middle := pcm[len(pcm)/2*1/3&^1 : len(pcm)/2&^1]
			l, r := power(left(middle), s.rate(), 440), power(right(middle), s.rate(), 660)
			if want := 0.35; (l < want || r < want) &&
				!(strings.Contains(c.name, "mono") && l > want/2 && r > want/2) && !c.skipped {
				t.Errorf("440 Hz at %.2f, 660 Hz at %.2f", l, r)
			}
		})
	}
}

func TestCorpusTags(t *testing.T) {
	want := map[string]string{
		"id3v1":          "[Old title Old artist Old album <nil> []]",
		"id3v2-picture":  "[A picture An artist  image/jpeg []]",
		"id3v2-chapters": "[Two chapters An artist An album <nil> [{0s 400ms The first} {400ms 800ms The second}]]",
	}
	for name, want := range want {
		tags, _ := tagsOf(t, corpusFile(t, name))
		got := flat(tags)
		if tags != nil && tags.Picture != nil {
			got[3] = tags.Picture.MIME
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// mutated damages a recording in one of the ways in which files are damaged.
func mutated(b []byte, r *rand.Rand) []byte {
	b = bytes.Clone(b)
	at := r.IntN(len(b))
	piece := b[at:min(at+1+r.IntN(2000), len(b))]
	switch r.IntN(8) {
	case 0: // single bits
		for range 1 + r.IntN(50) {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
	case 1: // a broken sector
		for i := range piece {
			piece[i] = byte(r.IntN(256))
		}
	case 2:
		clear(piece)
	case 3:
		b = slices.Delete(b, at, at+len(piece))
	case 4:
		b = slices.Insert(b, at, bytes.Clone(piece)...)
	case 5:
		b = slices.Insert(b, r.IntN(len(b)), bytes.Clone(piece)...)
	case 6:
		b = b[:at]
	default: // headers
		for i := range len(b) - headerSize {
			if b[i] == 0xff && b[i+1]&0xe0 == 0xe0 && r.IntN(3) == 0 {
				b[i+1+r.IntN(3)] ^= 1 << r.IntN(8)
			}
		}
	}
	return b
}
