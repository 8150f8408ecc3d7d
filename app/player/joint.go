package player

import "slices"

// Joint stereo stores the sum and the difference of left and right. go-mp3 undoes that up to the last
// spectral line that it has read, but in short blocks it has already moved lines beyond that one, and
// leaves them wrong: sharp attacks sound different.
//
// As a workaround one channel of such a granule gets zeros up to the last line. They can be appended
// without decoding: a group of four zeros has one of two codes, each of ones only.

// lines is the number of spectral lines in a granule.
const lines = 576

// part is the side information of one channel of one granule.
type part struct {
	at     int // its first bit in the side information
	length int // bits of sound
	coded  int // lines before those in groups of four
	short  bool
	zeros  int // bits of four zeros
}

// parts parses all of them, in the order of their sound.
func (h header) parts(side []byte) []part {
	at, step, n := h.granules()
	block := 33 // where a flag, and two bits for the kind of block are
	if h.version != mpeg1 {
		block = 38
	}
	all := make([]part, n)
	for i := range all {
		all[i] = part{
			at:     at,
			length: bits12(side, at),
			coded:  bits12(side, at+12) >> 3 * 2,
			short:  bits12(side, at+block)>>9 == 0b110,
			zeros:  1 + 3*(bits12(side, at+step-12)&1), // the last bit chooses the code
		}
		at += step
	}
	return all
}

// shortBlocks reports whether a frame has any short blocks.
func shortBlocks(h header, side []byte) bool {
	return slices.ContainsFunc(h.parts(side), func(p part) bool { return p.short })
}

// padding returns how many bits of zeros fill a part, or 0 if none fit. A part without sound needs none:
// go-mp3 does not read it.
func (p part) padding() int {
	n := max(lines-p.coded, 0) / 4 * p.zeros
	if p.length == 0 || p.length+n >= 1<<12 {
		return 0
	}
	return n
}

// padJoint adds the zeros to a frame of joint stereo with short blocks. It reports false for other frames,
// and for intensity stereo, where the last line has another meaning.
func padJoint(h header, side, main []byte) (paddedSide, paddedMain []byte, ok bool) {
	const mode, sumAndDifference = 0xf0, 0x60
	if h.raw[3]&mode != sumAndDifference || !shortBlocks(h, side) {
		return nil, nil, false
	}
	side = slices.Clone(side)
	parts, out, from := h.parts(side), bitWriter{}, 0
	for i, p := range parts {
		n := p.padding()
		other := parts[i^1].padding() // the other channel of the granule
		out.copyBits(main, from, p.length)
		from += p.length
		if (p.short || parts[i^1].short) && n > 0 && (other == 0 || n < other || n == other && i%2 == 0) {
			out.ones(n)
			setBits12(side, p.at, p.length+n)
		}
	}
	return side, out.b, true
}

// bitWriter appends bits to a byte slice.
type bitWriter struct {
	b []byte
	n int // bits
}

func (w *bitWriter) bit(v byte) {
	if w.n%8 == 0 {
		w.b = append(w.b, 0)
	}
	w.b[w.n/8] |= v << (7 - w.n%8)
	w.n++
}

// copyBits appends the n bits of b that start at bit from.
func (w *bitWriter) copyBits(b []byte, from, n int) {
	for i := from; i < from+n; i++ {
		w.bit(b[i/8] >> (7 - i%8) & 1)
	}
}

// ones appends n set bits.
func (w *bitWriter) ones(n int) {
	for range n {
		w.bit(1)
	}
}

// setBits12 writes v as twelve bits that start at bit at.
func setBits12(b []byte, at, v int) {
	for i := range 12 {
		shift := 7 - (at+i)%8
		b[(at+i)/8] = b[(at+i)/8]&^(1<<shift) | byte(v>>(11-i)&1)<<shift
	}
}
