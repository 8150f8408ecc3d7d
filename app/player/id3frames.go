package player

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
)

// longestUnsynced limits how many bytes are read of a tag that is unsynchronised as a whole, and so must be read from
// its start.
const longestUnsynced = 8 << 20

// id3Frame is a frame of a tag of version 2, 3 or 4, without the encodings that its flags state.
type id3Frame struct {
	version byte
	id      string
	body    []byte
}

// frameReader reads the frames of a tag.
//
// Many programs write tags otherwise than their version has it: sizes as in the other version, unsynchronisation that
// is stated and not done, an extended header that counts itself. So of two readings the one counts after which a frame,
// the padding or the end of the tag follows.
type frameReader struct {
	r        io.ReadSeeker // Seek is used with io.SeekCurrent only
	version  byte
	unsynced bool  // the tag's header states it
	left     int64 // bytes of the tag
	budget   int64 // how many bytes may be read
	used     int64 // how many were
}

// openTag reads the header of the ID3v2 tag at r's position, and reports whether its frames can be read.
func openTag(r io.ReadSeeker) (*frameReader, bool) {
	const unsynced, extended, compressed2 = 0x80, 0x40, 0x40
	head := make([]byte, id3HeadSize)
	if _, err := io.ReadFull(r, head); err != nil || id3Size(head) == 0 || head[3] < 2 || head[3] > 4 {
		return nil, false
	}
	flags := head[5]
	if head[3] == 2 && flags&compressed2 != 0 {
		return nil, false // no version of the standard has ever said how
	}
	f := &frameReader{r: r, version: head[3], unsynced: flags&unsynced != 0, left: id3Size(head) - id3HeadSize}
	if f.unsynced && (f.version < 4 || !f.endsWell(flags&extended != 0)) {
		f = f.resynced(flags&extended != 0)
	}
	if flags&extended != 0 && f.version > 2 {
		f.skip(f.extendedSize())
	}
	return f, true
}

// resynced returns a reader of the tag in memory, without unsynchronisation if its frames can be read that way.
func (f *frameReader) resynced(extended bool) *frameReader {
	all, _ := io.ReadAll(io.LimitReader(f.r, min(f.left, longestUnsynced)))
	made := func(b []byte) *frameReader {
		return &frameReader{r: bytes.NewReader(b), version: f.version, unsynced: f.unsynced, left: int64(len(b))}
	}
	plain := resync(all)
	if !isUnsynced(all) || len(plain) < len(all) && !made(plain).endsWell(extended) && made(all).endsWell(extended) {
		return made(all)
	}
	whole := made(plain)
	whole.unsynced = false
	return whole
}

// resync undoes unsynchronisation: zeros inserted so that nothing in the tag looks like a frame header.
func resync(b []byte) []byte { return bytes.ReplaceAll(b, []byte{0xff, 0}, []byte{0xff}) }

// isUnsynced reports whether bytes can be unsynchronised: nothing in them looks like the header of a frame of sound.
func isUnsynced(b []byte) bool {
	for {
		i := bytes.IndexByte(b, 0xff)
		if i < 0 || i+1 == len(b) {
			return true
		}
		if b[i+1] >= 0xe0 {
			return false
		}
		b = b[i+1:]
	}
}

// endsWell reports whether the headers of all frames lead to the padding or the end. It leaves the position as it was.
func (f *frameReader) endsWell(extended bool) bool {
	try := *f
	start := f.left
	defer func() { _, _ = f.r.Seek(try.left-start, io.SeekCurrent) }()
	if extended && try.version > 2 {
		try.skip(try.extendedSize())
	}
	for range mostFrames {
		head, ok := try.peek(0, try.headSize())
		if !ok || isPadding(head) {
			return try.left < try.headSize() || ok
		}
		if !isFrameID(head, try.version) {
			return false
		}
		size := try.sizeOf(head)
		if try.headSize()+size > try.left {
			return false
		}
		try.skip(try.headSize() + size)
	}
	return false
}

