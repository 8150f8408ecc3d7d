package player

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// plain returns a frame of 417 bytes without sound; the others return other kinds.
func plain() []byte    { return filled(417, 0xff, 0xfb, 0x90, 0x64) }
func lower() []byte    { return filled(208, 0xff, 0xfb, 0x50, 0x64) }
func layerII() []byte  { return filled(417, 0xff, 0xfd, 0x80, 0x04) }
func free() []byte     { return filled(704, 0xff, 0xfb, 0x00, 0x64) }
func freeLong() []byte { return filled(705, 0xff, 0xfb, 0x02, 0x64) } // padded
func mpeg25er() []byte { return filled(288, 0xff, 0xe3, 0x48, 0xc4) } // 8 kHz

func filled(size int, head ...byte) []byte {
	b := make([]byte, size)
	copy(b, head)
	return b
}

func times(n int, b []byte) []byte { return bytes.Repeat(b, n) }

func join(parts ...[]byte) []byte { return slices.Concat(parts...) }

// id3 returns a tag of n bytes, with the headers of frames in it.
func id3(n int) []byte {
	size := n - 10
	head := []byte{
		'I', 'D', '3', 4, 0, 0, byte(size >> 21 & 127), byte(size >> 14 & 127), byte(size >> 7 & 127), byte(size & 127),
	}
	return append(head, bytes.Repeat([]byte{0xff, 0xfb, 0x90, 0x64}, n)[:size]...)
}

// walkAll returns the offsets of all frames, and how many of them came after a jump.
func walkAll(b []byte) (offs []int64, jumps int, err error) {
	w := walker{win: newWindow(&file{src: bytes.NewReader(b), end: int64(len(b))})}
	off := int64(0)
	for {
		f, err := w.next(context.Background(), off, len(offs) > 0)
		if errors.Is(err, io.EOF) {
			return offs, jumps, nil
		}
		if err != nil {
			return offs, jumps, err
		}
		if f.jump {
			jumps++
		}
		offs = append(offs, f.off)
		off = f.end()
	}
}

func TestWalkerFindsFrames(t *testing.T) {
	junk := bytes.Repeat([]byte("\xff\xfbjunk\xff\xe0"), 40) // 320 bytes
	tests := []struct {
		name  string
		in    []byte
		want  []int64
		jumps int
	}{
		{"three frames", times(3, plain()), []int64{0, 417, 834}, 0},
		{"a single frame", plain(), []int64{0}, 0},
		{"changing bitrates", join(plain(), lower(), plain()), []int64{0, 417, 625}, 0},
		{"ID3 in front", join(id3(5000), times(2, plain())), []int64{5000, 5417}, 0},
		{"two tags in front", join(id3(300), id3(200), times(2, plain())), []int64{500, 917}, 0},
		{
			"a tag in between", join(times(2, plain()), id3(3000), times(3, plain())),
			[]int64{0, 417, 3834, 4251, 4668},
			0,
		},
		{"ID3v1 behind", join(times(2, plain()), []byte("TAG"), make([]byte, 125)), []int64{0, 417}, 0},
		{"junk in front", join(junk, times(3, plain())), []int64{320, 737, 1154}, 1},
		{"junk between frames", join(times(2, plain()), junk, times(3, plain())), []int64{0, 417, 1154, 1571, 1988}, 1},
		{
			"a broken header", join(plain(), plain(), make([]byte, 417), times(3, plain())),
			[]int64{0, 417, 1251, 1668, 2085},
			1,
		},
		{"junk within a frame", join(plain(), plain()[:60], junk, times(3, plain())), []int64{0, 797, 1214, 1631}, 1},
		{"a piece is missing", join(plain(), plain()[:200], times(3, plain())), []int64{0, 617, 1034, 1451}, 1},
		{"junk behind", join(times(2, plain()), junk), []int64{0, 417}, 0},
		{"the end is cut off", join(times(2, plain()), plain()[:416]), []int64{0, 417}, 0},
		{"another recording follows", join(times(3, plain()), times(5, mpeg25er())), []int64{0, 417, 834}, 0},
		{"free format", join(free(), freeLong(), free(), free(), freeLong()), []int64{0, 704, 1409, 2113, 2817}, 0},
		{
			"free format, with a hole", join(times(4, freeLong()), free()[:300], times(4, free())),
			[]int64{0, 705, 1410, 2115, 3120, 3824, 4528, 5232},
			1,
		},
		{
			"a tag that claims too much", join([]byte("ID3\x04\x00\x00\x7f\x7f\x7f\x7f"), times(3, plain())),
			[]int64{10, 427, 844},
			1,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, jumps, err := walkAll(test.in)
			if err != nil || !slices.Equal(got, test.want) || jumps != test.jumps {
				t.Errorf("got %v with %d jumps, %v; want %v with %d", got, jumps, err, test.want, test.jumps)
			}
		})
	}
}

