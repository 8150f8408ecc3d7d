package service

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"sextant/app/api"
	"sextant/app/teletext"
	"sextant/app/testkit"
)

// TestEncodingsOfDocuments reads documents whose byte order mark, header and declaration agree, disagree or are wrong.
func TestEncodingsOfDocuments(t *testing.T) {
	var (
		utf16be = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
		utf16le = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
		marked  = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
		big     = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
		latin   = charmap.ISO8859_1
		windows = charmap.Windows1252
	)
	for _, tt := range []struct {
		name     string
		encoding encoding.Encoding
		header   string // the charset of the Content-Type
		declared string // the encoding of XML's declaration
		bad      string // a text of bytes that is put behind the name
		want     string
		guessed  string // the encoding that was stated wrongly, empty without a warning
	}{
		{name: "nothing is stated"},
		{name: "UTF-8 with a mark", encoding: unicode.UTF8BOM},
		{name: "UTF-8 with a mark against both", encoding: unicode.UTF8BOM, header: "utf-16", declared: "iso-8859-1"},
		{name: "UTF-16 LE with a mark", encoding: marked},
		{name: "UTF-16 BE with a mark", encoding: big},
		{name: "UTF-16 with a mark against the header", encoding: marked, header: "utf-8", declared: "UTF-16"},
		{name: "UTF-16 BE by its header", encoding: utf16be, header: "utf-16be", declared: "utf-16"},
		{name: "UTF-16 LE by its header", encoding: utf16le, header: "UTF-16LE"},
		{name: "UTF-16 LE of which nothing says so", encoding: utf16le},
		{name: "UTF-16 BE of which nothing says so", encoding: utf16be, header: "utf-8", declared: "utf-16"},
		{name: "the header is right", encoding: latin, header: "ISO-8859-1"},
		{name: "the header is right, and the declaration wrong", encoding: latin, header: "latin1", declared: "utf-8"},
		{name: "a Cyrillic header is right", encoding: charmap.Windows1251, header: "windows-1251", want: "Погода"},
		{name: "the header is UTF-8 and the text Latin-1", encoding: latin, header: "utf-8", guessed: "utf-8"},
		{name: "an unknown header", encoding: latin, header: "x-odd", guessed: "x-odd"},
		{name: "Windows-1252 of which nothing says so", encoding: windows, want: "Sää – €", guessed: "UTF-8"},
		{
			name: "bytes that are not Shift-JIS", encoding: latin, header: "shift_jis",
			want: "Sä ä", guessed: "shift_jis",
		},
		{name: "Shift-JIS", encoding: japanese.ShiftJIS, header: "shift_jis", want: "天気"},
		{name: "one bad byte", bad: "\xe4", want: "Sää", guessed: "UTF-8"},
		{name: "one bad byte with UTF-8 stated", header: "utf-8", bad: "\xff", want: "Sää", guessed: "utf-8"},
		{name: "UTF-8 against both", header: "iso-8859-1", declared: "windows-1252"},
	} {
		for _, format := range []api.Format{api.JSON, api.XML} {
			t.Run(tt.name+" in "+string(format), func(t *testing.T) {
				want := "Sää"
				if tt.want != "" {
					want = tt.want
				}
				p := testPage()
				p.Name = want
				body, _ := p.EncodeJSON()
				if format == api.XML {
					body, _ = p.EncodeXML()
					head := "<?xml version='1.0'?>"
					if tt.declared != "" {
						head = "<?xml version='1.0' encoding='" + tt.declared + "'?>"
					}
					body = append([]byte(head), body[bytes.IndexByte(body, '\n'):]...)
				}
				if tt.encoding != nil {
					var err error
					if body, err = tt.encoding.NewEncoder().Bytes(body); err != nil {
						t.Fatal(err)
					}
				}
				body = bytes.ReplaceAll(body, []byte(want), []byte(want+tt.bad))
				d := answerWith(t, format, tt.header, body)
				if got := strings.TrimRight(d.Page.Name, "äÿ"); got != strings.TrimRight(want, "ä") ||
					tt.bad == "" && d.Page.Name != want {
					t.Errorf("the name is %q, want %q", d.Page.Name, want)
				}
				guessed := ""
				for _, w := range d.Page.Warnings {
					if w.Kind == teletext.WarnEncoding {
						guessed = w.Value
					}
				}
				if guessed != tt.guessed {
					t.Errorf("a warning of %q, want %q", guessed, tt.guessed)
				}
				if again, err := api.DecodePage(d.Raw, format); err != nil || again.Name != d.Page.Name ||
					!utf8.Valid(d.Raw) {
					t.Errorf("as it is stored: %+v, %v", again, err)
				}
			})
		}
	}
}

// TestBadBytesKeepTheirColumns checks that each character is one, however its bytes are wrong.
func TestBadBytesKeepTheirColumns(t *testing.T) {
	for bad, want := range map[string]string{
		"\xff": "ÿ", "\xe4\xf6": "äö", "\xed\xa0\xbd": "\ufffd", "\xed\xa0\xbd\xed\xb8\x80": "😀",
		"\xed\xb8\x80\xed\xa0\xbd": "\ufffd\ufffd", "\xed\xa0": "í\u00a0", "\xed\xa0x": "í\u00a0x", "ä\xe4ä": "äää",
	} {
		text, wrong := asUTF8([]byte(bad+"."), "application/json", api.JSON)
		if string(text) != want+"." || wrong != "UTF-8" {
			t.Errorf("%q: %q, %q", bad, text, wrong)
		}
	}
}

// TestXMLIsReadInTheEncodingThatItDeclares has a header that the text contradicts.
func TestXMLIsReadInTheEncodingThatItDeclares(t *testing.T) {
	for _, header := range []string{"", "utf-8", "shift_jis"} {
		body := "<?xml version='1.0' encoding='ISO-8859-5'?><teletext xml:space='preserve'>" +
			"<page name='\xbf\xde\xd3\xde\xd4\xd0\xff' number='123' subpagecount='0'/></teletext>"
		d := answerWith(t, api.XML, header, []byte(body))
		if d.Page.Name != "Погодаџ" || len(d.Page.Warnings) > 1 { // which is that it has no subpages
			t.Errorf("header %q: %q, %v", header, d.Page.Name, d.Page.Warnings)
		}
	}
}

// answerWith returns the document that a client reads from an answer.
func answerWith(t *testing.T, format api.Format, charset string, body []byte) *api.Document {
	t.Helper()
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		kind := "application/" + string(format)
		if charset != "" {
			kind += "; charset=" + charset
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(body)
	})
	return testkit.Must(c.Page(t.Context(), 123, format, api.Validators{}))(t)
}

func FuzzAsUTF8(f *testing.F) {
	for _, data := range []string{
		"{}", "\xef\xbb\xbf{}", "\xff\xfe{\x00}\x00", "\xfe\xff\x00{\x00}", "\x00{\x00}", "S\xe4\xe4",
		"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe4</a>", "\x00<\x00?", "<?xml encoding='utf-16'?>",
		"\x00", "\xff",
	} {
		f.Add([]byte(data), "utf-8", true)
		f.Add([]byte(data), "utf-16", false)
	}
	f.Fuzz(func(t *testing.T, data []byte, charset string, xml bool) {
		format := api.JSON
		if xml {
			format = api.XML
		}
		text, _ := asUTF8(data, "text/xml; charset="+charset, format)
		if !utf8.Valid(text) {
			t.Errorf("%q became %q", data, text)
		}
	})
}
