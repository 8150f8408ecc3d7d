package demo

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"sextant/app/render"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

var update = flag.Bool("update", false, "write the pictures and chapters into the sounds")

// A tagging is what tags.json says of a sound: its picture is a part of a page, its chapters are in their order.
type tagging struct {
	Picture struct {
		Page, Subpage, Column, Row int
	}
	Chapters []struct {
		At    string
		Title string
	}
}

// TestSoundsAreTagged compares the pictures and chapters in the sounds with the pages and the list that they are made
// from, and writes them with -update.
func TestSoundsAreTagged(t *testing.T) {
	const folder = "../../assets/sounds"
	text := testkit.Must(os.ReadFile(filepath.Join(folder, "tags.json")))(t)
	var sounds map[string]tagging
	testkit.NoError(t, json.Unmarshal(text, &sounds))
	s := newService(t, nil)
	for file, want := range sounds {
		i := slices.IndexFunc(s.sounds, func(v *sound) bool { return v.File == file })
		if i < 0 {
			t.Errorf("%s is not in the catalogue", file)
			continue
		}
		path := filepath.Join(folder, file)
		body := testkit.Must(os.ReadFile(path))(t)
		tagged := want.tag(t, body, time.Duration(s.sounds[i].Seconds)*time.Second)
		switch {
		case bytes.Equal(body, tagged):
		case *update:
			testkit.NoError(t, os.WriteFile(path, tagged, 0o644))
		default:
			t.Errorf("%s has other tags; write them with -update", file)
		}
	}
}

const id3Head = 10 // bytes of the header of a tag, and of a frame

// tag returns a sound with the picture and chapters in its tag (ID3v2.3), whose texts stay.
func (g tagging) tag(t *testing.T, body []byte, length time.Duration) []byte {
	size := 0
	for _, b := range body[6:id3Head] {
		size = size<<7 | int(b)
	}
	old, sound := body[id3Head:id3Head+size], body[id3Head+size:]
	var frames []byte
	for len(old) > id3Head && old[0] == 'T' {
		end := id3Head + int(binary.BigEndian.Uint32(old[4:]))
		frames, old = append(frames, old[:end]...), old[end:]
	}
	const front = 3
	frames = frame(frames, "APIC", []byte("\x00image/png\x00"), []byte{front, 0}, g.picture(t))
	if n := len(g.Chapters); n > 0 {
		contents := []byte{0x03, byte(n)} // the top of an ordered list
		for i := range g.Chapters {
			contents = append(contents, chapterID(i)...)
		}
		frames = frame(frames, "CTOC", []byte("toc\x00"), contents)
	}
	for i, c := range g.Chapters {
		end := length
		if i+1 < len(g.Chapters) {
			end = at(t, g.Chapters[i+1].At)
		}
		times := binary.BigEndian.AppendUint32(nil, uint32(at(t, c.At).Milliseconds()))
		times = binary.BigEndian.AppendUint32(times, uint32(end.Milliseconds()))
		times = append(times, bytes.Repeat([]byte{0xff}, 8)...) // no places in bytes
		frames = frame(frames, "CHAP", chapterID(i), times, frame(nil, "TIT2", append([]byte{0}, c.Title...)))
	}
	n := len(frames)
	head := []byte{'I', 'D', '3', 3, 0, 0}
	for _, shift := range []int{21, 14, 7, 0} {
		head = append(head, byte(n>>shift&0x7f))
	}
	return slices.Concat(head, frames, sound)
}

func chapterID(i int) []byte { return append([]byte("ch"+strconv.Itoa(i)), 0) }

func at(t *testing.T, s string) time.Duration {
	return testkit.Must(time.ParseDuration(s))(t)
}

// frame appends a frame to others.
func frame(frames []byte, id string, parts ...[]byte) []byte {
	body := slices.Concat(parts...)
	frames = binary.BigEndian.AppendUint32(append(frames, id...), uint32(len(body)))
	return append(append(frames, 0, 0), body...)
}

// picture draws a square of cells of a page.
func (g tagging) picture(t *testing.T) []byte {
	const cells, pixels = 20, 12 // on each side of the picture, and of a cell
	p := g.Picture
	grid := canvasOf(t, p.Page, p.Subpage).grid
	whole := image.Pt(teletext.Columns*pixels, teletext.Rows*pixels)
	page := render.Paletted(grid[:], whole, render.Look{Colours: render.Palettes()[0].Colours})
	area := image.Rect(0, 0, cells*pixels, cells*pixels).Add(image.Pt(p.Column*pixels, (p.Row-1)*pixels))
	if !area.In(page.Bounds()) {
		t.Fatalf("%v is not on a page", area)
	}
	var b bytes.Buffer
	testkit.NoError(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, page.SubImage(area)))
	return b.Bytes()
}
