package player

// The frames of layer III lean on each other: the sound of one may begin in the bytes of several
// before it, its "bit reservoir". go-mp3 keeps a reservoir of its own, but decodes noise when a
// frame is missing from it, as after a jump, and it takes the wrong size for padded frames of
// MPEG-2, after which it reads everything from the wrong place.
//
// So it never gets to see the original frames. The reservoir here collects each frame's sound, and
// the packer writes it into a new frame that is as long as a frame can be, and so nearly always
// has room for all of it. Only if it has not, the beginning goes into the unused end of the frame
// before. The bits of the sound are the same, and so is what is heard.

// maxBack is how far back a frame's sound may begin.
func (h header) maxBack() int {
	if h.version == mpeg1 {
		return 1<<9 - 1
	}
	return 1<<8 - 1
}

// mainStart reads from the side information how many bytes before its own the sound begins.
func mainStart(h header, side []byte) int {
	if h.version == mpeg1 {
		return int(side[0])<<1 | int(side[1])>>7
	}
	return int(side[0])
}

// setMainStart writes it.
func setMainStart(h header, side []byte, back int) {
	if h.version == mpeg1 {
		side[0] = byte(back >> 1)
		side[1] = side[1]&0x7f | byte(back<<7)
		return
	}
	side[0] = byte(back)
}

// granules returns where in the side information the parts for each channel of each granule are: the
// bit where the first begins, how many bits each has, and how many there are.
func (h header) granules() (first, step, n int) {
	channels := 2
	if h.mono {
		channels = 1
	}
	if h.version == mpeg1 {
		// Start (9), private (5 or 3), and four selection bits for each channel.
		return 9 + 7 - 2*channels + 4*channels, 59, 2 * channels
	}
	return 8 + channels, 63, channels // start, private
}

// mainLength adds up from the side information how many bytes of sound the frame has.
func mainLength(h header, side []byte) int {
	at, step, n := h.granules()
	total := 0
	for range n {
		total += bits12(side, at)
		at += step
	}
	return (total + 7) / 8
}

// bits12 reads twelve bits from bit at on.
func bits12(b []byte, at int) int {
	i := at / 8
	v := int(b[i])<<16 | int(b[i+1])<<8
	if i+2 < len(b) {
		v |= int(b[i+2])
	}
	return v >> (12 - at%8) & 0xfff
}

// reservoir keeps the last bytes of sound of the frames before.
type reservoir struct {
	kept   []byte
	main   []byte
	unused int // bytes behind the sound of the last frame taken, which the next may use
}

// reset forgets them: what comes next does not follow.
func (r *reservoir) reset() { r.kept = r.kept[:0] }

// takeFrame adds a frame, and gives its side information and its complete sound. It reports false if
// some of that is missing. Both are good until the next call.
func (r *reservoir) takeFrame(h header, b []byte) (side, main []byte, ok bool) {
	at := h.bodyAt()
	if len(b) < at+h.sideSize() {
		return nil, nil, false
	}
	side, own := b[at:at+h.sideSize()], b[at+h.sideSize():]
	back, need := mainStart(h, side), mainLength(h, side)
	if back <= len(r.kept) {
		r.main = append(append(r.main[:0], r.kept[len(r.kept)-back:]...), own...)
		ok = need <= len(r.main)
	}
	r.kept = append(r.kept, own...)
	if extra := len(r.kept) - 511; extra > 0 {
		r.kept = r.kept[:copy(r.kept, r.kept[extra:])]
	}
	if !ok {
		return side, nil, false
	}
	r.unused = len(r.main) - need
	return side, r.main[:need], true
}

// packer writes frames for go-mp3. It holds each back until it has seen the next.
type packer struct {
	held []byte // the frame held back, or nil
	room int    // its unused bytes, at the end
}

// packedHeader is a header for the longest frame of its kind for which go-mp3 takes the right
// size: without checksum, at the highest bitrate, padded where that is understood.
//
// go-mp3 refuses MPEG-2.5. But that is MPEG-2 at half the rate, with frames of the same form; and
// since all that go-mp3 takes from the rate is the table of bands, and the standard has the same
// for 11.025 and 12 kHz as for 16 kHz, such a frame is written as one of MPEG-2 at 16 kHz. At 8 kHz
// the bands are others, which go-mp3 has no table for, and so no header leads to the right sound.
func packedHeader(h header) header {
	raw := h.raw
	if h.version == mpeg25 {
		raw[1] |= 0x10
		raw[2] = raw[2]&^0x0c | 2<<2
	}
	raw[1] |= 1                  // no checksum
	raw[2] = raw[2]&0x0d | 14<<4 // highest bitrate, no padding
	if h.version == mpeg1 {
		raw[2] |= 2
	}
	packed, _ := parseHeader(raw[:])
	return packed
}

// longerHeader is for a frame of 22.05 kHz that was padded at the highest bitrate already, and so
// is one byte too long. A header for 16 kHz has room. It does not change the sound of a frame
// without short blocks: all that go-mp3 takes from the rate is the table of bands, and for long
// blocks the two tables are the same.
func longerHeader(h header, side []byte) (header, bool) {
	if h.version != mpeg2 || h.rate != 22050 || shortBlocks(h, side) {
		return h, false
	}
	raw := h.raw
	raw[2] = raw[2]&^0x0c | 2<<2
	return parseHeader(raw[:])
}

// push packs a frame. It gives the one before, if there is one, which must be used before the
// next call. It reports false, and does nothing, if there is no room for so much sound.
func (p *packer) push(h header, side, main []byte) (before []byte, ok bool) {
	h = packedHeader(h)
	back := min(p.room, h.maxBack(), len(main))
	if len(main)-back > h.room() {
		if h, ok = longerHeader(h, side); !ok || len(main)-back > h.room() {
			return nil, false
		}
	}
	copy(p.held[len(p.held)-back:], main[:back])
	before = p.held
	p.held = make([]byte, h.size())
	copy(p.held, h.raw[:])
	body := p.held[headerSize:]
	copy(body, side)
	setMainStart(h, body, back)
	copy(body[h.sideSize():], main[back:])
	p.room = h.room() - (len(main) - back)
	return before, true
}

// roomAfter is how much room the next frame would find in front of its own after a frame with so much
// sound, or less than 0. As long as that is more than it has in the original, everything after fits, too.
func (p *packer) roomAfter(h header, main []byte) int {
	h = packedHeader(h)
	return h.room() - len(main) + min(p.room, h.maxBack(), len(main))
}

// room is how much sound a packed frame has room for.
func (h header) room() int { return h.size() - headerSize - h.sideSize() }

// pushSilence packs a frame without sound in place of one that cannot be decoded. It lets what
// came before fade away as it should, and keeps the time.
func (p *packer) pushSilence(h header) []byte {
	before, _ := p.push(h, make([]byte, h.sideSize()), nil)
	return before
}

// flush gives the last frame.
func (p *packer) flush() []byte {
	last := p.held
	p.held, p.room = nil, 0
	return last
}

// leans reports whether a packed frame has part of its sound in the one before.
func leans(packed []byte) bool {
	h, ok := parseHeader(packed)
	return ok && mainStart(h, packed[headerSize:]) > 0
}

// hasSound reports whether a packed frame has any sound, be it wholly its own or not.
func hasSound(packed []byte) bool {
	h, ok := parseHeader(packed)
	return ok && mainLength(h, packed[headerSize:]) > 0
}