func (f *frameReader) headSize() int64 {
	if f.version == 2 {
		return 6
	}
	return 10
}

// skip moves n bytes on.
func (f *frameReader) skip(n int64) {
	n = min(n, f.left)
	_, _ = f.r.Seek(n, io.SeekCurrent)
	f.left -= n
}

// peek returns n bytes that are at bytes ahead, and reports whether the tag has them.
func (f *frameReader) peek(at, n int64) ([]byte, bool) {
	if at+n > f.left {
		return nil, false
	}
	b := make([]byte, n)
	_, _ = f.r.Seek(at, io.SeekCurrent)
	got, err := io.ReadFull(f.r, b)
	_, _ = f.r.Seek(-at-int64(got), io.SeekCurrent)
	return b, err == nil
}

// follows reports whether a frame, the padding or the end of the tag is at bytes ahead.
func (f *frameReader) follows(at int64) bool {
	if at >= f.left {
		return at == f.left
	}
	b, ok := f.peek(at, min(f.headSize(), f.left-at))
	return ok && (isPadding(b) || isFrameID(b, f.version))
}

// isPadding reports whether b, at least a part of a frame's header, is padding or a footer.
func isPadding(b []byte) bool {
	return len(bytes.Trim(b[:min(len(b), 4)], "\x00")) == 0 || bytes.HasPrefix(b, []byte("3DI"))
}

// isFrameID reports whether a frame's header starts with an identifier. Some programs write those of version 2, with a
// zero or a space behind, into tags of version 3.
func isFrameID(head []byte, version byte) bool {
	n := 4
	if version == 2 {
		n = 3
	}
	if len(head) < n {
		return false
	}
	for i, c := range head[:n] {
		upper, digit := c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
		if !upper && (!digit || i == 0) && (i < 3 || c != 0 && c != ' ') {
			return false
		}
	}
	return true
}

// read passes the frames of use to use.
func (f *frameReader) read(use func(id3Frame)) {
	for range mostFrames {
		head, ok := f.peek(0, f.headSize())
		if !ok || !isFrameID(head, f.version) {
			return // what follows is padding
		}
		id, size := frameID(head, f.version), f.sizeOf(head)
		f.skip(f.headSize())
		if size > f.left {
			return
		}
		if size == 0 || size > min(longest(id), f.budget-f.used) {
			f.skip(size)
			continue
		}
		body, ok := f.peek(0, size)
		if !ok {
			return // it has not arrived
		}
		f.used += size
		f.skip(size)
		if body, ok := f.plainBody(head, body); ok {
			use(id3Frame{f.version, id, body})
		}
	}
}

// frameID returns the identifier, of a frame of version 2 in a later tag that of the later version.
func frameID(head []byte, version byte) string {
	if version == 2 {
		return string(head[:3])
	}
	switch id := string(head[:4]); id[:3] {
	case "TT2":
		return "TIT2"
	case "TP1":
		return "TPE1"
	case "TAL":
		return "TALB"
	default:
		return id
	}
}

// synchsafe reads a number that has seven bits in each byte.
func synchsafe(b []byte) int64 {
	n := int64(0)
	for _, c := range b {
		n = n<<7 | int64(c&0x7f)
	}
	return n
}

// sizeOf returns the length of the body of the frame with this header, which is the next: as a plain number in
// version 3, and with seven bits in each byte in version 4, if something follows it then, or else the other way.
func (f *frameReader) sizeOf(head []byte) int64 {
	if f.version == 2 {
		return int64(head[3])<<16 | int64(head[4])<<8 | int64(head[5])
	}
	raw := binary.BigEndian.Uint32(head[4:])
	size, other := int64(raw), synchsafe(head[4:8])
	if raw&0x80808080 != 0 {
		return size // no other reading is possible
	}
	if f.version == 4 {
		size, other = other, size
	}
	if size != other && !f.follows(f.headSize()+size) &&
		(f.follows(f.headSize()+other) || f.headSize()+size > f.left && f.headSize()+other <= f.left) {
		return other
	}
	return size
}

