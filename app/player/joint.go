package player

import "slices"

// Joint stereo stores the sum and the difference of left and right. go-mp3 undoes that up to the last
// line that it has read, but in short blocks it has moved lines beyond that place by then, and these
// stay wrong: sharp attacks differ audibly.
//
// So one channel of such a granule gets zeros up to the last of all lines. They can be appended
// without knowing the codes before: a group of four zeros has one of two codes, all of ones.

// lines is how many lines of the spectrum a granule has.
const lines = 576

// part is what the side information has on one channel of one granule.
type part struct {
	at     int // bit of the side information where it begins
	length int // bits of sound
	coded  int // lines before those in groups of four
	short  bool
	zeros  int // bits of four zeros
}

// parts reads them all, in the order of their sound.
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

// padding is how many bits fill a part with zeros, or 0 if it has no place for them. A part without
// sound has none, as go-mp3 does not look into it.
func (p part) padding() int {
	n := max(lines-p.coded, 0) / 4 * p.zeros
	if p.length == 0 || p.length+n >= 1<<12 {
		return 0
	}
	return n
}

// padJoint gives a frame of joint stereo with short blocks the zeros that it needs. It reports false
// for other frames, also for those with intensity stereo, where the last line means more.
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

// bitWriter appends bits.
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

// copyBits appends n bits of b, from bit from on.
func (w *bitWriter) copyBits(b []byte, from, n int) {
	for i := from; i < from+n; i++ {
		w.bit(b[i/8] >> (7 - i%8) & 1)
	}
}

// ones appends n bits that are set.
func (w *bitWriter) ones(n int) {
	for range n {
		w.bit(1)
	}
}

// setBits12 writes twelve bits from bit at on.
func setBits12(b []byte, at, v int) {
	for i := range 12 {
		shift := 7 - (at+i)%8
		b[(at+i)/8] = b[(at+i)/8]&^(1<<shift) | byte(v>>(11-i)&1)<<shift
	}
}
