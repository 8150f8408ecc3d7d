package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
)

// A drawing is the icon at a size: a teletext sextant on a dark ground with round corners. All lengths are whole
// pixels, so that the edges of the cells are sharp.
type drawing struct {
	size          int
	width, height int // of a cell
	across, down  int // the gaps between cells
	radius        int
}

// drawings are the sizes with a drawing of their own. The smaller the icon, the larger its figure.
var drawings = []drawing{
	{size: 16, width: 5, height: 4, across: 2, down: 1, radius: 3},
	{size: 22, width: 7, height: 6, across: 2, down: 1, radius: 4},
	{size: 24, width: 8, height: 6, across: 2, down: 1, radius: 4},
	{size: 32, width: 10, height: 8, across: 2, down: 2, radius: 6},
	{size: 48, width: 13, height: 12, across: 2, down: 2, radius: 9},
	{size: 64, width: 17, height: 16, across: 2, down: 2, radius: 12},
}

// drawingOf returns the drawing for a size: its own, or the largest one scaled up.
func drawingOf(size int) drawing {
	for _, d := range drawings {
		if d.size == size {
			return d
		}
	}
	d := drawings[len(drawings)-1]
	by := size / d.size
	if by*d.size != size {
		panic(fmt.Sprintf("no icon is drawn for %d pixels", size))
	}
	return drawing{size, by * d.width, by * d.height, by * d.across, by * d.down, by * d.radius}
}

var (
	ground = color.NRGBA{0x10, 0x14, 0x18, 0xff}
	unlit  = color.NRGBA{0x2c, 0x35, 0x3f, 0xff}
	amber  = color.NRGBA{0xe3, 0xb3, 0x4c, 0xff}
	cyan   = color.NRGBA{0x4f, 0xc3, 0xd9, 0xff}

	// mosaic has the figure's cells from the top left to the bottom right.
	mosaic = [6]color.NRGBA{amber, amber, amber, unlit, unlit, cyan}
)

// cell returns the rectangle of a cell of the mosaic.
func (d drawing) cell(i int) image.Rectangle {
	x := (d.size-2*d.width-d.across)/2 + i%2*(d.width+d.across)
	y := (d.size-3*d.height-2*d.down)/2 + i/2*(d.height+d.down)
	return image.Rect(x, y, x+d.width, y+d.height)
}

// paint returns the drawing as a picture.
func (d drawing) paint() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, d.size, d.size))
	for y := range d.size {
		for x := range d.size {
			c := ground
			c.A = uint8(math.Round(255 * d.covered(x, y)))
			for i, m := range mosaic {
				if image.Pt(x, y).In(d.cell(i)) {
					c = m
				}
			}
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

// covered returns how much of a pixel the ground covers, from 0 to 1, by 64 samples.
func (d drawing) covered(x, y int) float64 {
	n := 0
	for i := range 64 {
		fromEdge := func(at int, part int) float64 {
			p := float64(at) + (float64(part)+0.5)/8
			return max(float64(d.radius)-min(p, float64(d.size)-p), 0)
		}
		if math.Hypot(fromEdge(x, i%8), fromEdge(y, i/8)) <= float64(d.radius) {
			n++
		}
	}
	return float64(n) / 64
}

func pngIcon(size int) []byte {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, drawingOf(size).paint()); err != nil {
		panic(err) // cannot happen with a buffer
	}
	return b.Bytes()
}

// svgIcon returns the icon for any size.
func svgIcon() string {
	d := drawingOf(64)
	hex := func(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%[1]d" viewBox="0 0 %[1]d %[1]d">`+"\n", d.size)
	fmt.Fprintf(&b, `  <rect width="%d" height="%[1]d" rx="%d" fill="%s"/>`+"\n", d.size, d.radius, hex(ground))
	for i, m := range mosaic {
		r := d.cell(i)
		fmt.Fprintf(&b, `  <rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n",
			r.Min.X, r.Min.Y, r.Dx(), r.Dy(), hex(m))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// icnsIcon returns the icon for macOS. Each picture has a type for its size, and another one for screens with twice the
// pixels.
func icnsIcon() []byte {
	var body bytes.Buffer
	for _, part := range []struct {
		name string
		size int
	}{
		{"icp4", 16},
		{"icp5", 32},
		{"ic11", 32},
		{"ic12", 64},
		{"ic07", 128},
		{"ic08", 256},
		{"ic13", 256},
		{"ic09", 512},
		{"ic14", 512},
		{"ic10", 1024},
	} {
		picture := pngIcon(part.size)
		body.WriteString(part.name)
		_ = binary.Write(&body, binary.BigEndian, uint32(8+len(picture)))
		body.Write(picture)
	}
	head := binary.BigEndian.AppendUint32([]byte("icns"), uint32(8+body.Len()))
	return append(head, body.Bytes()...)
}

// icoIcon returns the icon for Windows. The largest picture is a PNG; the others are bitmaps, because some programs
// only read those.
func icoIcon() []byte {
	sizes := []int{16, 24, 32, 48, 64, 256}
	head := []byte{0, 0, 1, 0, byte(len(sizes)), 0}
	var body []byte
	for _, size := range sizes {
		picture := pngIcon(size)
		if size < 256 {
			picture = bitmap(drawingOf(size).paint())
		}
		head = append(head, byte(size), byte(size), 0, 0, 1, 0, 32, 0) // 256 is encoded as 0
		head = binary.LittleEndian.AppendUint32(head, uint32(len(picture)))
		head = binary.LittleEndian.AppendUint32(head, uint32(6+16*len(sizes)+len(body)))
		body = append(body, picture...)
	}
	return append(head, body...)
}

// bitmap returns a picture of a Windows icon: a header, the rows from the bottom to the top, and a mask of as many
// rows, which is ignored if there is an alpha channel.
func bitmap(img *image.NRGBA) []byte {
	size := img.Rect.Dx()
	var b []byte
	for _, v := range []uint32{40, uint32(size), uint32(2 * size), 32<<16 | 1, 0, 0, 0, 0, 0, 0} {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	for y := size - 1; y >= 0; y-- {
		for x := range size {
			c := img.NRGBAAt(x, y)
			b = append(b, c.B, c.G, c.R, c.A)
		}
	}
	return append(b, make([]byte, size*((size+31)/32*4))...)
}
