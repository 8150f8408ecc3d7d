package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"runtime"
	"sync"
)

// Fit returns the largest size in pixels with the aspect ratio of width x height that fits into a box.
func Fit(width, height, boxWidth, boxHeight int) (w, h int) {
	if width <= 0 || height <= 0 || boxWidth <= 0 || boxHeight <= 0 {
		return 0, 0
	}
	if boxWidth*height <= boxHeight*width {
		return boxWidth, max(1, (boxWidth*height+width/2)/width)
	}
	return max(1, (boxHeight*width+height/2)/height), boxHeight
}

// FitPage is Fit for a page in a window: it leaves a margin of some 1.5 % of the shorter side.
func FitPage(width, height, boxWidth, boxHeight int) (w, h int) {
	margin := PageMargin(boxWidth, boxHeight)
	return Fit(width, height, boxWidth-margin, boxHeight-margin)
}

// PageMargin returns the width of the margins of FitPage on both sides together.
func PageMargin(boxWidth, boxHeight int) int { return 2 * (min(boxWidth, boxHeight) * 3 / 200) }

// A Scaler scales pictures by area averaging: each pixel of the result is the mean of the part of the picture that it
// covers. In an enlarged picture every edge is sharp to one pixel, at any factor, and strokes are evenly thick. It
// reuses its buffers; the zero value is ready to use. It is not safe for concurrent use.
type Scaler struct {
	columns, rows []span
	width, height int // of the source the spans were made for

	source []uint32    // one row of the picture
	lines  [2][]uint32 // rows scaled across, cached for the rows of the result that share them
	lineOf [2]int
	sums   [][2]uint32 // red and blue, green
	lut    [256]uint32
	parts  []*Scaler // for parts of a large result, each with its own buffers
}

// A span says which source pixels make up one pixel of the result: only whole if weights is nil, and otherwise the
// pixels from first on with weights in 256ths.
type span struct {
	first   int
	weights []uint32
}

const one = 256

// leastPart is the least number of pixels of the result for a goroutine.
const leastPart = 150_000

// Scale fills dst with src, transparent parts on black. A large dst is filled by as many goroutines as there are
// processors.
func (s *Scaler) Scale(dst *image.RGBA, src image.Image) {
	rows := dst.Rect.Dy()
	parts := min(runtime.GOMAXPROCS(0), dst.Rect.Dx()*rows/leastPart)
	if parts < 2 {
		s.ScaleRows(dst, src, 0, rows)
		return
	}
	for len(s.parts) < parts {
		s.parts = append(s.parts, &Scaler{})
	}
	var all sync.WaitGroup
	for i, part := range s.parts[:parts] {
		all.Go(func() { part.ScaleRows(dst, src, i*rows/parts, (i+1)*rows/parts) })
	}
	all.Wait()
}

// ScaleRows is Scale for the rows of dst from one to before another, counted from its top.
func (s *Scaler) ScaleRows(dst *image.RGBA, src image.Image, from, before int) {
	b, d := src.Bounds(), dst.Bounds()
	if b.Empty() || d.Empty() {
		return
	}
	s.prepare(b.Dx(), b.Dy(), d.Dx(), d.Dy())
	read := s.reader(src)
	for y := max(from, 0); y < min(before, len(s.rows)); y++ {
		sp := s.rows[y]
		out := dst.Pix[y*dst.Stride : y*dst.Stride+4*d.Dx()]
		switch {
		case y > from && sp.weights == nil && s.rows[y-1].weights == nil && sp.first == s.rows[y-1].first:
			copy(out, dst.Pix[(y-1)*dst.Stride:])
		case sp.weights == nil:
			store(out, s.line(sp.first, read))
		default:
			s.mixRows(out, sp, read)
		}
	}
}

func (s *Scaler) prepare(width, height, toWidth, toHeight int) {
	if width != s.width || height != s.height || toWidth != len(s.columns) || toHeight != len(s.rows) {
		s.width, s.height = width, height
		s.columns, s.rows = spans(width, toWidth), spans(height, toHeight)
		s.source = make([]uint32, width)
		s.lines = [2][]uint32{make([]uint32, toWidth), make([]uint32, toWidth)}
		s.sums = make([][2]uint32, toWidth)
	}
	s.lineOf = [2]int{-1, -1}
}

