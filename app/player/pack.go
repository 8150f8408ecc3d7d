package player

// The main data of a layer III frame may start in several frames before it, the "bit reservoir". go-mp3
// has a reservoir, but decodes noise when a frame is missing from it, as after a seek, and it computes a
// wrong size for padded frames of MPEG-2, after which it reads everything from the wrong offset.
//
// So it never gets the original frames. The reservoir here collects each frame's main data, and the packer
// writes it into a new frame of the greatest length, which nearly always has room for all of it. If it has
// not, the start goes into the unused end of the frame before. The main data are copied bit by bit, so the
// decoded sound is the same.

// maxBack returns how many bytes before the frame's own its main data may start.
func (h header) maxBack() int {
	if h.version == mpeg1 {
		return 1<<9 - 1
	}
	return 1<<8 - 1
}

// mainStart reads main_data_begin from the side information, in bytes.
func mainStart(h header, side []byte) int {
	if h.version == mpeg1 {
		return int(side[0])<<1 | int(side[1])>>7
	}
	return int(side[0])
}

// setMainStart writes main_data_begin.
func setMainStart(h header, side []byte, back int) {
	if h.version == mpeg1 {
		side[0] = byte(back >> 1)
		side[1] = side[1]&0x7f | byte(back<<7)
		return
	}
	side[0] = byte(back)
}

// granules returns where the parts for each channel of each granule are in the side information: the first
// bit, the number of bits of each, and their number.
func (h header) granules() (first, step, n int) {
	channels := 2
	if h.mono {
		channels = 1
	}
	if h.version == mpeg1 {
		// main_data_begin (9), private (5 or 3), and four selection bits for each channel.
		return 9 + 7 - 2*channels + 4*channels, 59, 2 * channels
	}
	return 8 + channels, 63, channels // main_data_begin, private
}

// mainLength returns the length of the frame's main data in bytes, from the side information.
func mainLength(h header, side []byte) int {
	at, step, n := h.granules()
	total := 0
	for range n {
		total += bits12(side, at)
		at += step
	}
	return (total + 7) / 8
}

// bits12 reads the twelve bits that start at bit at.
func bits12(b []byte, at int) int {
	i := at / 8
	v := int(b[i])<<16 | int(b[i+1])<<8
	if i+2 < len(b) {
		v |= int(b[i+2])
	}
	return v >> (12 - at%8) & 0xfff
}

// reservoir keeps the last bytes of main data of the frames before.
type reservoir struct {
	kept   []byte
	main   []byte
	unused int // bytes after the main data of the last frame taken, which the next may use
}

// reset empties the reservoir, before a frame that does not follow the last.
func (r *reservoir) reset() { r.kept = r.kept[:0] }

// takeFrame adds a frame, and returns its side information and main data. It reports false if part of the
// main data is missing. Both are valid until the next call.
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

// packer writes frames for go-mp3. It holds each one back until it has packed the next.
type packer struct {
	held []byte // the frame held back, or nil
	room int    // its unused bytes, at the end
}

// packedHeader returns the header of the longest frame whose size go-mp3 computes correctly: without
// checksum, at the highest bitrate, padded where go-mp3 handles padding.
//
// go-mp3 refuses MPEG-2.5, which is MPEG-2 at half the rate with frames of the same layout. All that go-mp3
// derives from the rate is the table of scale factor bands, and the standard has the same one for 11.025 and
// 12 kHz as for 16 kHz; so such frames are written as MPEG-2 at 16 kHz. For the bands of 8 kHz go-mp3 has no
// table, so no header decodes it correctly.
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

// longerHeader returns a header for a frame of 22.05 kHz that was padded at the highest bitrate already,
// and so is one byte too long: a frame of 16 kHz has room. Without short blocks it decodes to the same
// samples, because go-mp3 derives only the scale factor bands from the rate, and for long blocks the two
// tables are equal.
func longerHeader(h header, side []byte) (header, bool) {
	if h.version != mpeg2 || h.rate != 22050 || shortBlocks(h, side) {
		return h, false
	}
	raw := h.raw
	raw[2] = raw[2]&^0x0c | 2<<2
	return parseHeader(raw[:])
}

// push packs a frame. It returns the packed frame before, or nil, valid until the next call. It reports
// false, and does nothing, if there is no room for the main data.
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

// roomAfter returns how many bytes the next frame could use before its own after a frame with this main
// data; negative if the data do not fit. While it is more than in the original, all later frames fit too.
func (p *packer) roomAfter(h header, main []byte) int {
	h = packedHeader(h)
	return h.room() - len(main) + min(p.room, h.maxBack(), len(main))
}

// room returns how many bytes of main data a packed frame has room for.
func (h header) room() int { return h.size() - headerSize - h.sideSize() }

// pushSilence packs a frame without sound in place of one that cannot be decoded. The frame before still
// overlaps into it correctly, and the timing is kept.
func (p *packer) pushSilence(h header) []byte {
	before, _ := p.push(h, make([]byte, h.sideSize()), nil)
	return before
}

// flush returns the last frame.
func (p *packer) flush() []byte {
	last := p.held
	p.held, p.room = nil, 0
	return last
}

// leans reports whether part of a packed frame's main data is in the frame before.
func leans(packed []byte) bool {
	h, ok := parseHeader(packed)
	return ok && mainStart(h, packed[headerSize:]) > 0
}

// hasSound reports whether a packed frame has any main data.
func hasSound(packed []byte) bool {
	h, ok := parseHeader(packed)
	return ok && mainLength(h, packed[headerSize:]) > 0
}
