package player

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sextant/app/testkit"
)

// slipFrame encodes a frame with its size as a plain number or with seven bits in each byte, and with flags.
func slipFrame(id string, safe bool, flags byte, body []byte) []byte {
	head := []byte(id)
	if safe {
		head = append(head, sevens(len(body))...)
	} else {
		head = binary.BigEndian.AppendUint32(head, uint32(len(body)))
	}
	return append(append(head, 0, flags), body...)
}

// slipTag encodes a tag that is exactly as long as its content.
func slipTag(version, flags byte, content ...[]byte) []byte {
	all := join(content...)
	return append(append([]byte{'I', 'D', '3', version, 0, flags}, sevens(len(all))...), all...)
}

// unsync inserts the zeros.
func unsync(b []byte) []byte {
	var out []byte
	for i, c := range b {
		out = append(out, c)
		if c == 0xff && (i+1 == len(b) || b[i+1] >= 0xe0 || b[i+1] == 0) {
			out = append(out, 0)
		}
	}
	return out
}

// photo returns bytes like those of a picture, in which everything occurs that looks like something else.
func photo(n int) []byte {
	r := rand.New(rand.NewPCG(uint64(n), 3))
	b := append([]byte("\xff\xd8\xff\xe0"), make([]byte, n-4)...)
	for i := 4; i < n; i++ {
		b[i] = byte(r.IntN(256))
		if i > 5 && b[i-1] == 0xff && i%3 == 0 {
			b[i] = 0
		}
	}
	return b
}

// TestTagSlips reads tags that programs write otherwise than the standard has it, and checks title, picture and
// chapter.
func TestTagSlips(t *testing.T) {
	testkit.Long(t)
	for _, length := range []int{5, 126, 127, 128, 200, 256, 299, 300, 5000} {
		for _, size := range []int{90, 200, 19 << 10, 71 << 10, 130 << 10} {
			for name, tag := range slipTags(strings.Repeat("x", length), photo(size)) {
				t.Run(fmt.Sprintf("%s, title of %d, picture of %d", name, length, size), func(t *testing.T) {
					got, _ := tagsOf(t, append(tag, fixture(t, "mono44.mp3")...))
					if got == nil || len(got.Title) != length || got.Artist != "Artist" || got.Picture == nil ||
						!bytes.Equal(got.Picture.Data, photo(size)) || len(got.Chapters) != 1 ||
						got.Chapters[0].Title != strings.Repeat("c", length) {
						t.Errorf("%.200v", fmt.Sprint(flat(got)))
					}
				})
			}
		}
	}
}