func TestWalkRefuses(t *testing.T) {
	tests := []struct {
		name string
		in   []byte
		want Kind
	}{
		{"nothing", nil, KindNotMP3},
		{"one byte", []byte{0xff}, KindNotMP3},
		{"a page", []byte(strings.Repeat("<html><body>Not found. TAG ID3 APETAGEX</body></html>\n", 100)), KindNotMP3},
		{"only a tag", id3(10000), KindNotMP3},
		{"a lone header", []byte{0xff, 0xfb, 0x90, 0x64, 1, 2, 3}, KindNotMP3},
		{"sound after too much else", join(make([]byte, maxJunk+100000), times(9, plain())), KindNotMP3},
		{"layer II", times(5, layerII()), KindUnsupported},
		{"8 kHz", times(5, mpeg25er()), KindLowRate},
		{"a lone frame in free format", times(1, free()), KindNotMP3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			offs, _, err := walkAll(test.in)
			if KindOf(err) != test.want {
				t.Errorf("got %v, %v", offs, err)
			}
		})
	}
}

func TestWalkStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w := walker{win: newWindow(&file{src: bytes.NewReader(plain()), end: 417})}
	if _, err := w.next(ctx, 0, false); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// xing returns an Info frame with the given fields; lame adds the encoder's gap.
func xing(frames, size uint32, lame bool) []byte {
	b := plain()
	x := b[36:]
	copy(x, "Info\x00\x00\x00\x07")
	for i := range 4 {
		x[8+i], x[12+i] = byte(frames>>(24-8*i)), byte(size>>(24-8*i))
	}
	for i := range xingTOC {
		x[16+i] = byte(i * 256 / 100)
	}
	if lame {
		copy(x[116:], "LAME3.100")
		copy(x[116+21:], []byte{0x24, 0x04, 0x80}) // 576 and 1152
	}
	return b
}

func TestParseInfo(t *testing.T) {
	h, _ := parseHeader(plain())
	i, ok := parseInfo(h, xing(1000, 417417, true))
	if !ok || i.frames != 1000 || i.bytes != 417417 || len(i.toc) != 100 || i.delay != 576 || i.padding != 1152 {
		t.Errorf("got %+v, %v", i, ok)
	}
	if i, _ := parseInfo(h, xing(1000, 417417, false)); i.delay != 0 || i.padding != 0 {
		t.Errorf("a gap out of nowhere: %+v", i)
	}
	if _, ok := parseInfo(h, plain()); ok {
		t.Error("found in a frame of sound")
	}
	v := plain()
	copy(v[36:], "VBRI\x00\x01\x00\x00\x00\x64\x00\x00\x10\x00\x00\x00\x01\x00")
	if i, ok := parseInfo(h, v); !ok || i.frames != 256 || i.bytes != 4096 {
		t.Errorf("VBRI: got %+v, %v", i, ok)
	}
}

func TestInfoOffset(t *testing.T) {
	toc := make([]byte, xingTOC)
	for i := range toc {
		toc[i] = byte(2 * i) // the last hundredth holds more than a fifth of the bytes
	}
	tests := []struct {
		toc  []byte
		part float64
		want int64
	}{
		{nil, 0.25, 640},
		{nil, -1, 0},
		{nil, 2, 2560},
		{toc, 0, 0},
		{toc, 0.5, 1000},
		{toc, 0.505, 1010},
		{toc, 0.99, 1980},
		{toc, 1, 2560},
	}
	for _, test := range tests {
		i := info{toc: test.toc}
		got := i.offset(test.part, 2560)
		if got != test.want {
			t.Errorf("offset(%v) with %d entries is %d, want %d", test.part, len(test.toc), got, test.want)
		}
		if back := i.part(got, 2560); math.Abs(back-min(max(test.part, 0), 1)) > 0.001 {
			t.Errorf("offset %d with %d entries is at %v, want %v", got, len(test.toc), back, test.part)
		}
	}
}