// spans maps size source pixels to to pixels of the result.
func spans(size, to int) []span {
	list := make([]span, to)
	for i := range list {
		// The result's pixel covers the source from i*size/to to (i+1)*size/to.
		begin, end := i*size, (i+1)*size
		first, last := begin/to, (end-1)/to
		list[i].first = first
		if first == last {
			continue
		}
		rest := uint32(one)
		for p := first; p <= last; p++ {
			w := uint32(one * (min(end, (p+1)*to) - max(begin, p*to)) / size)
			if p == last {
				w = rest
			}
			rest -= w
			list[i].weights = append(list[i].weights, w)
		}
	}
	return list
}

// line returns one row of the picture scaled across. Two are cached: when enlarging, the rows of the result need at
// most two at a time.
func (s *Scaler) line(y int, read rowReader) []uint32 {
	slot := y & 1
	if s.lineOf[slot] == y {
		return s.lines[slot]
	}
	out := s.lines[slot]
	s.lineOf[slot] = y
	if len(s.columns) == s.width { // one to one across
		read(y, out)
		return out
	}
	read(y, s.source)
	for x := range s.columns {
		sp := &s.columns[x]
		p := s.source[sp.first]
		if n := len(sp.weights); n > 2 || n == 2 && s.source[sp.first+1] != p { // most pixels equal their neighbours
			p = mix(s.source[sp.first:sp.first+n], sp.weights)
		}
		out[x] = p
	}
	return out
}

// Red and blue are added up in one word, 16 bits each: sums of 256ths of 255 do not overflow into the other half.
const redBlue = 0xFF00FF

func mix(pixels, weights []uint32) uint32 {
	var rb, g uint32
	for i, p := range pixels {
		rb += p & redBlue * weights[i]
		g += p >> 8 & 0xFF * weights[i]
	}
	return opaque | rb>>8&redBlue | g&0xFF00
}

func (s *Scaler) mixRows(out []byte, sp span, read rowReader) {
	if len(sp.weights) == 2 {
		a, b := s.line(sp.first, read), s.line(sp.first+1, read)
		mixTwo(out, a, b, sp.weights[0], sp.weights[1])
		return
	}
	clear(s.sums)
	for i, w := range sp.weights {
		for x, p := range s.line(sp.first+i, read) {
			s.sums[x][0] += p & redBlue * w
			s.sums[x][1] += p >> 8 & 0xFF * w
		}
	}
	for x, sum := range s.sums {
		binary.LittleEndian.PutUint32(out[4*x:], opaque|sum[0]>>8&redBlue|sum[1]&0xFF00)
	}
}

// mixTwo mixes two rows: the case of enlarging, for each row on an edge between two of the picture's.
func mixTwo(out []byte, a, b []uint32, wa, wb uint32) {
	b = b[:len(a)]
	for x, p := range a {
		if q := b[x]; p != q {
			rb := p&redBlue*wa + q&redBlue*wb
			g := p>>8&0xFF*wa + q>>8&0xFF*wb
			p = opaque | rb>>8&redBlue | g&0xFF00
		}
		binary.LittleEndian.PutUint32(out[4*x:], p)
	}
}

func store(out []byte, line []uint32) {
	for x, p := range line {
		binary.LittleEndian.PutUint32(out[4*x:], p)
	}
}

const opaque = 0xFF000000

func pixel(c color.Color) uint32 {
	r, g, b, _ := c.RGBA()
	return opaque | r>>8 | g>>8<<8 | b>>8<<16
}

// A rowReader copies one row of the picture to a buffer.
type rowReader func(y int, row []uint32)

func (s *Scaler) reader(src image.Image) rowReader {
	b := src.Bounds()
	p, ok := src.(*image.Paletted)
	if !ok {
		return func(y int, row []uint32) {
			for x := range row {
				row[x] = pixel(src.At(b.Min.X+x, b.Min.Y+y))
			}
		}
	}
	s.lut = [256]uint32{}
	for i, c := range p.Palette {
		s.lut[i&0xFF] = pixel(c)
	}
	return func(y int, row []uint32) {
		at := p.PixOffset(b.Min.X, b.Min.Y+y)
		for x, index := range p.Pix[at : at+len(row)] {
			row[x] = s.lut[index]
		}
	}
}
