package player

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/dhowden/tag"

	"sextant/app/printable"
)

// Tags are the metadata in a recording.
type Tags struct {
	Title, Artist, Album string
	Picture              *Picture // of the front, if there is one; nil if there is none
	Chapters             []Chapter
}

// Picture is an image as it is stored in the file.
type Picture struct {
	MIME string // such as "image/jpeg"; empty if unknown
	Data []byte
}

// Chapter is a named part of a recording.
type Chapter struct {
	Start, End time.Duration
	Title      string
}

const (
	// longestText, longestPicture and longestChapter limit the length of a frame in bytes, and mostFrames
	// and mostChapters their number. All others are skipped, if possible without being read.
	longestText, longestPicture, longestChapter = 64 << 10, 4 << 20, 256 << 10
	mostFrames, mostChapters                    = 10000, 1000
	// mostRead limits how many bytes of a tag are read in all.
	mostRead    = 16 << 20
	id3HeadSize = 10
	id3v1Size   = 128
)

// labels collects the Tags from the frames of ID3 tags. The tag library decodes texts and pictures. It gets each frame
// alone, wrapped in a tag, because it reads a whole tag into memory and fails at the first frame that is broken or
// longer than the tag.
type labels struct {
	tags  Tags
	gain  replayGain
	front bool  // the picture is that of the front
	bytes int64 // how many were read

	ids      []string            // of the chapters
	contents map[string][]string // the elements of the tables of contents, by their IDs
	top      string              // the ID of the table above all others, "" for none
}

// readTags reads the ID3v2 tag at r's position. It takes what it can and reports no error: a recording
// with an unreadable title can still be played.
func (l *labels) readTags(r io.ReadSeeker) {
	if f, ok := openTag(r); ok {
		f.budget = mostRead - l.bytes
		f.read(func(f id3Frame) { l.addFrame(f) })
		l.bytes += f.used
	}
}

// addFrame records a frame.
func (l *labels) addFrame(f id3Frame) {
	switch f.id {
	case "CHAP":
		l.addChapter(f)
		return
	case "CTOC":
		l.addContents(f)
		return
	}
	m, err := f.decode()
	if err != nil {
		return
	}
	keep(&l.tags.Title, m.Title())
	keep(&l.tags.Artist, m.Artist())
	keep(&l.tags.Album, m.Album())
	if p := m.Picture(); p != nil {
		l.addPicture(p)
	}
	for _, v := range m.Raw() {
		if c, ok := v.(*tag.Comm); ok && strings.EqualFold(c.Description, "replaygain_track_gain") {
			l.gain = parseGain(c.Text)
		}
	}
}

// decode decodes a frame with the library.
func (f id3Frame) decode() (m tag.Metadata, err error) {
	defer func() {
		if recover() != nil {
			m, err = nil, errors.New("the library failed")
		}
	}()
	body := f.body
	if one := body[0] != 1 && body[0] != 2; one && f.id[0] == 'T' && !strings.HasPrefix(f.id, "TXX") {
		// Zeros separate several values. The library would drop them and join the values.
		body = bytes.ReplaceAll(bytes.TrimRight(body[1:], "\x00"), []byte{0}, []byte(" / "))
		body = append([]byte{f.body[0]}, body...)
	}
	return tag.ReadID3v2Tags(bytes.NewReader(tagOf(f.version, frameOf(f.version, f.id, body))))
}

// tagOf and frameOf encode a tag and a frame.
func tagOf(version byte, frames []byte) []byte {
	return append(append([]byte{'I', 'D', '3', version, 0, 0}, sevens(len(frames)+id3HeadSize)...), frames...)
}

func frameOf(version byte, id string, body []byte) []byte {
	head := []byte(id)
	switch n := len(body); version {
	case 2:
		head = append(head, byte(n>>16), byte(n>>8), byte(n))
	case 3:
		head = append(binary.BigEndian.AppendUint32(head, uint32(n)), 0, 0)
	default:
		head = append(append(head, sevens(n)...), 0, 0)
	}
	return append(head, body...)
}

// sevens encodes a number as a synchsafe integer.
func sevens(n int) []byte {
	return []byte{byte(n >> 21 & 0x7f), byte(n >> 14 & 0x7f), byte(n >> 7 & 0x7f), byte(n & 0x7f)}
}

// keep sets *to unless it has a text already. What follows the zero of a text of fixed length is what was there before.
func keep(to *string, text string) {
	if *to == "" {
		text, _, _ = strings.Cut(strings.TrimLeft(text, "\x00"), "\x00")
		*to = strings.TrimSpace(printable.Line(strings.ToValidUTF8(text, "")))
	}
}

