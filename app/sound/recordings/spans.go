package recordings

import "slices"

// A span is a part of a file: From up to, but without, Before.
type span struct{ From, Before int64 }

// spans are parts of a file in ascending order, of which no two touch.
type spans []span

// with returns a copy with a part added.
func (s spans) with(from, before int64) spans {
	s = slices.Clone(s)
	if from >= before {
		return s
	}
	first := slices.IndexFunc(s, func(o span) bool { return o.Before >= from })
	if first < 0 {
		return append(s, span{from, before})
	}
	last := first
	for ; last < len(s) && s[last].From <= before; last++ {
		from, before = min(from, s[last].From), max(before, s[last].Before)
	}
	return slices.Replace(s, first, last, span{from, before})
}

// end returns the end of the part that has a byte, or the byte's offset where none has.
func (s spans) end(at int64) int64 {
	for _, o := range s {
		if at >= o.From && at < o.Before {
			return o.Before
		}
	}
	return at
}

// before returns an offset up to most bytes earlier in the part that ends at at, or at where none does.
func (s spans) before(at, most int64) int64 {
	for _, o := range s {
		if o.Before == at {
			return max(o.From, at-most)
		}
	}
	return at
}

// startsAt reports whether a part begins at a byte.
func (s spans) startsAt(at int64) bool {
	return slices.ContainsFunc(s, func(o span) bool { return o.From == at })
}

// upTo returns a copy without what is at or after a byte.
func (s spans) upTo(before int64) (cut spans) {
	for _, o := range s {
		cut = cut.with(o.From, min(o.Before, before))
	}
	return cut
}

// gap returns the first missing part at or after a byte, or else the first of all, in a file of a size. Where the size
// is not known, -1, there is always one, without an end.
func (s spans) gap(at, size int64) (g span, ok bool) {
	if g = s.gapFrom(at, size); g.From == size {
		g = s.gapFrom(0, size)
	}
	return g, g.From != size
}

func (s spans) gapFrom(at, size int64) span {
	g := span{s.end(at), size}
	if size >= 0 {
		g.From = min(g.From, size)
	}
	for _, o := range s {
		if o.From > g.From {
			g.Before = o.From
			break
		}
	}
	return g
}

// sum returns the number of bytes in all parts.
func (s spans) sum() (n int64) {
	for _, o := range s {
		n += o.Before - o.From
	}
	return n
}
