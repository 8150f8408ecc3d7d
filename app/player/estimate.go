package player

// frames returns how many frames the last segment has by the best estimate, at least those that are known; 0 if there
// is none. It is one by the size and the frames seen, or what the encoder stated, where that can be true.
func (s *stream) frames() int64 {
	p := s.index.last()
	mean, seen := s.meanFrame()
	size := s.file.size() - p.off
	stated := p.frames
	switch {
	case s.file.size() < 0 && stated == 0:
		return 0
	case s.file.size() < 0:
		return max(stated, seen)
	case stated > 0 && s.believes(stated, size):
	case stated > 0 && p.bytes > 0 && s.believes(proportion(stated, size, p.bytes), size):
		stated = proportion(stated, size, p.bytes) // it is about another length of the same sound
	default:
		stated = int64(float64(size)/mean + 0.5)
	}
	return max(stated, seen)
}

// proportion returns n * size / of, without overflow.
func proportion(n, size, of int64) int64 {
	return int64(float64(n)*float64(size)/float64(of) + 0.5)
}

// meanFrame returns the average length of a frame of the last segment in bytes, by the frames seen, and how many those
// are.
func (s *stream) meanFrame() (float64, int64) {
	mean, seen := s.index.mean()
	if h := s.index.last().header; seen < 8 {
		nominal := float64(h.samples()/8*h.bitrate) / float64(h.rate)
		return max(nominal, float64(h.free)), seen
	}
	return mean, seen
}

// enoughSeen is how many frames, some seconds, show what the others are like.
const enoughSeen = 100

// believes reports whether the last segment can have so many frames in size bytes. Before enough frames were seen, the
// encoder's header must be about as many bytes, and frames can be that long. Then, where the bitrate was constant so
// far, they have the length of those seen. Where it varies, the table of contents must agree with what was seen, or the
// mean at least roughly.
func (s *stream) believes(frames, size int64) bool {
	const close, rough = 1.02, 3
	p := s.index.last()
	mean, seen := s.meanFrame()
	length := float64(size) / float64(frames)
	switch {
	case seen > frames:
		return false
	case seen < enoughSeen:
		sameFile := p.bytes == 0 || frames != p.frames || within(float64(p.bytes)/float64(size), close)
		shortest, longest := p.frameSizes()
		return sameFile && length >= shortest && length <= longest
	case !p.varies:
		return within(length/mean, close)
	}
	if part := p.part(s.index.next-p.off, size); p.hasTOC() && part > 0.02 {
		return within(float64(seen)/part/float64(frames), 1.1)
	}
	return within(length/mean, rough)
}

// frameSizes returns the lengths in bytes of the frames with the lowest and the highest bitrate there is.
func (h header) frameSizes() (shortest, longest float64) {
	table := bitrateTable(h.version, h.layer)
	size := func(kilobits int) float64 { return float64(h.samples()/8*kilobits*1000) / float64(h.rate) }
	return size(table[1]), max(size(table[len(table)-1]), float64(h.free)) + 1
}

// within reports whether a ratio differs from 1 by at most a factor.
func within(ratio, factor float64) bool { return ratio <= factor && ratio >= 1/factor }

// estimate returns the estimated offset of a frame of the last segment that is not in the index, never before the end
// of the index, and far enough from the end of the source that some sound follows.
func (s *stream) estimate(n int64) int64 {
	const sound = 40 // frames, about a second
	p := s.index.last()
	mean, seen := s.meanFrame()
	size := s.file.size() - p.off
	if s.file.size() < 0 {
		return s.index.next + int64(float64(n-seen)*mean)
	}
	off := p.off + int64(float64(n)*mean)
	if total := s.frames(); p.varies && total > 0 {
		off = p.off + p.offset(float64(n)/float64(total), size)
	}
	return max(min(off, s.file.size()-int64(sound*mean)), s.index.next)
}
