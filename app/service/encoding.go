package service

import (
	"bytes"
	"cmp"
	"mime"
	"regexp"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"sextant/app/api"
)

// xmlEncoding finds the encoding that an XML document declares (XML 1.0, section 4.3.3).
var xmlEncoding = regexp.MustCompile(`^\x{FEFF}?\s*<\?xml[^>]*\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']`)

// asUTF8 returns a document in UTF-8, which JSON has to be in (RFC 8259, section 8.1). One in UTF-8 or UTF-16, as its
// byte order mark or its first bytes show, is read so whatever it states. Others are in the first encoding in which
// their bytes are valid, of those that the Content-Type and the XML declaration name, or else in Windows-1252; then
// wrong is the encoding that was stated, UTF-8 for none.
func asUTF8(data []byte, contentType string, format api.Format) (text []byte, wrong string) {
	if text, is := asUnicode(data); is {
		return declareUTF8(text, format), ""
	}
	_, parameters, _ := mime.ParseMediaType(contentType) // one that makes no sense names no encoding
	stated := []string{parameters["charset"]}
	if declared := xmlEncoding.FindSubmatch(data); declared != nil && format == api.XML {
		stated = append(stated, string(declared[1]))
	}
	for _, name := range stated {
		if text, is := decodeAs(data, name); is {
			return declareUTF8(text, format), ""
		}
	}
	return declareUTF8(asWindows1252(data), format), cmp.Or(slices.Concat(stated, []string{"UTF-8"})...)
}

// asUnicode decodes UTF-8 and UTF-16; is reports whether data is in one of them. Text has no NUL, but UTF-16 without a
// byte order mark has one beside its first character (RFC 4627, section 3; XML 1.0, appendix F).
func asUnicode(data []byte) (text []byte, is bool) {
	order := unicode.BigEndian
	switch {
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		order = unicode.LittleEndian
	case len(data) < 2 || data[0] != 0 && data[1] != 0:
		return data, utf8.Valid(data)
	case data[1] == 0:
		order = unicode.LittleEndian
	}
	text, err := unicode.UTF16(order, unicode.UseBOM).NewDecoder().Bytes(data)
	return text, err == nil
}

// decodeAs decodes data from an encoding; is reports whether there is one of that name, and all bytes are valid in it.
func decodeAs(data []byte, name string) (text []byte, is bool) {
	named, err := htmlindex.Get(name)
	if err != nil || named == unicode.UTF8 || named == encoding.Replacement {
		return nil, false
	}
	text, err = named.NewDecoder().Bytes(data)
	return text, err == nil && utf8.Valid(text) && !bytes.ContainsRune(text, utf8.RuneError)
}

// asWindows1252 decodes what is not UTF-8 as Windows-1252, byte by byte, since a document in UTF-8 may have a bad byte.
func asWindows1252(data []byte) []byte {
	text := make([]byte, 0, len(data)+len(data)/8)
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			if r, size = surrogateAt(data); size == 0 {
				r, size = charmap.Windows1252.DecodeByte(data[0]), 1
			}
		}
		text = utf8.AppendRune(text, r)
		data = data[size:]
	}
	return text
}

// surrogateAt decodes a character of which UTF-16's surrogates were encoded in UTF-8 (CESU-8). Without its partner one
// is a replacement character, which has the width of a character. size is 0 if there is none.
func surrogateAt(data []byte) (r rune, size int) {
	if half := halfAt(data); half != 0 {
		r, size = utf8.RuneError, 3
		if whole := utf16.DecodeRune(half, halfAt(data[3:])); whole != utf8.RuneError {
			r, size = whole, 6
		}
	}
	return r, size
}

// halfAt returns the surrogate at the beginning of data, 0 for none.
func halfAt(data []byte) rune {
	if len(data) < 3 || data[0] != 0xED || data[1]&0xE0 != 0xA0 || data[2]&0xC0 != 0x80 {
		return 0
	}
	return 0xD000 | rune(data[1]&0x3F)<<6 | rune(data[2]&0x3F)
}

// declareUTF8 replaces the encoding that an XML document declares.
func declareUTF8(text []byte, format api.Format) []byte {
	declared := xmlEncoding.FindSubmatchIndex(text)
	if declared == nil || format != api.XML {
		return text
	}
	return slices.Concat(text[:declared[2]], []byte("UTF-8"), text[declared[3]:])
}