// addPicture keeps the front cover, or the first picture if there is none.
func (l *labels) addPicture(p *tag.Picture) {
	const link, front = "-->", "Cover (front)"
	if len(p.Data) == 0 || p.MIMEType == link || l.front || l.tags.Picture != nil && p.Type != front {
		return
	}
	l.front = p.Type == front
	l.tags.Picture = &Picture{MIME: imageType(p), Data: p.Data}
}

// imageType detects the MIME type from the bytes; the stated one is often wrong or missing.
func imageType(p *tag.Picture) string {
	switch {
	case bytes.HasPrefix(p.Data, []byte("\xff\xd8\xff")):
		return "image/jpeg"
	case bytes.HasPrefix(p.Data, []byte("\x89PNG")):
		return "image/png"
	case strings.Contains(p.MIMEType, "/"):
		return strings.ToLower(p.MIMEType)
	default:
		return ""
	}
}

// addChapter parses a CHAP frame: an identifier, start and end in milliseconds and in bytes, and then
// frames as in a tag, one of them the title.
func (l *labels) addChapter(f id3Frame) {
	const numbers = 16
	id, rest, _ := bytes.Cut(f.body, []byte{0})
	if len(rest) < numbers || len(l.tags.Chapters) >= mostChapters {
		return
	}
	at := func(i int) time.Duration {
		return time.Duration(binary.BigEndian.Uint32(rest[i:])) * time.Millisecond
	}
	c := Chapter{Start: at(0), End: at(4)}
	var inner labels
	rest = rest[numbers:]
	body := frameReader{r: bytes.NewReader(rest), version: f.version, left: int64(len(rest)), budget: longestChapter}
	body.read(func(f id3Frame) {
		if f.id != "CHAP" && f.id != "CTOC" {
			inner.addFrame(f)
		}
	})
	c.Title = inner.tags.Title
	l.tags.Chapters, l.ids = append(l.tags.Chapters, c), append(l.ids, string(id))
}

// addContents parses a CTOC frame: an identifier, flags, the number of elements and their identifiers.
func (l *labels) addContents(f id3Frame) {
	const isTop = 0x02
	id, rest, _ := bytes.Cut(f.body, []byte{0})
	if len(rest) < 2 || len(l.contents) >= mostChapters {
		return
	}
	if l.contents == nil {
		l.contents = map[string][]string{}
	}
	flags, n, rest := rest[0], int(rest[1]), rest[2:]
	elements := []string{}
	for range n {
		element, more, ok := bytes.Cut(rest, []byte{0})
		if !ok {
			break
		}
		elements, rest = append(elements, string(element)), more
	}
	if l.contents[string(id)] = elements; flags&isTop != 0 && l.top == "" {
		l.top = string(id)
	}
}

// chapters returns the chapters in the order of their beginnings. Where there is a table of contents, they are those
// that it or a table in it lists, once each: other frames have pictures or footnotes.
func (l *labels) chapters() (list []Chapter) {
	if l.top == "" {
		list = slices.Clone(l.tags.Chapters)
	} else {
		listed, next := map[string]bool{}, []string{l.top}
		for len(next) > 0 {
			id := next[0]
			next = next[1:]
			if !listed[id] {
				listed[id] = true
				next = append(next, l.contents[id]...)
			}
		}
		seen := map[string]bool{}
		for i, c := range l.tags.Chapters {
			if id := l.ids[i]; listed[id] && !seen[id] {
				seen[id], list = true, append(list, c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Chapter) int { return cmp.Compare(a.Start, b.Start) })
	return list
}

// parseGain reads a text such as "-7.03 dB".
func parseGain(text string) replayGain {
	text = strings.TrimSpace(strings.Trim(text, "\x00"))
	if n := len(text) - len("dB"); n >= 0 && strings.EqualFold(text[n:], "dB") {
		text = strings.TrimSpace(text[:n])
	}
	db, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(db) || math.Abs(db) > 60 {
		return replayGain{}
	}
	return replayGain{db, true}
}

// readOld fills in missing Tags from an ID3v1 tag, the last bytes of a file.
func (l *labels) readOld(last []byte) {
	m, err := tag.ReadID3v1Tags(bytes.NewReader(last))
	if err != nil {
		return
	}
	keep(&l.tags.Title, fromLatin(m.Title()))
	keep(&l.tags.Artist, fromLatin(m.Artist()))
	keep(&l.tags.Album, fromLatin(m.Album()))
}

// fromLatin decodes a text of unstated encoding: as UTF-8 where valid, otherwise as Latin-1.
func fromLatin(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var runes []rune
	for _, c := range []byte(text) {
		runes = append(runes, rune(c))
	}
	return string(runes)
}

// result returns a copy of the tags, or nil if there are none.
func (l *labels) result() *Tags {
	x := l.tags
	x.Chapters = l.chapters()
	if x.Title == "" && x.Artist == "" && x.Album == "" && x.Picture == nil && len(x.Chapters) == 0 {
		return nil
	}
	return &x
}
