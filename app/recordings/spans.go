package recordings

import "slices"

// A span is a stretch of a file, from a byte to before another.
type span struct{ From, Before int64 }

// spans are stretches of a file in their order, of which no two touch.
type spans []span

// with returns a copy with a stretch put in.
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

// end is where the stretch ends that holds a byte, or the byte itself where none does.
func (s spans) end(at int64) int64 {
	for _, o := range s {
		if at >= o.From && at < o.Before {
			return o.Before
		}
	}
	return at
}

// before is a byte up to so many earlier, in the stretch that ends there, or the byte itself where none does.
func (s spans) before(at, most int64) int64 {
	for _, o := range s {
		if o.Before == at {
			return max(o.From, at-most)
		}
	}
	return at
}

// gap is the first stretch at or after a byte that is missing of a file of a size, and if there is none
// the first of all. Of a file whose size is -1, not known, there is always one, with no end.
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

// sum is how many bytes the stretches have.
func (s spans) sum() (n int64) {
	for _, o := range s {
		n += o.Before - o.From
	}
	return n
}
