package player

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// latin and wide return the body of a text frame, in two encodings.
func latin(text string) []byte { return append([]byte{0}, text...) }

func wide(text string) []byte {
	b := []byte{1, 0xff, 0xfe}
	for _, c := range utf16.Encode([]rune(text)) {
		b = binary.LittleEndian.AppendUint16(b, c)
	}
	return append(b, 0, 0)
}

// apic returns the body of a picture frame: kind 3 is the front cover.
func apic(mime string, kind byte, data []byte) []byte {
	return join([]byte{0}, []byte(mime), []byte{0, kind}, []byte("description\x00"), data)
}

func chap(version byte, name string, start, end uint32, title string) []byte {
	b := append([]byte(name), 0)
	for _, n := range []uint32{start, end, 1<<32 - 1, 1<<32 - 1} {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	return append(b, frameOf(version, "TIT2", latin(title))...)
}

// tagged returns a recording with a tag before it.
func tagged(t testing.TB, version byte, frames ...[]byte) []byte {
	tag := tagOf(version, join(frames...))
	copy(tag[6:], sevens(len(tag)-id3HeadSize)) // tagOf writes the size that the library expects
	return append(tag, fixture(t, "mono44.mp3")...)
}

func oldTag(title, artist, album string) []byte {
	b := make([]byte, id3v1Size)
	copy(b, "TAG")
	copy(b[3:], title)
	copy(b[33:], artist)
	copy(b[63:], album)
	return b
}

// tagsOf opens a recording and reads its tags.
func tagsOf(t testing.TB, b []byte) (*Tags, replayGain) {
	t.Helper()
	s := open(t, b)
	s.readTags(t.Context())
	return s.label.result(), s.gain()
}

var (
	jpeg = []byte("\xff\xd8\xff\xe0 and so on \xff\x00\xff\xfb\x90\x64")
	png  = []byte("\x89PNG and so on")
)

func TestTags(t *testing.T) {
	all := Tags{Title: "Täglich", Artist: "Die Redaktion", Album: "Nachrichten"}
	withPicture, withChapters := all, all
	withPicture.Picture = &Picture{"image/jpeg", jpeg}
	withChapters.Chapters = []Chapter{{0, time.Minute, "Intro"}, {time.Minute, 90 * time.Minute, "Rest"}}
	texts := func(v byte, enc func(string) []byte) []byte {
		ids := []string{"TIT2", "TPE1", "TALB"}
		if v == 2 {
			ids = []string{"TT2", "TP1", "TAL"}
		}
		return join(frameOf(v, ids[0], enc("Täglich")),
			frameOf(v, ids[1], enc("Die Redaktion")), frameOf(v, ids[2], enc("Nachrichten")))
	}
	utf := func(s string) []byte { return append([]byte{3}, s...) }
	sound := fixture(t, "mono44.mp3")
	unsynced := tagged(t, 3, texts(3, wide), frameOf(3, "APIC", apic("image/jpg", 3, jpeg)))
	size := int(id3Size(unsynced))
	unsynced = join([]byte("ID3\x03\x00\x80xxxx"),
		bytes.ReplaceAll(unsynced[10:size], []byte{0xff}, []byte{0xff, 0}), sound)
	copy(unsynced[6:], sevens(len(unsynced)-len(sound)-10))
	tests := []struct {
		name string
		in   []byte
		want *Tags
	}{
		{"none", sound, nil},
		{"2.2", tagged(t, 2, texts(2, wide)), &all},
		{"2.3, wide", tagged(t, 3, texts(3, wide)), &all},
		{"2.4", tagged(t, 4, texts(4, utf)), &all},
		{"1", join(sound, oldTag("T\xe4glich\x00junk", "Die Redaktion", "Nachrichten\x00\x01")), &all},
		{
			"1 adds to 2",
			join(tagged(t, 4, frameOf(4, "TIT2", utf("Täglich"))), oldTag("other", "Die Redaktion", "Nachrichten")),
			&all,
		},
		{"picture 2.3", tagged(t, 3, frameOf(3, "APIC", apic("image/jpg", 3, jpeg)), texts(3, wide)), &withPicture},
		{
			"front picture",
			tagged(t, 4, frameOf(4, "APIC", apic("image/png", 4, png)),
				texts(4, utf), frameOf(4, "APIC", apic("", 3, jpeg))), &withPicture,
		},
		{
			"picture 2.2", tagged(t, 2, texts(2, wide), frameOf(2, "PIC", join([]byte("\x00JPG\x03\x00"), jpeg))),
			&withPicture,
		},
		{
			"a link is no picture",
			tagged(t, 3, texts(3, wide), frameOf(3, "APIC", apic("-->", 3, []byte("http://")))), &all,
		},
		{"unsynchronised", unsynced, &withPicture},
		{
			"chapters",
			tagged(t, 4, texts(4, utf), frameOf(4, "CHAP", chap(4, "b", 60000, 5400000, "Rest")),
				frameOf(4, "CHAP", chap(4, "a", 0, 60000, "Intro"))), &withChapters,
		},
		{
			"chapters 2.3",
			tagged(t, 3, frameOf(3, "CHAP", chap(3, "a", 0, 60000, "Intro")),
				frameOf(3, "CHAP", chap(3, "b", 60000, 5400000, "Rest")), texts(3, wide)), &withChapters,
		},
		{"a huge frame in front", tagged(t, 3, frameOf(3, "PRIV", make([]byte, 20<<20)), texts(3, wide)), &all},
		{
			"a huge picture in front",
			tagged(t, 3, frameOf(3, "APIC", apic("image/png", 3, make([]byte, longestPicture))), texts(3, wide)), &all,
		},
		{
			"a broken frame in front",
			tagged(t, 3, frameOf(3, "TPE1", []byte{1, 2}), frameOf(3, "TPE1", []byte{1, 0xff, 0xfe, 3}),
				frameOf(3, "APIC", []byte{9}), frameOf(3, "CHAP", []byte("x")), texts(3, wide)), &all,
		},
		{"padding", tagged(t, 4, texts(4, utf), make([]byte, 3000)), &all},
		{"a second tag", join(tagOf(3, nil)[:10:10], make([]byte, 10), tagged(t, 4, texts(4, utf))), &all},
		{"junk in front", join([]byte("junk"), tagged(t, 4, texts(4, utf))), &all},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, _ := tagsOf(t, test.in)
			if fmt.Sprintf("%+v", flat(got)) != fmt.Sprintf("%+v", flat(test.want)) {
				t.Errorf("got %+v, want %+v", flat(got), flat(test.want))
			}
		})
	}
}

