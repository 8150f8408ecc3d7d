package player

import (
	"bytes"
	"encoding/binary"
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
	const vbriAt = headerSize + 32
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

// offset estimates the byte offset at a part, 0 to 1, of the duration of a recording of size bytes.
func (i info) offset(part float64, size int64) int64 {
	part = min(max(part, 0), 1)
	if len(i.toc) != xingTOC {
		return int64(part * float64(size))
	}
	step := min(int(part*xingTOC), xingTOC-1)
	from, to := float64(i.toc[step]), 256.0
	if step+1 < xingTOC {
		to = float64(i.toc[step+1])
	}
	within := part*xingTOC - float64(step)
	return int64((from + (to-from)*within) / 256 * float64(size))
}