// extendedSize returns the length of the extended header that is next: in version 3 the number stated does not count
// itself, in version 4 it does. If no frame follows, it is read in other ways; there may also be none.
func (f *frameReader) extendedSize() int64 {
	b, ok := f.peek(0, 4)
	if !ok {
		return 0
	}
	plain, safe := int64(binary.BigEndian.Uint32(b)), synchsafe(b)
	readings := []int64{plain + 4, safe + 4, plain, safe, 0}
	if f.version == 4 {
		readings = []int64{safe, plain, safe + 4, plain + 4, 0}
	}
	for _, n := range readings {
		head, ok := f.peek(n, f.headSize())
		if ok && (n >= 4 || n == 0) && isFrameID(head, f.version) {
			return n
		}
	}
	return min(max(readings[0], 4), f.left)
}

// plainBody undoes the encodings that a frame's flags state. It reports false for encrypted frames, and for those that
// are compressed and cannot be decoded.
func (f *frameReader) plainBody(head, body []byte) ([]byte, bool) {
	if f.version == 2 {
		return body, true
	}
	if f.version == 3 {
		const compressed, encrypted, grouped = 0x80, 0x40, 0x20
		flags, extra := head[9], 0
		if flags&compressed != 0 {
			extra += 4
		}
		if flags&grouped != 0 {
			extra++
		}
		if f.unsynced && isUnsynced(body) {
			body = resync(body)
		}
		return unpacked(body[min(extra, len(body)):], flags&compressed != 0, flags&encrypted != 0)
	}
	const grouped, compressed, encrypted, unsynced, counted = 0x40, 0x08, 0x04, 0x02, 0x01
	flags := head[9]
	if flags&grouped != 0 {
		body = body[min(1, len(body)):]
	}
	if flags&counted != 0 && (flags&compressed != 0 || hasCount(body, head[0])) {
		body = body[min(4, len(body)):]
	}
	if (flags&unsynced != 0 || f.unsynced) && isUnsynced(body) {
		body = resync(body)
	}
	return unpacked(body, flags&compressed != 0, flags&encrypted != 0)
}

// hasCount reports whether a body starts with the length that a flag states. Some programs write the flag alone; then
// the body starts with an encoding, and what the count would be is not about the length.
func hasCount(body []byte, id byte) bool {
	const texts, pictures, encodings = 'T', 'A', 4
	if len(body) < 5 || id != texts && id != pictures {
		return len(body) >= 4
	}
	rest := int64(len(body) - 4)
	fits := func(n int64) bool { return n <= rest && n >= rest/2 }
	isText := body[0] < encodings && (body[1] != 0 || body[0] == 2) // 2 is UTF-16 with the high byte first
	return fits(synchsafe(body[:4])) || fits(int64(binary.BigEndian.Uint32(body))) || !isText
}

// unpacked returns a body without compression, and reports whether it can be read.
func unpacked(body []byte, compressed, encrypted bool) ([]byte, bool) {
	if encrypted || len(body) == 0 {
		return nil, false
	}
	if !compressed {
		return body, true
	}
	z, err := zlib.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, false
	}
	body, err = io.ReadAll(io.LimitReader(z, longestPicture))
	return body, err == nil && len(body) > 0
}

// longest returns the greatest length in bytes of a frame to read, 0 for frames of no use.
func longest(id string) int64 {
	switch id {
	case "TIT2", "TT2", "TPE1", "TP1", "TALB", "TAL", "TXXX", "TXX":
		return longestText
	case "APIC", "PIC":
		return longestPicture
	case "CHAP", "CTOC":
		return longestChapter
	default:
		return 0
	}
}