func slipTags(title string, picture []byte) map[string][]byte {
	chapter := func(safe bool) []byte {
		return join(chap(3, "a", 0, 1, "")[:18], slipFrame("TIT2", safe, 0, latin(strings.Repeat("c", len(title)))))
	}
	content := func(safe bool, flags byte, change func([]byte) []byte) []byte {
		return join(slipFrame("APIC", safe, flags, change(apic("image/jpeg", 3, picture))),
			slipFrame("TIT2", safe, flags, change(latin(title))),
			slipFrame("CHAP", safe, flags, change(chapter(safe))),
			slipFrame("TPE1", safe, flags, change(latin("Artist"))))
	}
	same := func(b []byte) []byte { return b }
	counted := func(b []byte) []byte { return append(sevens(len(b)), b...) }
	countedPlain := func(b []byte) []byte { return append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), b...) }
	grouped := func(b []byte) []byte { return append([]byte{'g'}, b...) }
	both := func(b []byte) []byte { return grouped(counted(b)) }
	countedAndUnsynced := func(b []byte) []byte { return append(sevens(len(b)), unsync(b)...) }
	packed := func(b []byte) []byte {
		var out bytes.Buffer
		z := zlib.NewWriter(&out)
		_, _ = z.Write(b)
		_ = z.Close()
		return append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), out.Bytes()...)
	}
	tags := map[string][]byte{
		"2.4":                               slipTag(4, 0, content(true, 0, same)),
		"2.4 with plain sizes":              slipTag(4, 0, content(false, 0, same)),
		"2.3":                               slipTag(3, 0, content(false, 0, same)),
		"2.3 with sizes of seven bits":      slipTag(3, 0, content(true, 0, same)),
		"2.4 with padding":                  slipTag(4, 0, content(false, 0, same), make([]byte, 1000)),
		"2.3 with padding":                  slipTag(3, 0, content(true, 0, same), make([]byte, 7)),
		"2.4, a group":                      slipTag(4, 0, content(true, 0x40, grouped)),
		"2.3, a group":                      slipTag(3, 0, content(false, 0x20, grouped)),
		"2.4, lengths":                      slipTag(4, 0, content(true, 1, counted)),
		"2.4, plain lengths":                slipTag(4, 0, content(true, 1, countedPlain)),
		"2.4, a group and lengths":          slipTag(4, 0, content(true, 0x41, both)),
		"2.3, compressed":                   slipTag(3, 0, content(false, 0x80, packed)),
		"2.4, compressed":                   slipTag(4, 0, content(true, 9, packed)),
		"2.4, unsynchronised by frame":      slipTag(4, 0, content(true, 2, unsync)),
		"2.4, by frame and tag":             slipTag(4, 0x80, content(true, 2, unsync)),
		"2.4, by frame, stated of the tag":  slipTag(4, 0x80, content(true, 0, unsync)),
		"2.4, as a whole":                   slipTag(4, 0x80, unsync(content(true, 0, same))),
		"2.4, stated of tag and not done":   slipTag(4, 0x80, content(true, 0, same)),
		"2.4, stated of frame and not done": slipTag(4, 0, content(true, 2, same)),
		"2.4, by frame with lengths":        slipTag(4, 0x80, content(true, 3, countedAndUnsynced)),
		"2.3, unsynchronised":               slipTag(3, 0x80, unsync(content(false, 0, same))),
		"2.3, unsynchronised by frame":      slipTag(3, 0x80, content(false, 0, unsync)),
		"2.3, stated and not done":          slipTag(3, 0x80, content(false, 0, same)),
		"2.4, plain sizes, unsynchronised":  slipTag(4, 0x80, content(false, 0, unsync)),
	}
	for name, extended := range extendedHeaders() {
		tags["2.3, an extended header "+name] = slipTag(3, 0x40, extended, content(false, 0, same))
		tags["2.4, an extended header "+name] = slipTag(4, 0x40, extended, content(true, 0, same))
	}
	return tags
}

// extendedHeaders are those of both versions, and as programs write them.
func extendedHeaders() map[string][]byte {
	return map[string][]byte{
		"as in 2.3":               {0, 0, 0, 6, 0, 0, 0, 0, 0, 0},
		"as in 2.3, with a CRC":   {0, 0, 0, 10, 0x80, 0, 0, 0, 0, 0, 1, 2, 3, 4},
		"as in 2.4":               {0, 0, 0, 6, 1, 0},
		"as in 2.4, with a CRC":   {0, 0, 0, 12, 1, 0x20, 5, 1, 2, 3, 4, 5},
		"that counts itself":      {0, 0, 0, 10, 0, 0, 0, 0, 0, 0},
		"that is not there":       {},
		"of 200 bytes, plain":     append([]byte{0, 0, 0, 200}, make([]byte, 200)...),
		"of 200 bytes, synchsafe": append([]byte{0, 0, 1, 72}, make([]byte, 196)...),
	}
}

// TestOldIdentifiers reads frames of version 2 in a tag of version 3.
func TestOldIdentifiers(t *testing.T) {
	for _, end := range []string{"\x00", " "} {
		got, _ := tagsOf(t, tagged(t, 3, frameOf(3, "TT2"+end, latin("Title")), frameOf(3, "TXXX", nil),
			frameOf(3, "TP1"+end, latin("Artist"))))
		if got == nil || got.Title != "Title" || got.Artist != "Artist" {
			t.Errorf("%q: %+v", end, got)
		}
	}
}