// flat dereferences the pointers of tags.
func flat(x *Tags) []any {
	if x == nil {
		return nil
	}
	var p any
	if x.Picture != nil {
		p = *x.Picture
	}
	return []any{x.Title, x.Artist, x.Album, p, x.Chapters}
}

func TestTagTexts(t *testing.T) {
	for in, want := range map[string]string{
		"\x03one\x00two\x00": "one / two", "\x00 spaces ": "spaces", "\x02\x00A\x00\xe4": "Aä",
		"\x01\xfe\xff\x00A": "A", "\x03\xff\xfe": "", "\x07odd": "odd", "\x03": "",
	} {
		got, _ := tagsOf(t, tagged(t, 4, frameOf(4, "TIT2", []byte(in)), frameOf(4, "TALB", latin("x"))))
		if got == nil || got.Title != want {
			t.Errorf("%q: %+v, want %q", in, got, want)
		}
	}
	// A size in version 4 that is written as in version 3, and flags.
	long := frameOf(3, "TIT2", latin(strings.Repeat("a", 200)))
	counted := frameOf(4, "TALB", append([]byte{0, 0, 0, 4}, latin("abc")...))
	counted[9] = 1
	packed := frameOf(4, "TPE1", latin("packed"))
	packed[9] = 8
	got, _ := tagsOf(t, tagged(t, 4, long, counted, packed))
	if got == nil || len(got.Title) != 200 || got.Album != "abc" || got.Artist != "" {
		t.Errorf("%+v", got)
	}
	extended := tagged(t, 4, []byte{0, 0, 0, 6, 1, 0}, frameOf(4, "TIT2", latin("after")))
	extended[5] = 0x40
	if got, _ := tagsOf(t, extended); got == nil || got.Title != "after" {
		t.Errorf("%+v", got)
	}
}

