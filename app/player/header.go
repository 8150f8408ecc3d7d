package player

// headerSize is the length of a frame's header.
const headerSize = 4

// version is the MPEG version of a frame, as its two bits are stored.
type version uint8

const (
	mpeg25 version = 0
	mpeg2  version = 2
	mpeg1  version = 3
)

// header is the first four bytes of a frame, ISO 11172-3 2.4.1.3 and 13818-3.
type header struct {
	version version
	layer   int // 1, 2 or 3
	bitrate int // bits a second; 0 is free format
	rate    int // samples a second
	padding bool
	crc     bool // two bytes of checksum follow
	mono    bool
	free    int // the length of a frame in free format without padding; 0 until known
	raw     [headerSize]byte
}

// bitrates is a table of kbit/s by index. Index 0 is free format, 15 is not allowed.
type bitrates [15]int

// bitrateTable returns the table for a version and layer.
func bitrateTable(v version, layer int) bitrates {
	switch {
	case v == mpeg1 && layer == 1:
		return bitrates{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448}
	case v == mpeg1 && layer == 2:
		return bitrates{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384}
	case v == mpeg1:
		return bitrates{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320}
	case layer == 1:
		return bitrates{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256}
	default:
		return bitrates{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160}
	}
}

// sampleRate returns the rate in Hz for a version and index 0, 1 or 2.
func sampleRate(v version, index int) int {
	rate := [3]int{44100, 48000, 32000}[index]
	switch v {
	case mpeg2:
		return rate / 2
	case mpeg25:
		return rate / 4
	default:
		return rate
	}
}

// parseHeader parses a header, and reports whether it is a valid one. It refuses the values that the standard
// reserves, by which garbage differs from sound.
func parseHeader(b []byte) (header, bool) {
	if len(b) < headerSize || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return header{}, false
	}
	v := version(b[1] >> 3 & 3)
	layer := 4 - int(b[1]>>1&3)
	bitrateIndex, rateIndex := int(b[2]>>4), int(b[2]>>2&3)
	if v == 1 || layer == 4 || bitrateIndex == 15 || rateIndex == 3 || b[3]&3 == 2 {
		return header{}, false
	}
	return header{
		version: v,
		layer:   layer,
		bitrate: bitrateTable(v, layer)[bitrateIndex] * 1000,
		rate:    sampleRate(v, rateIndex),
		padding: b[2]&2 != 0,
		crc:     b[1]&1 == 0,
		mono:    b[3]>>6 == 3,
		raw:     [headerSize]byte(b),
	}, true
}

// size returns the length of the whole frame in bytes: 0 in free format, whose header does not state it, until free is
// set.
func (h header) size() int {
	if h.bitrate == 0 && h.free == 0 {
		return 0
	}
	padding := 0
	if h.padding {
		padding = 1
	}
	if h.bitrate == 0 {
		return h.free + padding
	}
	if h.layer == 1 {
		return (12*h.bitrate/h.rate + padding) * 4
	}
	return h.samples()/8*h.bitrate/h.rate + padding
}

// samples returns how many samples of each channel a frame decodes to.
func (h header) samples() int {
	switch {
	case h.layer == 1:
		return 384
	case h.layer == 3 && h.version != mpeg1:
		return 576
	default:
		return 1152
	}
}

// sideSize returns the length of the side information of a layer III frame in bytes.
func (h header) sideSize() int {
	switch {
	case h.version == mpeg1 && !h.mono:
		return 32
	case h.version == mpeg1, !h.mono:
		return 17
	default:
		return 9
	}
}

// bodyAt returns the offset of the side information in the frame.
func (h header) bodyAt() int {
	if h.crc {
		return headerSize + 2
	}
	return headerSize
}

// like reports whether two frames can belong to one recording. Only bitrate and channels may change from frame to
// frame.
func (h header) like(o header) bool {
	return h.version == o.version && h.layer == o.layer && h.rate == o.rate && (h.bitrate == 0) == (o.bitrate == 0)
}

// lowRate is the one sample rate in Hz that cannot be decoded, see packedHeader.
const lowRate = 8000

// playable reports whether such frames can be decoded.
func (h header) playable() bool {
	return h.layer == 3 && h.rate != lowRate && h.size() > 0
}