// noted is a download that records how far into the tag was read.
type noted struct {
	ahead
	from, to int64 // offsets that are of interest
	reads    atomic.Int64
}

func (n *noted) Read(p []byte) (int, error) {
	at, _ := n.Seek(0, io.SeekCurrent)
	if at+int64(len(p)) > n.from && at < n.to {
		n.reads.Add(1)
	}
	return n.ahead.Read(p)
}

// TestSoundBeforePicture plays a recording whose picture has not arrived: nothing of it is read before the sound, the
// title is there, and the picture comes when it has arrived.
func TestSoundBeforePicture(t *testing.T) {
	tag := slipTag(4, 0, slipFrame("TIT2", true, 0, latin("Title")),
		slipFrame("APIC", true, 0, apic("image/jpeg", 3, photo(400<<10))), slipFrame("TPE1", true, 0, latin("Artist")))
	data := join(tag, times(3, fixture(t, "mono44.mp3")))
	inBubble(t, func(b *bench) {
		d := &noted{ahead: ahead{download: newDownload(data)}, from: 70 << 10, to: int64(len(tag))}
		d.arrive(3000)
		d.everywhere.Store(true)
		b.Load(d, LoadOptions{})
		b.pass(time.Second)
		s := b.want(Playing)
		if s.Tags == nil || s.Tags.Title != "Title" || s.Tags.Picture != nil || d.reads.Load() > 0 {
			t.Errorf("%v, %d reads in the picture", flat(s.Tags), d.reads.Load())
		}
		d.arrive(len(data))
		b.pass(500 * ms)
		if s := b.want(Playing); s.Tags == nil || s.Tags.Artist != "Artist" || s.Tags.Picture == nil ||
			len(s.Tags.Picture.Data) != 400<<10 {
			t.Errorf("%+v", s.Tags)
		}
	})
}

// TestTagsThatClaimTooMuch plays recordings whose tag states to be longer than it is, whether or not the size of the
// source is known at first.
func TestTagsThatClaimTooMuch(t *testing.T) {
	sound := times(4, fixture(t, "mono44.mp3"))
	want := len(drain(open(t, sound)))
	for _, claim := range []int{len(sound) + 2000, 1 << 20, 20 << 20, 256<<20 - 1} {
		title := slipFrame("TIT2", true, 0, latin("Title"))
		picture := slipFrame("APIC", true, 0, apic("image/png", 3, photo(300<<10)))
		for _, content := range [][]byte{title, join(title, picture)} {
			tag := append(append([]byte("ID3\x04\x00\x00"), sevens(claim)...), content...)
			data := join(tag, sound)
			if len(data) > claim {
				continue
			}
			for _, hidden := range []bool{false, true} {
				d := newDownload(data)
				d.hidden = hidden
				d.arrive(len(data))
				s, err := openStream(t.Context(), endOf{d})
				if err != nil {
					t.Errorf("claims %d, size hidden %v: %v", claim, hidden, err)
					continue
				}
				if n := len(drain(s)); n < want-2*1152 || n > want {
					t.Errorf("claims %d, size hidden %v: %d samples of %d", claim, hidden, n/2, want/2)
				}
				if s.readTags(t.Context()); s.label.tags.Title != "Title" {
					t.Errorf("claims %d, size hidden %v: %+v", claim, hidden, s.label.tags)
				}
			}
		}
	}
}

// endOf is a download that can be read to its end.
type endOf struct{ *download }

func (e endOf) Read(p []byte) (int, error) {
	if at, _ := e.Seek(0, io.SeekCurrent); at >= int64(e.now().arrived) {
		return 0, io.EOF
	}
	return e.download.Read(p)
}
