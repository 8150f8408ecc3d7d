package player

import "testing"

func TestParseHeader(t *testing.T) {
	tests := []struct {
		name string
		in   [4]byte
		size int // 0: not a header
		rate int
		mono bool
		side int
		play bool
	}{
		{"MPEG-1 128 kbit/s 44.1 kHz joint stereo", [4]byte{0xff, 0xfb, 0x90, 0x64}, 417, 44100, false, 32, true},
		{"the same, padded", [4]byte{0xff, 0xfb, 0x92, 0x64}, 418, 44100, false, 32, true},
		{"MPEG-1 320 kbit/s 32 kHz mono with checksum", [4]byte{0xff, 0xfa, 0xe8, 0xc4}, 1440, 32000, true, 17, true},
		{"MPEG-2 64 kbit/s 22.05 kHz stereo, padded", [4]byte{0xff, 0xf3, 0x82, 0x04}, 209, 22050, false, 17, true},
		{"MPEG-2 8 kbit/s 24 kHz mono", [4]byte{0xff, 0xf3, 0x14, 0xc4}, 24, 24000, true, 9, true},
		{"MPEG-2.5 32 kbit/s 11.025 kHz", [4]byte{0xff, 0xe3, 0x40, 0xc4}, 208, 11025, true, 9, true},
		{"MPEG-2.5 32 kbit/s 8 kHz", [4]byte{0xff, 0xe3, 0x48, 0xc4}, 288, 8000, true, 9, false},
		{"MPEG-1 layer II 128 kbit/s 44.1 kHz", [4]byte{0xff, 0xfd, 0x80, 0x04}, 417, 44100, false, 32, false},
		{"MPEG-1 layer I 128 kbit/s 44.1 kHz", [4]byte{0xff, 0xff, 0x40, 0x04}, 136, 44100, false, 32, false},
		{"no sync", [4]byte{0xff, 0xdb, 0x90, 0x64}, 0, 0, false, 0, false},
		{"reserved version", [4]byte{0xff, 0xeb, 0x90, 0x64}, 0, 0, false, 0, false},
		{"reserved layer, as in AAC", [4]byte{0xff, 0xf1, 0x90, 0x64}, 0, 0, false, 0, false},
		{"bitrate 15", [4]byte{0xff, 0xfb, 0xf0, 0x64}, 0, 0, false, 0, false},
		{"reserved rate", [4]byte{0xff, 0xfb, 0x9c, 0x64}, 0, 0, false, 0, false},
		{"reserved emphasis", [4]byte{0xff, 0xfb, 0x90, 0x66}, 0, 0, false, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h, ok := parseHeader(test.in[:])
			if ok != (test.size > 0) {
				t.Fatalf("parseHeader reports %v", ok)
			}
			if !ok {
				return
			}
			if h.size() != test.size || h.rate != test.rate || h.mono != test.mono ||
				h.sideSize() != test.side || h.playable() != test.play {
				t.Errorf("got size %d, rate %d, mono %v, side %d, playable %v",
					h.size(), h.rate, h.mono, h.sideSize(), h.playable())
			}
		})
	}
}

func TestFreeFormatHasNoSize(t *testing.T) {
	h, ok := parseHeader([]byte{0xff, 0xfb, 0x00, 0x64})
	if !ok || h.size() != 0 || h.playable() {
		t.Errorf("got %+v, %v", h, ok)
	}
	h.free, h.padding = 704, true
	if h.size() != 705 || !h.playable() {
		t.Errorf("a size of %d, playable %v", h.size(), h.playable())
	}
}

func TestTagSize(t *testing.T) {
	ape := append([]byte("APETAGEX\xd0\x07\x00\x00"), make([]byte, 20)...)
	ape[12], ape[13] = 0, 1 // 256 bytes of items and footer
	foot := append([]byte(nil), ape...)
	ape[23] = 0x20 // this is the header
	tests := []struct {
		name string
		in   []byte
		want int64
	}{
		{"ID3v2", []byte("ID3\x04\x00\x00\x00\x00\x02\x01"), 10 + 257},
		{"ID3v2 with footer", []byte("ID3\x04\x00\x10\x00\x00\x02\x01"), 20 + 257},
		{"the longest ID3v2", []byte("ID3\x03\x00\x00\x7f\x7f\x7f\x7f"), 10 + 1<<28 - 1},
		{"ID3v2 with an impossible length", []byte("ID3\x03\x00\x00\x80\x00\x00\x00"), 0},
		{"ID3v2, cut off", []byte("ID3\x03\x00"), 0},
		{"ID3v1", []byte("TAGsome title"), 128},
		{"APE", ape, 32 + 256},
		{"the end of APE", foot, 32},
		{"APE, cut off", ape[:20], 0},
		{"sound", []byte{0xff, 0xfb, 0x90, 0x64}, 0},
		{"nothing", nil, 0},
	}
	for _, test := range tests {
		if got := tagSize(test.in); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
	}
}