func TestTagGain(t *testing.T) {
	for text, want := range map[string]replayGain{
		"-6.50 dB": {-6.5, true}, "+3.1 DB\x00": {3.1, true},
		"2": {2, true}, "loud": {}, "": {}, "NaN dB": {}, "1e9": {},
	} {
		_, got := tagsOf(t, tagged(t, 3, frameOf(3, "TXXX", latin("REPLAYGAIN_TRACK_GAIN\x00"+text)),
			frameOf(3, "TXXX", latin("replaygain_album_gain\x00-1 dB"))))
		if got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestTagsAreReported checks that tags are reported, also of a download when the tag at its end has arrived.
func TestTagsAreReported(t *testing.T) {
	inBubble(t, func(b *bench) {
		d := newDownload(join(tagged(t, 4, frameOf(4, "TIT2", latin("Title"))), oldTag("", "Artist", "")))
		d.arrive(4000)
		b.Load(d, LoadOptions{})
		b.pass(300 * ms)
		if s := b.want(Playing); s.Tags == nil || s.Tags.Title != "Title" || s.Tags.Artist != "" {
			t.Errorf("%+v", s.Tags)
		}
		d.arrive(1 << 20)
		b.pass(300 * ms)
		if s := b.want(Playing); s.Tags == nil || s.Tags.Title != "Title" || s.Tags.Artist != "Artist" {
			t.Errorf("%+v", s.Tags)
		}
		b.SetNext(bytes.NewReader(fixture(t, "mono44.mp3")), LoadOptions{})
		b.pass(1300 * ms)
		if s := b.want(Playing); s.Tags != nil {
			t.Errorf("%+v", s.Tags)
		}
	})
}

// endlessTag is a tag of 256 MB that repeats a frame, and takes no memory.
type endlessTag struct {
	*bytes.Reader
	read int
}

func (e *endlessTag) Read(p []byte) (int, error) {
	n, err := e.Reader.Read(p)
	if err == io.EOF {
		_, _ = e.Seek(id3HeadSize, io.SeekStart)
		n, err = e.Reader.Read(p)
	}
	e.read += n
	return n, err
}

// TestTagsTakeNoMemory checks that little of a huge tag is kept, and that not all of it is read.
func TestTagsTakeNoMemory(t *testing.T) {
	for name, frame := range map[string][]byte{
		"titles":   frameOf(3, "TIT2", latin(strings.Repeat("a", longestText-10))),
		"pictures": frameOf(3, "APIC", apic("image/png", 0, make([]byte, 1<<20))),
		"chapters": frameOf(3, "CHAP", chap(3, "a", 1, 2, strings.Repeat("b", 2000))),
		"dust":     frameOf(3, "TIT2", latin("")),
		"gains":    frameOf(3, "TXXX", latin("gain\x001")),
	} {
		for _, flags := range []byte{0, 0x80} {
			src := &endlessTag{
				Reader: bytes.NewReader(join([]byte{'I', 'D', '3', 3, 0, flags, 0x7f, 0x7f, 0x7f, 0x7f}, frame)),
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var l labels
			l.readTags(src)
			runtime.GC()
			runtime.ReadMemStats(&after)
			if kept := int64(after.HeapAlloc) - int64(before.HeapAlloc); kept > 8<<20 || src.read > mostRead+1<<20 {
				t.Errorf("%s: %d MB kept of %d MB read", name, kept>>20, src.read>>20)
			}
			runtime.KeepAlive(l)
		}
	}
}

// FuzzTags checks that no tag makes the reader panic, that texts are valid UTF-8, and that chapters are in order.
func FuzzTags(f *testing.F) {
	f.Add(
		join(tagOf(3, join(frameOf(3, "TIT2", wide("a")), frameOf(3, "APIC", apic("image/png", 3, png)))),
			make([]byte, 10)))
	f.Add(
		tagOf(4,
			join(frameOf(4, "CHAP", chap(4, "a", 1, 2, "b")),
				frameOf(4, "TXXX", latin("replaygain_track_gain\x001 dB")))))
	f.Add(tagOf(2, join(frameOf(2, "TT2", latin("a")), frameOf(2, "PIC", []byte("\x00PNG\x03\x00abc")))))
	f.Add(oldTag("a", "b", "c"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > fuzzLimit {
			t.Skip()
		}
		var l labels
		l.readTags(bytes.NewReader(b))
		l.readOld(b)
		r := l.result()
		if r == nil {
			return
		}
		texts := []string{r.Title, r.Artist, r.Album}
		for _, c := range r.Chapters {
			texts = append(texts, c.Title)
		}
		for _, s := range texts {
			if strings.ToValidUTF8(s, "?") != s {
				t.Errorf("%q", s)
			}
		}
		if !slices.IsSortedFunc(r.Chapters, func(a, b Chapter) int { return int(a.Start - b.Start) }) {
			t.Error("chapters out of order")
		}
	})
}

// TestContents checks that only the chapters of the table of contents count, where there is one: those of tables in it,
// too, once each.
func TestContents(t *testing.T) {
	contents := func(id string, flags byte, elements ...string) []byte {
		b := append([]byte(id), 0, flags, byte(len(elements)))
		for _, e := range elements {
			b = append(append(b, e...), 0)
		}
		return frameOf(4, "CTOC", b)
	}
	chapters := join(
		frameOf(4, "CHAP", chap(4, "c", 2000, 3000, "Three")), frameOf(4, "CHAP", chap(4, "a", 0, 1000, "One")),
		frameOf(4, "CHAP", chap(4, "p", 500, 500, "Picture 1")), frameOf(4, "CHAP", chap(4, "b", 1000, 2000, "Two")),
		frameOf(4, "CHAP", chap(4, "b", 1500, 2000, "Two again")),
	)
	for name, tt := range map[string]struct {
		contents []byte
		want     []string
	}{
		"none":          {nil, []string{"One", "Picture 1", "Two", "Two again", "Three"}},
		"one":           {contents("toc", 3, "a", "b", "c"), []string{"One", "Two", "Three"}},
		"two":           {join(contents("pictures", 1, "p"), contents("toc", 3, "c", "b")), []string{"Two", "Three"}},
		"in each other": {join(contents("toc", 2, "in", "a"), contents("in", 0, "c", "toc")), []string{"One", "Three"}},
		"cut":           {frameOf(4, "CTOC", []byte("toc\x00\x02\x09a\x00b")), []string{"One"}},
		"not at the top": {
			contents("toc", 1, "a"), []string{"One", "Picture 1", "Two", "Two again", "Three"},
		},
	} {
		got, _ := tagsOf(t, tagged(t, 4, chapters, tt.contents))
		var titles []string
		for _, c := range got.Chapters {
			titles = append(titles, c.Title)
		}
		if !slices.Equal(titles, tt.want) {
			t.Errorf("%s: %q", name, titles)
		}
	}
}
