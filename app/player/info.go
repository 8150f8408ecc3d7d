package player

import (
	"bytes"
	"encoding/binary"
	"slices"
	"sort"
)

// info is an encoder's header in the first frame, which then holds no sound: Xing, Info, or Fraunhofer's VBRI.
type info struct {
	frames int64 // not counting this one; 0 if not stated
	bytes  int64 // counting this one; 0 if not stated
	toc    []byte
	// delay and padding are the samples that the encoder added at the start and the end.
	delay, padding int64
	gain           replayGain
}

const (
	// decoderDelay is the delay of every layer III decoder, in samples.
	decoderDelay = 529
	xingTOC      = 100
)

// infoPeek is the number of bytes of a frame that mayBeInfo needs.
const infoPeek = vbriAt + 4

// vbriAt is where Fraunhofer's header is in a frame.
const vbriAt = headerSize + 32

// mayBeInfo reports whether the start of a frame has the identifier of an encoder's header.
func mayBeInfo(h header, frame []byte) bool {
	for _, at := range [...]int{headerSize + h.sideSize(), h.bodyAt() + h.sideSize(), vbriAt} {
		if at+4 > len(frame) {
			continue
		}
		switch string(frame[at : at+4]) {
		case "Xing", "Info", "VBRI":
			return true
		}
	}
	return false
}

// parseInfo finds and parses such a header in a whole frame.
func parseInfo(h header, frame []byte) (info, bool) {
	for _, at := range []int{headerSize + h.sideSize(), h.bodyAt() + h.sideSize()} {
		if at+8 > len(frame) {
			continue
		}
		if id := frame[at : at+4]; bytes.Equal(id, []byte("Xing")) || bytes.Equal(id, []byte("Info")) {
			return parseXing(frame[at+4:]), true
		}
	}
	if len(frame) >= vbriAt+18 && bytes.HasPrefix(frame[vbriAt:], []byte("VBRI")) {
		b := frame[vbriAt:]
		return info{
			bytes:  int64(binary.BigEndian.Uint32(b[10:])),
			frames: int64(binary.BigEndian.Uint32(b[14:])),
		}, true
	}
	return info{}, false
}

// parseXing parses what follows the identifier: flags, and a field for each flag that is set.
func parseXing(b []byte) info {
	var i info
	flags := binary.BigEndian.Uint32(b)
	b = b[4:]
	field := func(flag uint32, size int) []byte {
		if flags&flag == 0 || len(b) < size {
			return nil
		}
		f := b[:size]
		b = b[size:]
		return f
	}
	if f := field(1, 4); f != nil {
		i.frames = int64(binary.BigEndian.Uint32(f))
	}
	if f := field(2, 4); f != nil {
		i.bytes = int64(binary.BigEndian.Uint32(f))
	}
	if f := field(4, xingTOC); f != nil {
		i.toc = bytes.Clone(f)
	}
	field(8, 4)
	i.delay, i.padding = encoderGap(b)
	i.gain = encoderGain(b)
	return i
}

// encoderGap parses delay and padding in LAME's extension, which other encoders write too: nine bytes of
// name, and twelve bytes later two numbers of twelve bits.
func encoderGap(b []byte) (delay, padding int64) {
	const at = 21
	if len(b) < at+3 || b[0] == 0 {
		return 0, 0
	}
	delay = int64(b[at])<<4 | int64(b[at+1])>>4
	padding = int64(b[at+1]&15)<<8 | int64(b[at+2])
	return delay, padding
}

// replayGain is a recording's stated ReplayGain in decibels.
type replayGain struct {
	db    float64
	known bool
}

// encoderGain parses the track's ReplayGain in the same extension: three bits that distinguish it from the
// album's, three for its originator, a sign, and tenths of a decibel.
func encoderGain(b []byte) replayGain {
	const at, ofRecording = 15, 1
	if len(b) < at+2 || b[0] == 0 || b[at]>>5 != ofRecording {
		return replayGain{}
	}
	db := float64(int(b[at]&1)<<8|int(b[at+1])) / 10
	if b[at]&2 != 0 {
		db = -db
	}
	return replayGain{db, true}
}

// hasTOC reports whether there is a table of contents that can be true: it rises from the start to the end.
func (i info) hasTOC() bool {
	const first, last = 16, 190 // of 256
	return len(i.toc) == xingTOC && i.toc[0] <= first && i.toc[xingTOC-1] >= last && slices.IsSorted(i.toc)
}

// offset estimates the byte offset at a part, 0 to 1, of the duration of a recording of size bytes.
func (i info) offset(part float64, size int64) int64 {
	part = min(max(part, 0), 1)
	if !i.hasTOC() {
		return int64(part * float64(size))
	}
	step := min(int(part*xingTOC), xingTOC-1)
	from, to := i.tocStep(step)
	within := part*xingTOC - float64(step)
	return int64((from + (to-from)*within) / 256 * float64(size))
}

// part is the inverse of offset.
func (i info) part(off, size int64) float64 {
	share := float64(off) / float64(max(size, 1)) * 256
	if !i.hasTOC() {
		return share / 256
	}
	step := max(sort.Search(xingTOC, func(n int) bool { return float64(i.toc[n]) > share })-1, 0)
	from, to := i.tocStep(step)
	return min((float64(step)+max(share-from, 0)/max(to-from, 1))/xingTOC, 1)
}

// tocStep returns the first and the last 256th of the bytes in a hundredth of the duration.
func (i info) tocStep(n int) (from, to float64) {
	if n+1 < xingTOC {
		return float64(i.toc[n]), float64(i.toc[n+1])
	}
	return float64(i.toc[n]), 256
}
